"""layout.py - how the one file is laid out

First its head, then what a compiler reads first (the driver), then the program, then templates,
last the lists of names. The file includes itself for each of the later parts.
"""
import os
import re

from names import stem
from source import Uses

HEAD = """\
/* {title} - {what}
 *
 *     cc -O2 {title} -o {stem} -lm
 *
 * This one file is the whole program: gcc or clang, no other file, no library but those of C. It is
 * made by 'make {title}' from the sources of Plywood,
 * version {release}.
 * It holds what the program needs of them, with their comments; headings tell which file a part
 * comes from.
 *
 * How to read it. The program comes first, headers and then modules, from main() down. Where the
 * project compiles a template several times, this file includes itself and takes the template from
 * behind the program. It includes itself for another reason, too: on x86-64 the program is compiled
 * in two forms, one for processors with AVX2 and BMI2 and a plain one, and main() at the end of the
 * driver below takes what the processor can run. -DPLYWOOD_PORTABLE leaves the plain form alone, a
 * compiler that is told of such a processor (-march=native) the other. Whoever has the same name in
 * two forms, or a template's in several modules, gets another in front of it by a macro; those
 * lists stand last and need no reading. gcc before 12 wants to be called in the file's folder; any
 * gcc for x86-64 may note that version 4.6 changed how large vectors are passed, of which nothing
 * follows.
 *
{licence}
 */
"""

DRIVER = """\
#ifndef PART
{parts}

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef NDEBUG
#define NDEBUG
#endif
{system}
#if defined __x86_64__ || defined __i386__
#include <immintrin.h>
#endif

#if defined __FILE_NAME__
#define SELF __FILE_NAME__
#else
#define SELF __FILE__
#endif

/* Vectors may be larger than a register. They are handed over inside this file alone, so no other
 * program minds how, and functions that are meant to be parts of their callers are. */
#if defined __clang__
#pragma clang diagnostic ignored "-Wpsabi"
#else
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
#define inline inline __attribute__((always_inline))

#if defined __x86_64__ && !defined __AVX2__ && !defined PLYWOOD_PORTABLE
#include <cpuid.h>

/* Names of both forms are told apart. */
#define PART PART_NAMES
#include SELF
#undef PART

#define FORM(name) fast_##name
#define FAST_FORM
#if defined __clang__
#pragma clang attribute push(__attribute__((target("{fast}"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("{fast}")
#endif
#ifndef __AVX2__ /* clang, and a preprocessor by itself, do not tell */
#define __AVX2__ 1
#define __BMI2__ 1
#endif
#define PART PART_PROGRAM
#include SELF
#undef PART
#if defined __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef __AVX2__
#undef __BMI2__
#undef FAST_FORM
#undef FORM

#define FORM(name) plain_##name
#define PART PART_PROGRAM
#include SELF
#undef PART
#undef main

/* AVX2 with the system's consent, and the instructions that every such processor has but a virtual
 * machine may hide. */
static int has_fast_instructions(void)
{{
    unsigned a, b, c, d;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & 1u << 5); /* lzcnt */
}}

int main(int argc, char **argv)
{{
    return has_fast_instructions() ? fast_main(argc, argv) : plain_main(argc, argv);
}}

#else /* one form */
#define FORM(name) name
#define PART PART_PROGRAM
#include SELF
#endif

"""

LEVEL_BEGIN = """\
/* For processors that can do more; the program asks before it comes here. */
#if defined __x86_64__ && defined __AVX2__
#if defined FAST_FORM && defined __clang__
#pragma clang attribute pop
#endif
#if defined __clang__
#pragma clang attribute push( \\
    __attribute__((target("{features}"))), \\
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("{features}")
#endif
#ifndef __AVX512BW__
#define OWN_LEVEL
{defines}
#endif
#endif
"""

LEVEL_END = """\
#if defined __x86_64__ && defined __AVX2__
#if defined __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#if defined OWN_LEVEL
#undef OWN_LEVEL
{undefs}
#endif
#if defined FAST_FORM && defined __clang__
#pragma clang attribute push(__attribute__((target("{fast}"))), apply_to = function)
#endif
#endif
"""

FAST = "avx2,bmi,bmi2,lzcnt,popcnt"
RULER = "/* " + "-" * 94 + " */"


def write(program, names, levels, title, release):
    return Layout(program, names, levels).file(title, release)


