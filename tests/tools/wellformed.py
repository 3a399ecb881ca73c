"""wellformed.py - is standard input well-formed XML, with an svg element outside?"""
import sys

import pyexpat  # xml.etree is no part of python3-minimal

names = []
parser = pyexpat.ParserCreate()
parser.StartElementHandler = lambda name, attributes: names.append(name)
try:
    parser.Parse(sys.stdin.buffer.read(), True)
except pyexpat.ExpatError as what:
    sys.exit("not well-formed: %s" % what)
if names[0] != "svg" or len(names) < 2:
    sys.exit("no picture: %s" % names[:5])
