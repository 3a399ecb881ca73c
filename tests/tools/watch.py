"""watch.py FILE FOLDER COMMAND… - reads FILE again and again while COMMAND runs.

Reads it once before COMMAND starts and once after its end, too. Writes each different content that
was seen to FOLDER/1, FOLDER/2 … in order, and prints how often FILE was read, how often it was not
there, and how many different files (inodes) it was.
"""
import os
import subprocess
import sys

path, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
reads = missing = 0
seen, inodes = [], set()


def look():
    global reads, missing
    try:
        with open(path, "rb") as source:
            content = source.read()
            inodes.add(os.fstat(source.fileno()).st_ino)
    except FileNotFoundError:
        missing += 1
        return
    reads += 1
    if content not in seen:
        seen.append(content)


look()
process = subprocess.Popen(command)
while process.poll() is None:
    look()
look()
for number, content in enumerate(seen, 1):
    with open(os.path.join(folder, str(number)), "wb") as out:
        out.write(content)
print("reads=%d missing=%d inodes=%d status=%d" % (reads, missing, len(inodes), process.returncode))
