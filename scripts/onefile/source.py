"""source.py - a C source cut into the items of its file scope

An item is a declaration, a definition, a macro, or all from an #if to its #endif, with the comment
before it. Whoever asks learns which names it defines, which it uses and which members it reads; the
text itself is never changed here. This is no parser of C: it relies on how the project writes, and
the compiler finds out where that goes wrong.
"""
import re

TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>/\*.*?\*/|//[^\n]*)"
    r"|(?P<directive>(?m:^)\#(?:\\\n|/\*.*?\*/|[^\n])*)"
    r"|(?P<string>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)"
    r"|(?P<mark>->|\.\.\.|\#\#|.)", re.S)
TAGGED = ("struct", "union", "enum")
PLAIN_TYPES = {"void", "char", "short", "int", "long", "float", "double", "unsigned", "signed", "bool",
               "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
               "uint64_t", "const"}
NO_TYPES = {"return", "else", "case", "goto", "sizeof", "do"}


def tokens(text):
    """Kind and text of each token; joined they are the text again."""
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def significant(text):
    return [token for token in tokens(text) if token[0] not in ("space", "comment")]


def flat(text):
    """The same, with the inside of macros and conditions in place of the directives."""
    found = []
    for kind, word in significant(text):
        if kind != "directive":
            found.append((kind, word))
        elif re.match(r"#\s*(define|ifdef|ifndef|if|elif)\b", word):
            found += [token for token in significant(re.sub(r"^#\s*\w+|\\\n", " ", word))]
            found.append(("mark", ";"))
    return found


class Item:
    def __init__(self, text, kind):
        self.text = text
        self.kind = kind       # code, macro, group, include or comment
        self.tags = set()      # what it defines or declares: struct, union and enum tags,
        self.names = set()     # all other names,
        self.macros = set()    # macros
        self.types = set()     # those of the names that are typedefs
        self.outside = set()   # those of the names that other modules see: no static, type or constant
        self.is_variable = False


class Uses:
    """What an item uses, given the typedefs of the program."""

    def __init__(self, item, types):
        self.names = set()    # names of the file scope, or what looks like one
        self.reads = set()    # members that are read or assigned
        self.offers = []      # (member, name): an initialiser that matters where the member is read
        words = flat(item.text)
        local = set() if item.kind == "macro" else declared_inside(words, types)
        own = item.names | item.tags
        depth_of_members = member_positions(words)
        for i, (kind, word) in enumerate(words):
            if kind != "name":
                continue
            before = words[i - 1][1] if i else ""
            if before in (".", "->"):
                if before == "->" or not is_designator(words, i):
                    self.reads.add(word)
            elif before in TAGGED:
                self.names.add(word)
            elif i in depth_of_members or (word in local and word not in own):
                continue
            elif item.is_variable and (member := offered_to(words, i)):
                self.offers.append((member, word))
            else:
                self.names.add(word)


def is_designator(words, i):
    """True for the member at i of .member = value in an initialiser."""
    return i >= 2 and words[i - 2][1] in ("{", ",")


def offered_to(words, i):
    """The member to which an initialiser gives the name at i and nothing else, or nothing."""
    start = i - 1 if words[i - 1][1] == "&" else i
    ends = i + 1 < len(words) and words[i + 1][1] in (",", "}")
    if ends and start >= 3 and words[start - 1][1] == "=" and words[start - 3][1] == "." \
            and is_designator(words, start - 2):
        return words[start - 2][1]
    return None


def member_positions(words):
    """Where the members of structs and unions stand in their declarations."""
    found, stack = set(), []
    for i, (kind, word) in enumerate(words):
        if word == "{":
            back = i - 1
            while back >= 0 and words[back][1] == ")":  # an attribute
                while back >= 0 and words[back][1] != "(":
                    back -= 1
                back -= 1
            tagged = back >= 0 and (words[back][1] in ("struct", "union") or
                                    back >= 1 and words[back - 1][1] in ("struct", "union"))
            stack.append(tagged and words[back][1] not in (")", "="))
        elif word == "}":
            if stack:
                stack.pop()
        elif kind == "name" and stack and stack[-1] and i + 1 < len(words) \
                and words[i + 1][1] in (";", ",", "[", ":", ")", "=") \
                and words[i - 1][1] not in TAGGED + ("(", "["):
            found.add(i)
    return found


def declared_inside(words, types):
    """Names of parameters and local variables."""
    found, depth = set(), 0
    for i, (kind, word) in enumerate(words):
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(word, 0)
        if kind != "name" or depth == 0 or i == 0 or i + 1 == len(words) \
                or words[i + 1][1] not in ("=", ";", ",", ")", "[", ":"):
            continue
        back = i - 1
        while back > 0 and words[back][1] == "*":
            back -= 1
        type_kind, type_word = words[back]
        if type_kind != "name" or type_word in NO_TYPES or type_word in TAGGED:
            continue
        if back == i - 1 or type_word in PLAIN_TYPES or type_word in types \
                or words[back - 1][1] in TAGGED:
            found.add(word)
    return found


