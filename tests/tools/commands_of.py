"""commands_of.py RULES PAGE - the commands that a page in Markdown shows, in their order

A line for each: the line's number, the way to try it, and the command, with tabs between. The ways:

  run     as it is; options may have been appended to shorten it
  speaks  ended when it has printed an address
  keys    on a terminal, where q is pressed when it has drawn its screen
  target  a target of make: it has to be there, and is not made
  no      as run; exit status 1, the answer is no, is right

Commands are the lines of code blocks (those after "$ " if the block has any), and in tables and in the
running text what stands between backticks and begins with a program of the build or with make. RULES is a
file of lines that say how commands are tried, below a line of the pages for which they hold, [all] for all:

  append COMMAND: OPTIONS
  end when it has spoken: COMMAND
  press q: COMMAND
  look up alone: COMMAND
  may say no: COMMAND

Output that follows "$ " in a block is printed by --outputs PAGE, as the block has it.
"""
import re
import sys

RULE = re.compile(r"^ *(append (?P<append>[^:]+)|end when it has spoken|press q|look up alone|may say no): *(?P<rest>.+)$")
WAYS = {"end when it has spoken": "speaks", "press q": "keys", "look up alone": "target", "may say no": "no"}
SPAN = re.compile(r"`([^`]+)`")


def rules_of(path, page):
    """(words, way or None, options) for each rule of the file that holds for this page."""
    rules, holds = [], False
    for line in open(path, encoding="utf-8"):
        pages = re.match(r"\[(.*)\]$", line)
        if pages:
            holds = page in pages[1].split() or pages[1] == "all"
        found = RULE.match(line)
        if found and holds and found["append"]:
            rules.append((found["append"].split(), None, found["rest"].strip()))
        elif found and holds:
            rules.append((found["rest"].split(), WAYS[found[1]], ""))
        elif not found and not pages and line.strip() and not line.startswith("#"):
            sys.exit("%s: this is no rule: %s" % (path, line))
    return rules


def matches(words, command):
    """The first words are the command's own; a word that is an option stands anywhere in it."""
    said = command.split()
    said = said[next((i for i, word in enumerate(said) if "=" not in word), 0):]
    if words[0] != "make":
        said = said[1:]
    names = [word for word in words if not word.startswith("-")]
    return said[:len(names)] == names and all(word in said for word in words if word.startswith("-"))


def tried(command, rules):
    way, options = "run", ""
    for words, other, more in rules:
        if matches(words, command):
            way = other or way
            options += " " + more if more else ""
    return way, command + options


def is_command(span, in_table):
    first = span.split()[0]
    return " " in span and (first == "make" or in_table and first.startswith(("build/", "plywood")))


def blocks_of(text):
    """(number of the first line, lines) of each code block."""
    lines, block, fenced = text.splitlines(), [], False
    for number, line in enumerate(lines + [""], 1):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            block.append((number, line if fenced else line[4:]))
            continue
        if block and not fenced:
            yield block
            block = []


def commands_of(text):
    for block in blocks_of(text):
        shown = [(number, line[2:]) for number, line in block if line.startswith("$ ")]
        for number, line in shown or block:
            command = re.sub(r"\s+#\s.*$", "", line).strip()
            if command:
                yield number, command
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("    "):
            for span in SPAN.findall(line):
                if is_command(span, line.startswith("|")):
                    yield number, span


def outputs_of(text):
    for block in blocks_of(text):
        if block[0][1].startswith("$ "):
            yield from (line for _, line in block[1:])


def main(arguments):
    text = open(arguments[-1], encoding="utf-8").read()
    if arguments[0] == "--outputs":
        print("\n".join(outputs_of(text)))
        return
    rules = rules_of(*arguments)
    for number, command in sorted(commands_of(text), key=lambda pair: pair[0]):
        way, line = tried(command, rules)
        print(number, way, line, sep="\t")


main(sys.argv[1:])
