"""guards.py names|includes|cycles|mentions TREE - promises of the layout that no compiler checks.

names     nothing outside a game's own places names a game. The names are those of the folders in
          games/ and what each struct game calls itself and its variants; also as parts of
          identifiers (game_chess, PAINT_CHESS, drawChess) and in the plural.
includes  includes go down: DIRECTION says which rooms a room may use, PLAIN which files use no other.
cycles    no module, the .c and .h of one stem, reaches itself through its includes.

mentions  a file that a comment of a source names is there.

Prints every offending line as FILE:LINE: TEXT. Exit status 0: none; 1: some; 2: it could not look.
"""

import os
import re
import sys

# Words that give a game away although no game is called so.
TELL_TALES = ["emitter", "checkmate"]
# Names of variants that are words of every day.
PLAIN_WORDS = {"default"}

# Places where games may be named.
GAMES_OWN = ("src/games/", "tests/", "docs/", "examples/")
NOT_OURS = ("build", "node_modules", ".git", "__pycache__")

# What a room may include besides itself. Nobody includes a game, and a game no other game.
ENGINE = ["base", "game", "verify", "search", "agents"]
SANDBOX = ENGINE + ["referee/sandbox"]
GUEST = SANDBOX + ["referee/guest"]
MATCH = GUEST + ["referee/match"]
REFEREE = MATCH + ["referee/course"]
DIRECTION = {
    "base": [],
    "game": ["base"],
    "verify": [],
    "search": ["base", "game", "verify"],
    "games": ["base", "game", "verify"],
    "games/*": ["base", "game", "verify", "search"],
    "agents": ENGINE,
    "referee/sandbox": ["base"],
    "referee/guest": SANDBOX,
    "referee/match": GUEST,
    "referee/course": MATCH,
    "tournament": REFEREE,
    "screens": REFEREE + ["tournament"],
    "serve": REFEREE + ["tournament", "screens"],
    "cmd": REFEREE + ["tournament", "screens", "serve"],
}

# Plain rules, by which proofs are checked, share nothing with all the rest.
PLAIN = re.compile(r"src/games/(\w+/)?plain\.c")

INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def files_of(tree):
    """Every file of the tree that is ours, as a path from its top."""
    found = []
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(f for f in folders if f not in NOT_OURS)
        found += [os.path.relpath(os.path.join(folder, name), tree) for name in sorted(names)]
    return found


def lines_of(tree, path):
    """The lines of a text file; none of one that is not text."""
    try:
        with open(os.path.join(tree, path), encoding="utf-8") as file:
            return file.read().splitlines()
    except UnicodeDecodeError:
        return []


# --- names ---


def names_of_games(tree):
    names = set(TELL_TALES)
    for path in files_of(tree):
        parts = path.split("/")
        if parts[:2] != ["src", "games"] or len(parts) < 4:
            continue
        names.add(parts[2])
        if not path.endswith(".c"):
            continue
        source = "\n".join(lines_of(tree, path))
        for table in re.findall(r"const struct game \w+ = \{(.*?)\n\};", source, re.S):
            names.update(re.findall(r'\.(?:name|title) = "([^"]+)"', table))
        for table in re.findall(r"const struct variant \w+\[\] = \{(.*?)\};", source, re.S):
            names.update(re.findall(r'\{\s*(?:\.name = )?"([^"]+)"', table))
    return {name.lower() for name in names} - PLAIN_WORDS