def without_guard(text):
    """A header's text without its include guard."""
    match = re.search(r"^#ifndef (\w+_H)\n#define \1\n", text, re.M)
    if not match:
        return text
    end = text.rindex("#endif")
    return text[:match.start()] + text[match.end():end]


def cut(text):
    """The items of a text, in their order."""
    items, start, at, words = [], 0, 0, tokens(text)
    depth, nesting, body = 0, 0, False
    last = ""
    ended = None
    for n, (kind, word) in enumerate(words):
        begin, at = at, at + len(word)
        if kind in ("space", "comment"):
            continue
        if kind == "directive" and depth == 0 and last == "":
            if re.match(r"#\s*if", word):
                nesting += 1
            elif re.match(r"#\s*endif", word):
                nesting -= 1
            if nesting == 0:
                ended = "group" if re.match(r"#\s*endif", word) else \
                    "include" if re.match(r"#\s*include", word) else "macro"
        elif kind != "directive" and nesting == 0:
            if word in ("{", "(", "["):
                body = body or (word == "{" and depth == 0 and last == ")")
                depth += 1
            elif word in ("}", ")", "]"):
                depth -= 1
            if depth == 0 and (word == ";" or (word == "}" and body)):
                ended = "code"
            last = word
        if ended:
            rest = re.match(r"[ \t]*(/\*[^\n]*\*/|//[^\n]*)?[ \t]*\n?", text[at:])
            end = at + rest.end()
            if end > start:
                items.append(describe(text[start:end], ended))
            start, body, last, ended = end, False, "", None
    if text[start:].strip():
        items.append(Item(text[start:], "comment"))
    return items


def describe(text, kind):
    """An item with the names that it defines."""
    item = Item(text, kind)
    if kind == "macro":
        match = re.search(r"^#\s*(define|undef)\s+(\w+)", text, re.M)
        if match:
            item.macros.add(match.group(2))
    elif kind == "group":
        inside = re.sub(r"(?m)^#\s*(if|elif|else|endif)(\\\n|[^\n])*", "", text)
        for part in cut(inside):
            item.tags |= part.tags
            item.names |= part.names
            item.macros |= part.macros
            item.types |= part.types
            item.outside |= part.outside
    elif kind == "code":
        describe_code(item, [w for w in significant(text) if w[0] != "directive"])
    return item


def describe_code(item, words):
    depth, top = 0, []  # the words outside braces and brackets, with "{}" in place of a body
    for i, (kind, word) in enumerate(words):
        if word == "{" and i >= 1:
            tag = words[i - 1][1] if words[i - 1][0] == "name" else None
            if tag and i >= 2 and words[i - 2][1] in TAGGED:
                item.tags.add(tag)
            if tag == "enum" or (tag and i >= 2 and words[i - 2][1] == "enum"):
                add_enumerators(item, words, i)
        if word in ("}", ")", "]"):
            depth -= 1
            if depth == 0 and word == "}":
                top.append(("body", "{}"))
        if depth == 0 and word not in ("}",):
            top.append((kind, word))
        if word in ("{", "(", "["):
            depth += 1
            if depth == 1 and word == "{":
                top.pop()
    texts = [word for _, word in top]
    if texts[:1] == ["typedef"]:
        name = typedef_name(words)
        item.names.add(name)
        item.types.add(name)
        return
    if len(texts) == 3 and texts[0] in TAGGED and top[1][0] == "name":
        item.tags.add(texts[1])  # declared ahead
        return
    if texts and texts[0] == "_Static_assert":
        return
    calls = [i for i, word in enumerate(texts) if word == "(" and i > 0 and top[i - 1][0] == "name"
             and texts[i - 1] not in ("__attribute__", "_Alignas")]
    if calls and "=" not in texts[:calls[0]]:
        name = texts[calls[0] - 1]
        item.names.add(name)
        if texts[-1] == "{}" and texts[0] != "static":
            item.outside.add(name)
        return
    for i, (kind, word) in enumerate(top):
        if kind == "name" and i > 0 and i + 1 < len(top) and texts[i + 1] in ("=", "[", ",", ";") \
                and texts[i - 1] not in TAGGED + ("=", "&", "+", "-", "/", "|"):
            item.names.add(word)
            item.is_variable = True
            if texts[0] not in ("static", "extern"):
                item.outside.add(word)


def add_enumerators(item, words, opening):
    depth = 0
    for i in range(opening, len(words)):
        word = words[i][1]
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(word, 0)
        if depth == 0:
            return
        if words[i][0] == "name" and depth == 1 and words[i - 1][1] in ("{", ","):
            item.names.add(word)


def typedef_name(words):
    """The name that a typedef gives: what is left of it without attributes, bodies and brackets."""
    depth, name = 0, None
    for i, (kind, word) in enumerate(words):
        if word == "__attribute__":
            break
        if kind == "name" and depth == 1 and words[i - 1][1] == "*" and words[i - 2][1] == "(" \
                and words[i + 1][1] == ")":
            return word  # of a pointer to a function
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(word, 0)
        if kind == "name" and depth == 0:
            name = word
    return name
