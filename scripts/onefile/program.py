"""program.py - which items of which sources make a program

From main() on, whatever an item names is needed, and so is what that names. A static name is looked
for in its module, all others in the headers and among what modules offer to one another. What an
initialiser gives to a member (a facet of a game, for example) is needed only if somebody reads a
member of that name; else the initialiser goes, too.

Sources are of three kinds. A header is written once. A module is a .c file. What several modules
include each in its own way is a template: by its name, or since another header defines the same
names, or since it asks for a level of processors that only some modules are compiled for. Modules
that share templates are a family.
"""
import os
import re

from source import Uses, cut, without_guard

SOURCES = "src"  # includes, and the paths of units, begin there
GUARD = re.compile(r"^#ifndef (\w+_H)$", re.M)
HEADING = re.compile(r"\s*/\*.*?\*/[ \t]*\n", re.S)
INCLUDE = re.compile(r'^#\s*include\s+(<[^>]+>|"[^"]+")', re.M)


def text_of(path):
    with open(os.path.join(SOURCES, path), encoding="utf-8") as source:
        text = source.read()

    def data(match):  # numbers that belong into an initialiser
        with open(os.path.join(SOURCES, match.group(1)), encoding="utf-8") as source:
            return re.sub(r"// clang-format.*\n", "", source.read()).rstrip("\n")

    text = re.sub(r"[ \t]*// clang-format (on|off)\n", "", text)
    return re.sub(r'^#include "([^"]+\.inc)"', data, text, flags=re.M)


class Unit:
    """A source file."""

    def __init__(self, path):
        self.path = path
        text = text_of(path)
        guard = GUARD.search(text)
        self.guard = guard.group(1) if guard else None
        self.asks_for_level = "__AVX512" in text
        heading = HEADING.match(text)
        self.heading = heading.group().strip() if heading else ""
        self.items = cut(without_guard(text[heading.end() if heading else 0:]))
        self.kept = set()  # numbers of the items that the program needs
        self.system = set()
        self.includes = []
        for item in self.items:
            for name in INCLUDE.findall(item.text):
                (self.system.add if name[0] == "<" else self.includes.append)(name[1:-1])

    def names(self):
        """Of the kept items: names and tags."""
        names, tags = set(), set()
        for i in self.kept:
            names |= self.items[i].names
            tags |= self.items[i].tags
        return names, tags


class Module:
    """A .c file with the templates that it includes, in their order."""

    def __init__(self, path, units, templates):
        self.path = path
        self.parts = [units[path]]
        for unit in self.parts:
            self.parts += [units[name] for name in unit.includes
                           if name in templates and units[name] not in self.parts]
        self.local, self.offered = {}, {}
        alias = {}
        for unit in self.parts:
            for i, item in enumerate(unit.items):
                for name in item.names | item.tags | item.macros:
                    self.local.setdefault(name, []).append((unit, i))
                match = re.search(r"^#define (\w+)\s+([A-Za-z_]\w*)$", item.text, re.M)
                if match and item.kind == "macro":
                    alias[match.group(1)] = match.group(2)
        for unit in self.parts:
            for i, item in enumerate(unit.items):
                for name in item.outside:
                    self.offered.setdefault(alias.get(name, name), []).append((unit, i))


