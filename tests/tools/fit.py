"""fit.py FILE... - fails, with what and where, if a file holds bytes that should reach no terminal:
controls but line feeds (and tabs), C1, bidirectional and zero-width characters, separators, or what
is no UTF-8. With --screen a terminal's own commands are taken out first."""
import re
import sys

UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f"
                   "\ufeff\U000e0000-\U000e0fff]")
COMMAND = re.compile(rb"\x1b(?:\[[0-9;?>=!]*[A-Za-z]|[()][A-Z0-9]|[=>78M])|[\r\x0e\x0f\x08]")

screen = sys.argv[1] == "--screen"
bad = 0
for path in sys.argv[1 + screen:]:
    data = open(path, "rb").read()
    if screen:
        data = COMMAND.sub(b"", data)
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            found = UNFIT.findall(line.decode())
        except UnicodeDecodeError:
            found = ["no UTF-8"]
        if found:
            print(f"{path}:{number}: {ascii(found[:3])} in {ascii(line[:120])}")
            bad += 1
sys.exit(bad > 0)
