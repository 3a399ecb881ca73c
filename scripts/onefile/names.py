"""names.py - names that were apart in modules of their own, and meet in one file

Where two modules define the same name each for itself, both get the module's name in front. The
names of a family (program.py) stay as they are in the text, since a template has them once; a macro
gives them another meaning for each module. Such a name must mean nothing else in the program, or it
gets the family's name in front.
"""
import os
import re

from source import TAGGED, declared_inside, flat, member_positions, significant, tokens


class Names:
    def __init__(self, program):
        self.program = program
        self.changes = {}  # unit: ({name: new name}, {tag: new tag})
        self.in_family = {id(unit) for family in program.families for unit in units_of(family)}
        single = [m.parts[0] for m in program.modules if id(m.parts[0]) not in self.in_family]
        self.rename_clashes(single)
        self.common = set()  # all names outside families
        for unit in program.headers + single:
            self.common |= self.final_names(unit)
        for family in program.families:
            for module in family:
                self.common |= set(module.offered) & used_outside(program)
        self.common.add("main")
        self.families = [self.settle_family(family) for family in program.families]

    def rename_clashes(self, single):
        owners = {}  # (name, is a tag): units
        for unit in self.program.headers + single:
            for is_tag, names in enumerate(unit.names()):
                for name in names - declared_in_headers(self.program, unit, is_tag):
                    owners.setdefault((name, is_tag), []).append(unit)
        foreign = self.program.foreign_names()
        taken = {name for name, _ in owners}
        for (name, is_tag), units in sorted(owners.items(), key=lambda owner: owner[0]):
            if len(units) < 2 and name not in foreign:
                continue
            own = [unit for unit in units if unit in single]  # a header's name stays
            for unit, new in zip(own, new_names(name, own, taken)):
                self.changes.setdefault(unit, ({}, {}))[is_tag][name] = new
                taken.add(new)

    def final_names(self, unit):
        names, tags = unit.names()
        changed = self.changes.get(unit, ({}, {}))
        return {changed[0].get(name, name) for name in names} | \
            {changed[1].get(name, name) for name in tags}

    def settle_family(self, family):
        """The names that a family's macros give another meaning."""
        units = units_of(family)
        outside = set().union(*(module.offered for module in family)) & used_outside(self.program)
        members = set()
        for unit in self.program.headers:
            for i in unit.kept:
                words = flat(unit.items[i].text)
                members |= {words[at][1] for at in member_positions(words)}
        label = folder(family[0].parts[0])
        macros = {name for unit in units for i in unit.kept for name in unit.items[i].macros}
        result = set()
        for unit in units:
            for is_tag, names in enumerate(unit.names()):
                result |= {(name, is_tag) for name in names - outside - macros}
        taken = self.common | members | {name for name, _ in result}
        final = set()
        for name, is_tag in result:
            new = name
            if name in self.common or name in members:
                new = next(new for new in (with_prefix(label, name), with_prefix(label + "_own", name))
                           if new not in taken)
                for unit in units:
                    self.changes.setdefault(unit, ({}, {}))[is_tag][name] = new
            final.add(new)
        return sorted(final)

    def text(self, unit, text):
        """A part of the unit's text with its final names."""
        names, tags = self.changes.get(unit, ({}, {}))
        if not names and not tags:
            return text
        local = declared_inside(flat(text), self.program.types)
        return rewritten(text, {name: new for name, new in names.items() if name not in local}, tags)


def new_names(name, units, taken):
    """A name of its own for each unit, as short as can be."""
    for prefixes in ([stem(unit) for unit in units], [folder(unit) for unit in units],
                     ["%s_%s" % (folder(unit), stem(unit)) for unit in units]):
        names = [with_prefix(prefix, name) for prefix in prefixes]
        if len(set(names)) == len(names) and not taken & set(names):
            return names
    raise SystemExit("amalgamate: no names for %s" % name)


def with_prefix(prefix, name):
    return "%s_%s" % (prefix.upper() if name.isupper() else prefix, name)


def folder(unit):
    return unit.path.split("/")[-2]


def stem(unit):
    return os.path.splitext(os.path.basename(unit.path))[0]


def units_of(family):
    units = []
    for module in family:
        units += [unit for unit in module.parts if unit not in units]
    return units


def used_outside(program):
    """Names that headers declare."""
    return set().union(*(unit.names()[0] for unit in program.headers))


def declared_in_headers(program, unit, is_tag):
    """What a module defines since a header of its promises it, or declares ahead."""
    if unit in program.headers:
        return set().union(*(other.names()[is_tag] for other in program.headers if other is not unit))
    declared = set().union(*(other.names()[is_tag] for other in program.headers))
    ours = set().union(*(unit.items[i].outside for i in unit.kept))
    ahead = set()
    for i in unit.kept:
        words = [word for _, word in significant(unit.items[i].text)]
        if is_tag and "{" not in words:
            ahead |= unit.items[i].tags
        if words[:1] == ["extern"]:
            ahead |= unit.items[i].names
    if is_tag:
        return declared & ahead | {tag for tag in declared if is_promised(program, tag)}
    return ours | ahead


def is_promised(program, tag):
    """True for a tag that headers only declare: one module defines it."""
    for unit in program.headers:
        for i in unit.kept:
            item = unit.items[i]
            if tag in item.tags and re.search(r"\b%s\s*\{" % tag, item.text):
                return False
    return True


def rewritten(text, names, tags):
    """The text with other names and tags; members keep theirs."""
    pieces, before = tokens(text), ""
    at_members = member_positions(significant(text))
    count, out = 0, []
    for kind, word in pieces:
        if kind in ("space", "comment"):
            out.append(word)
            continue
        if kind == "directive":
            head = re.match(r"#\s*\w*", word).group()
            if not head.endswith("include"):
                word = head + rewritten_plainly(word[len(head):], names, tags)
        elif kind == "name" and before in TAGGED:
            word = tags.get(word, word)
        elif kind == "name" and before not in (".", "->") and count not in at_members:
            word = names.get(word, word)
        out.append(word)
        before = word
        count += 1
    return "".join(out)


def rewritten_plainly(text, names, tags):
    out, before = [], ""
    for kind, word in tokens(text):
        if kind == "name" and before not in (".", "->"):
            word = (tags if before in TAGGED else names).get(word, word)
        out.append(word)
        before = word if kind not in ("space", "comment") else before
    return "".join(out)
