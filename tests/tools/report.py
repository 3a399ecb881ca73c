"""report.py FILE [WORD…] - is this report well-formed, self-contained and harmless?

It is parsed strictly, as XML. Nothing in it may name another address, run a script that is not
its own, or have an attribute that does; identifiers are unique, tables have headers, pictures a
name. Each WORD must be found in its text, as it stands; a WORD after "--not" nowhere in the file.
"""
import re
import sys

import pyexpat  # xml.etree is no part of python3-minimal

path, *words = sys.argv[1:]
absent = words[words.index("--not") + 1:] if "--not" in words else []
words = words[:words.index("--not")] if "--not" in words else words
source = open(path, "rb").read()
faults, texts, seen, tables, policy = [], [], set(), [], []
open_elements = []
nonces = set()


def fault(what):
    faults.append("line %d: %s" % (parser.CurrentLineNumber, what))


def start(name, attributes):
    open_elements.append(name)
    if not open_elements[:1] == ["html"]:
        fault("the outermost element is " + open_elements[0])
    for key, value in attributes.items():
        if key.startswith("on") or key in ("style", "src", "srcdoc", "action", "formaction"):
            fault("%s has %s" % (name, key))
        if key in ("href", "xlink:href") and not value.startswith("#"):
            fault("%s leads to %s" % (name, value))
        if key == "id" and value in seen:
            fault("two elements are called " + value)
        if key == "id":
            seen.add(value)
    if name in ("iframe", "object", "embed", "link", "base", "form", "img"):
        fault("there is an element " + name)
    if name == "script" and attributes.get("type") != "application/json":
        nonces.add(attributes.get("nonce"))
    if name == "meta" and attributes.get("http-equiv") == "Content-Security-Policy":
        policy.append(attributes["content"])
    if name == "table":
        tables.append(0)
    if name == "th":
        tables[-1] += 1
        if "scope" not in attributes:
            fault("a header without a scope")
    if name == "svg" and "aria-label" not in attributes:
        fault("a picture without a name")


def end(name):
    open_elements.pop()
    if name == "table" and tables.pop() == 0:
        fault("a table without headers")


def text(what):
    if open_elements[-1] not in ("script", "style"):
        texts.append(what)


parser = pyexpat.ParserCreate()
parser.StartElementHandler, parser.EndElementHandler = start, end
parser.CharacterDataHandler = text
try:
    parser.Parse(source, True)
except pyexpat.ExpatError as what:
    sys.exit("not well-formed: %s" % what)
whole = "".join(texts)
if len(policy) != 1 or "default-src 'none'" not in policy[0] or "unsafe" in policy[0]:
    faults.append("no strict policy: %s" % policy)
if len(nonces) != 1 or "script-src 'nonce-%s'" % nonces.copy().pop() not in policy[0]:
    faults.append("scripts are not the policy's own: %s" % nonces)
if re.search(rb"url\((?!\"data:)", source):
    faults.append("a style names another file")
for word in words:
    if word not in whole:
        faults.append("not told: " + word)
for word in absent:
    if word.encode() in source:
        faults.append("it is told: " + word)
for line in range(0, len(source), 1 << 20):
    if re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", source[line:line + (1 << 20)]):
        faults.append("a control character")
if re.search("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", source.decode()):
    faults.append("an invisible or bidirectional character")
if faults:
    sys.exit("\n".join(faults[:20]))