class Program:
    def __init__(self, sources, games):
        sources = [os.path.relpath(path, SOURCES) for path in sources]
        sources = [path for path in sources if not is_of_another_game(path, games)]
        self.units = {}
        for path in sources:
            self.add(path)
        for path in sources:
            if path.endswith("/registry.c") and path.startswith("games/"):
                choose_games(self.units[path], games)
        self.headers = []  # each after those that it includes
        self.templates = self.find_templates()
        self.modules = [Module(path, self.units, self.templates) for path in sources]
        for path in sources:
            self.order_headers(path, set())
        self.types = set().union(*(item.types for unit in self.units.values() for item in unit.items))
        self.find_needed(self.modules[0])
        self.modules = [module for module in self.modules if module.parts[0].kept or
                        any(unit.kept for unit in module.parts if unit.path in self.templates)
                        and self.is_needed(module)]
        self.headers = [unit for unit in self.headers if unit.kept]
        self.families = self.find_families()

    def add(self, path):
        if path not in self.units:
            self.units[path] = Unit(path)
            for name in self.units[path].includes:
                self.add(name)

    def find_templates(self):
        templates, owners = set(), {}
        for path, unit in self.units.items():
            if path.endswith(".h") and (not unit.guard or unit.asks_for_level):
                templates.add(path)
            elif path.endswith(".h"):
                for item in unit.items:
                    for name in item.names - item.types if "{" in item.text else ():
                        owners.setdefault(name, set()).add(path)
        for paths in owners.values():
            if len(paths) > 1:
                templates |= paths
        return templates

    def order_headers(self, path, seen):
        if path in seen:
            return
        seen.add(path)
        unit = self.units[path]
        for name in unit.includes:
            self.order_headers(name, seen)
        if path.endswith(".h") and path not in self.templates and unit not in self.headers:
            self.headers.append(unit)

    def find_needed(self, first):
        common = {}  # name: (module or None, unit, item)
        for unit in self.headers:
            for i, item in enumerate(unit.items):
                for name in item.names | item.tags | item.macros:
                    common.setdefault(name, []).append((None, unit, i))
        for module in self.modules:
            for name, places in module.offered.items():
                if name != "main" or module is first:
                    common.setdefault(name, []).extend((module, *place) for place in places)
        self.visited, self.reads, self.uses, waiting = set(), set(), {}, {}
        uses = self.uses
        queue = [(first, *place) for place in first.local["main"]]
        while queue:
            place = queue.pop()
            if place in self.visited:
                continue
            self.visited.add(place)
            module, unit, i = place
            unit.kept.add(i)
            if (unit, i) not in uses:
                uses[unit, i] = Uses(unit.items[i], self.types)

            def find(name, module=module):
                if module and name in module.local:
                    queue.extend((module, *found) for found in module.local[name])
                queue.extend(common.get(name, ()))

            for name in uses[unit, i].names:
                find(name)
            for member, name in uses[unit, i].offers:
                if member in self.reads:
                    find(name)
                else:
                    waiting.setdefault(member, []).append((find, name))
            for member in uses[unit, i].reads - self.reads:
                self.reads.add(member)
                for find, name in waiting.pop(member, ()):
                    find(name)

    def foreign_names(self):
        """Names that some item uses though nobody here defines them for it: the C library's."""
        known = set().union(*(unit.items[i].names | unit.items[i].tags | unit.items[i].macros
                              for unit in self.headers for i in unit.kept))
        known |= set().union(*(module.offered for module in self.modules))
        found = set()
        for module, unit, i in self.visited:
            found |= self.uses[unit, i].names - known - set(module.local if module else ())
        return found

    def is_needed(self, module):
        return any(place[0] is module for place in self.visited)

    def find_families(self):
        """Lists of modules that share templates."""
        families = []
        for module in self.modules:
            mine = {unit.path for unit in module.parts if unit.path in self.templates}
            if not mine:
                continue
            joined = [family for family in families
                      if any(mine & {unit.path for unit in other.parts} for other in family)]
            families = [family for family in families if family not in joined]
            families.append([other for family in joined for other in family] + [module])
        return families


def is_of_another_game(path, games):
    folders = path.split("/")
    return folders[0] == "games" and len(folders) > 2 and folders[1] not in games


def choose_games(registry, games):
    """Leaves those games in the registry that the program is for."""
    for item in registry.items:
        for name in set(re.findall(r"\bgame_(\w+)", item.text)) - set(games):
            item.text = re.sub(r"&?\bgame_%s\b(, ?)?" % name, "", item.text)
        item.text = re.sub(r", *;", ";", item.text)
        item.names = {name for name in item.names
                      if not name.startswith("game_") or name[5:] in games}