class Layout:
    def __init__(self, program, names, levels):
        self.program = program
        self.names = names
        self.levels = levels
        self.templates = [program.units[path] for path in sorted(program.templates)
                          if program.units[path].kept]
        self.parts = {"program": 1, "names": 2}
        for unit in self.templates:
            self.parts[part_name(unit)] = len(self.parts) + 1
        for number in range(len(program.families)):
            self.parts["family_%d" % (number + 1)] = len(self.parts) + 1
            self.parts["family_%d_end" % (number + 1)] = len(self.parts) + 1

    def file(self, title, release):
        out = [HEAD.format(title=title, stem=re.split("[-.]", title)[0], release=release, licence=licence(),
                           what=what(self.program.modules[0].parts[0])),
               self.driver(), self.begin("program"), self.program_text()]
        for unit in self.templates:
            out += [self.begin(part_name(unit)), self.template_text(unit)]
        for number, (family, own) in enumerate(zip(self.program.families, self.names.families)):
            label = "family_%d" % (number + 1)
            out += [self.begin(label),
                    "/* Names of %s: each module has its own. */\n"
                    % wrapped(", ".join(module.path for module in family))]
            out += ["#define %s INSTANCE(%s)\n" % (name, name) for name in own]
            out.append(self.begin(label + "_end"))
            out += ["#undef %s\n" % name for name in own]
        out += [self.begin("names"), "/* Names of all that is compiled in two forms. */\n"]
        out += ["#define %s FORM(%s)\n" % (name, name) for name in sorted(self.names.common)]
        out.append("#endif\n")
        return re.sub(r"\n{3,}", "\n\n", "".join(out))

    def begin(self, part):
        return "\n#elif PART == PART_%s\n\n" % part.upper()

    def include(self, part):
        return "#undef PART\n#define PART PART_%s\n#include SELF\n" % part.upper()

    def driver(self):
        units = [unit for unit in self.program.units.values() if unit.kept]
        system = set().union(*(unit.system for unit in units)) - {"immintrin.h"}
        return DRIVER.format(
            parts="\n".join("#define PART_%s %d" % (name.upper(), number)
                            for name, number in self.parts.items()),
            system="\n".join("#include <%s>" % name for name in sorted(system)), fast=FAST)

    def program_text(self):
        out = []
        for unit in self.program.headers:
            out += [heading(unit), self.items(unit)]
        for module in self.program.modules:
            out.append(self.module_text(module))
        return "".join(out)

    def module_text(self, module):
        unit = module.parts[0]
        out = [heading(unit)]
        level = self.levels.get(module.path)
        macros = {name for part in module.parts for i in part.kept for name in part.items[i].macros}
        macros |= {part.guard for part in module.parts if part.guard}
        number = next((n for n, family in enumerate(self.program.families) if module in family), None)
        if number is not None:
            prefix = "%s_%s_" % (module.path.split("/")[-2], stem(unit))
            out += ["#define INSTANCE(name) FORM(%s##name)\n" % prefix,
                    self.include("family_%d" % (number + 1))]
        if level:
            defines = ["__%s__" % name.upper() for name in level.split(",") if "512" in name]
            out.append(LEVEL_BEGIN.format(
                features=FAST + "," + level, defines="\n".join("#define %s 1" % d for d in defines)))
        out.append(self.items(unit))
        if level:
            out.append(LEVEL_END.format(fast=FAST, undefs="\n".join("#undef %s" % d for d in defines)))
        out += ["#undef %s\n" % name for name in sorted(macros)]
        if number is not None:
            out += [self.include("family_%d_end" % (number + 1)), "#undef INSTANCE\n"]
        return "".join(out)

    def template_text(self, unit):
        text = heading(unit) + self.items(unit)
        if unit.guard:
            text = "#ifndef %s\n#define %s\n%s\n#endif\n" % (unit.guard, unit.guard, text)
        return text

    def items(self, unit):
        """The unit's items that are needed, with templates where it includes them."""
        out = []
        for i, item in enumerate(unit.items):
            if item.kind == "include":
                for path in re.findall(r'#include "([^"]+)"', item.text):
                    if path in self.program.templates:
                        out.append(self.include(part_name(self.program.units[path])))
            elif i in unit.kept:
                text = item.text
                if item.kind == "group":
                    text = re.sub(r"(?m)^#\s*include.*\n", "", text)
                if item.is_variable:
                    text = self.without_unread(item, text)
                out.append(self.names.text(unit, text))
        return "".join(out)

    def without_unread(self, item, text):
        """An initialiser without what it gives to members that nobody reads."""
        for member, name in Uses(item, self.program.types).offers:
            if member not in self.program.reads:
                text = re.sub(r"(?m)(^[ \t]*)?\.%s\s*=\s*&?%s\b(,|(?=\s*\}))[ \t]*(/\*[^*]*\*/)?(?(1)\n?)"
                              % (member, name), "", text)
        return text


def part_name(unit):
    folder, name = os.path.split(unit.path)
    return "%s_%s" % (os.path.basename(folder), os.path.splitext(name)[0])


def heading(unit):
    text = "\n%s\n/* %s */\n\n" % (RULER, unit.path)
    return text + (unit.heading + "\n\n" if unit.heading else "")


def what(unit):
    """The program in a line, as its own source says it."""
    return re.sub(r"^/\*\s*\w+ - ", "", unit.heading.splitlines()[0]).rstrip(" */")


def wrapped(text):
    return re.sub(r"(.{60,88}?) ", r"\1\n * ", text)


def licence():
    with open("LICENSE", encoding="utf-8") as source:
        return "\n".join((" * " + line).rstrip() for line in source.read().strip().splitlines())
