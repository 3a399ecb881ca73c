"""documents.py TREE PLYWOOD - what the documents say about the tree is true, as far as a program can tell

Looks at every Markdown document of the tree except the kits, which are templates:

links     a link leads to a file of the tree, and its anchor to a heading there
paths     a path between backticks that begins with a folder of the tree is there; NAME, <...>, * and {...}
          stand for any name, and a path below src/ may leave src/ and the ending out
commands  'plywood COMMAND --option' is a command with that option, by its manual page
make      'make TARGET' is a target
cells     no cell of a table has more than 200 characters
front     README.md has at most 120 lines and 900 words, ARCHITECTURE.md 160 lines; README.md, ARCHITECTURE.md and
          docs/ have at most 27,000 words

Prints FILE:LINE: TEXT for every fault. Exit status 0: none; 1: some.
"""
import glob
import os
import re
import subprocess
import sys

CELL_MOST = 200
WORDS_MOST = 27000
FRONT = {"README.md": (120, 900), "ARCHITECTURE.md": (160, None)}
LINK = re.compile(r"\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`]+)`")
FOLDERS = ("src/", "tests/", "docs/", "examples/", "scripts/", ".ci/")
ROOMS = ("base/", "game/", "verify/", "search/", "games/", "agents/", "referee/", "tournament/", "screens/", "serve/",
         "cmd/", "sandbox/", "guest/", "match/", "course/", "pages/")
INSIDE = ("src/", "src/referee/", "src/serve/")
PATH = re.compile(r"[\w.*<>{},/-]+$")


def documents(tree):
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(f for f in folders if f not in ("build", "node_modules", ".git", "kit"))
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), tree)


def anchors_of(path):
    """The anchors of headings, as repository sites make them."""
    found = set()
    for line in open(path, encoding="utf-8"):
        if line.startswith("#"):
            text = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            found.add(text.replace(" ", "-"))
    return found


def check_link(tree, document, target):
    if re.match(r"[a-z]+:", target):
        return None
    path, _, anchor = target.partition("#")
    place = os.path.normpath(os.path.join(tree, os.path.dirname(document), path)) if path else os.path.join(tree, document)
    if not os.path.exists(place):
        return "no %s" % target
    if anchor and anchor not in anchors_of(place):
        return "no heading #%s in %s" % (anchor, path or document)
    return None


def exists(tree, path):
    pattern = re.sub(r"<[^>]*>|NAME|ROOM|GAME|HARNESS", "*", path)
    pattern = re.sub(r"\{[^}]*\}", "*", pattern).rstrip("/")
    return any(glob.glob(os.path.join(tree, pattern + ending)) for ending in ("", ".c", ".h", ".sh", ".*"))


def check_path(tree, span):
    if not PATH.fullmatch(span) or span.startswith("/"):
        return None
    if span.startswith(FOLDERS):
        return None if exists(tree, span) else "no %s" % span
    if span.startswith(ROOMS) and "." in os.path.basename(span):
        return None if any(exists(tree, inside + span) for inside in INSIDE) else "no %s" % span
    return None


class Commands:
    """What plywood knows, by its manual pages."""

    def __init__(self, plywood):
        self.plywood, self.pages = plywood, {}

    def page(self, name):
        if name not in self.pages:
            ran = subprocess.run([self.plywood, "help", "--man", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True)
            self.pages[name] = ran.stdout.replace("\\-", "-").replace("\\(em", "-") if ran.returncode == 0 else None
        return self.pages[name]

    def check(self, text):
        for call in re.finditer(r"(?:^|[\s/('\"|])plywood ([a-z]+)(?![\w./-])((?: +[^|;&)'\"`]+)?)", text):
            name, rest = call[1], call[2]
            if name == "help":
                continue
            page = self.page(name)
            if page is None:
                yield "plywood has no command %s" % name
                continue
            for option in re.findall(r"(?<!\S)--([a-z][a-z-]*)", rest):
                if not re.search(r"--%s(?![a-z-])" % option, page) and option != "help":
                    yield "plywood %s has no option --%s" % (name, option)


def code_of(text):
    """(line, code) for spans between backticks and lines of code blocks."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            yield number, re.sub(r"\s#\s.*", "", line.strip())
        else:
            for span in SPAN.findall(line):
                yield number, span


def targets_of(tree):
    ran = subprocess.run(["make", "-Rpq", "no-such-goal"], cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         text=True)
    return set(re.findall(r"^([\w.%/-]+):", ran.stdout, re.M))


def check_make(code, targets):
    call = re.match(r"make((?: +\S+)*)$", code)
    for word in call[1].split() if call else ():
        if re.match(r"-|[A-Z_]+=|\||\[|…", word):
            continue
        if not re.fullmatch(r"[\w.%/-]+", word) or word in targets or "NAME" in word or "GAME" in word:
            continue
        if any(re.fullmatch(target.replace("%", ".+"), word) for target in targets if "%" in target and len(target) > 3):
            continue
        yield "make knows no %s" % word


def check(tree, plywood):
    commands, targets, words = Commands(plywood), targets_of(tree), 0
    for document in documents(tree):
        text = open(os.path.join(tree, document), encoding="utf-8").read()
        lines = text.splitlines()
        if document in ("README.md", "ARCHITECTURE.md") or document.startswith("docs/"):
            words += len(text.split())
        most_lines, most_words = FRONT.get(document, (None, None))
        if most_lines and len(lines) > most_lines:
            yield document, len(lines), "more than %d lines" % most_lines
        if most_words and len(text.split()) > most_words:
            yield document, len(lines), "more than %d words" % most_words
        if document == "CHANGELOG.md":  # it tells of what was
            continue
        for number, line in enumerate(lines, 1):
            for target in LINK.findall(line) if not line.startswith("    ") else ():
                fault = check_link(tree, document, target)
                if fault:
                    yield document, number, fault
            if line.startswith("|"):
                for cell in line.replace("\\|", " ").strip("| ").split("|"):
                    if len(cell.strip()) > CELL_MOST:
                        yield document, number, "a cell of %d characters" % len(cell.strip())
        for number, code in code_of(text):
            faults = [check_path(tree, code)] + list(commands.check(code)) + list(check_make(code, targets))
            for fault in filter(None, faults):
                yield document, number, fault
    if words > WORDS_MOST:
        yield "docs", 0, "README.md, ARCHITECTURE.md and docs/ have %d words" % words


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    faults = 0
    for document, number, what in check(*arguments):
        print("%s:%d: %s" % (document, number, what))
        faults += 1
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))