def check_names(tree):
    names = names_of_games(tree)
    if len(names) == len(TELL_TALES):
        sys.exit("guards.py: no games in " + tree)
    words = [re.escape(name).replace(r"\ ", r"[\s_-]*") for name in sorted(names, key=len)]
    pattern = re.compile(r"(?<![a-z])(?:%s)(?:e?s)?(?![a-z])" % "|".join(reversed(words)))
    for path in files_of(tree):
        if path.startswith(GAMES_OWN) or path.endswith(".md") or path == "LICENSE":
            continue
        if pattern.search(path.lower()):
            yield path, 0, "is the file's own name"
        for number, line in enumerate(lines_of(tree, path), 1):
            # drawChess is two words
            if pattern.search(re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", line).lower()):
                yield path, number, line.strip()


# --- includes ---


def includes_of(tree):
    """Every include of a file of ours: (file, line's number, the file it names)."""
    paths = [path for path in files_of(tree) if path.endswith((".c", ".h", ".inc"))]
    known = set(paths)
    for path in paths:
        for number, line in enumerate(lines_of(tree, path), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            name = match.group(1)
            beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
            for target in ("src/" + name, name, beside):
                if target in known:
                    yield path, number, target
                    break


def room_of(path):
    return os.path.dirname(path).removeprefix("src/")


def programs_of(tree):
    """Modules of one game that rank as commands: its programs and its parts of plywood."""
    programs = {"src/games/commands"}
    for path in files_of(tree):
        if re.fullmatch(r"src/games/\w+/build\.mk", path):
            for line in lines_of(tree, path):
                match = re.match(r"(PROGRAM|COMMAND)_SOURCES\s*\+=\s*(.*)", line)
                programs.update(map(module_of, match.group(2).split()) if match else [])
    return programs


def allowed(room, target):
    if room == target:
        return True
    kind = "games/*" if room.startswith("games/") else room
    return target in DIRECTION.get(kind, [])


def check_includes(tree):
    programs = programs_of(tree)
    for path, number, target in includes_of(tree):
        room = room_of(path)
        if path.startswith("tests/"):
            continue
        if module_of(path) in programs and (allowed("cmd", room_of(target)) or room_of(target) == room):
            continue
        if PLAIN.fullmatch(path) and room_of(target) != "verify":
            yield path, number, '%s may not include "%s"' % (path.removeprefix("src/"), target.removeprefix("src/"))
        elif not allowed(room, room_of(target)):
            yield path, number, '%s may not include "%s"' % (room, target.removeprefix("src/"))


# --- cycles ---


def knots(graph):
    """The strongly connected parts of a graph that are larger than a node (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            part = set()
            while node not in part:
                part.add(stack.pop())
            if len(part) > 1:
                found.append(part)

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def module_of(path):
    return os.path.splitext(path)[0]


def check_cycles(tree):
    graph, edges = {}, []
    for path, number, target in includes_of(tree):
        here, there = module_of(path), module_of(target)
        if here != there:
            graph.setdefault(here, set()).add(there)
            edges.append((path, number, target))
    for part in knots(graph):
        for path, number, target in edges:
            if module_of(path) in part and module_of(target) in part:
                yield path, number, 'includes "%s" in a cycle of %d modules' % (target.removeprefix("src/"), len(part))


# --- mentions ---

MENTION = re.compile(r"(?<![\w/.])((?:base|game|games|search|verify|agents|referee|sandbox|guest|match|course|tournament|"
                     r"screens|serve|cmd|tests)/[\w/]+\.(?:h|c|sh|js|py))\b")
INSIDE = ("", "src/", "src/referee/")


def check_mentions(tree):
    paths = set(files_of(tree))
    for path in sorted(paths):
        if not path.endswith((".c", ".h", ".js")):
            continue
        for number, line in enumerate(lines_of(tree, path), 1):
            for name in [] if INCLUDE.match(line) else MENTION.findall(line):
                if not any(folder + name in paths for folder in INSIDE):
                    yield path, number, line.strip()


GUARDS = {"names": check_names, "includes": check_includes, "cycles": check_cycles, "mentions": check_mentions}


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in GUARDS:
        sys.exit(__doc__)
    guard, tree = arguments
    offences = 0
    for path, number, what in GUARDS[guard](tree):
        print("%s:%d: %s" % (path, number, what))
        offences += 1
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
