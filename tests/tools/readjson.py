"""readjson.py [--lines] [EXPRESSION] - is standard input JSON, and does EXPRESSION hold for it?

Reads one JSON value, or one a line, and evaluates the Python expression, in which d is the value
(the list of values with --lines). Stricter than Python's own reader, which takes NaN and doubled
names; and python3-minimal, which is all the tests ask for, has none.
"""
import re
import sys

TOKEN = re.compile(r'[ \t\r\n]*(?:([][{},:])|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")'
                   r'|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)|(true|false|null))')
WORDS = {"true": True, "false": False, "null": None}
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def unescape(match):
    c = match.group(1)
    return chr(int(c[1:], 16)) if len(c) > 1 else ESCAPES.get(c, c)


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 0

    def fail(self, expected):
        raise SystemExit("not JSON: expected %s at %r" % (expected, self.text[self.at:self.at + 40]))

    def token(self):
        match = TOKEN.match(self.text, self.at)
        if not match:
            self.fail("a value or a mark")
        self.at = match.end()
        return match.groups()

    def mark(self, expected):
        if self.token()[0] not in tuple(expected):
            self.fail("one of " + expected)
        return self.text[self.at - 1]

    def closes(self, mark):
        before = self.at
        if self.token()[0] == mark:
            return True
        self.at = before
        return False

    def value(self):
        mark, string, number, word = self.token()
        if string is not None:
            return re.sub(r"\\(u....|.)", unescape, string[1:-1])
        if number is not None:
            return float(number) if re.search("[.eE]", number) else int(number)
        if word is not None:
            return WORDS[word]
        if mark == "[":
            return self.array()
        if mark == "{":
            return self.object()
        self.fail("a value")

    def array(self):
        out = []
        if self.closes("]"):
            return out
        while True:
            out.append(self.value())
            if self.mark(",]") == "]":
                return out

    def object(self):
        out = {}
        if self.closes("}"):
            return out
        while True:
            name = self.value()
            if not isinstance(name, str) or name in out:
                self.fail("a new name")
            self.mark(":")
            out[name] = self.value()
            if self.mark(",}") == "}":
                return out


def read(text):
    reader = Reader(text)
    value = reader.value()
    if text[reader.at:].strip(" \t\r\n"):
        reader.fail("the end")
    return value


def main():
    arguments = sys.argv[1:]
    text = sys.stdin.buffer.read().decode("utf-8")
    if arguments[:1] == ["--lines"]:
        arguments = arguments[1:]
        d = [read(line) for line in text.splitlines()]
    else:
        d = read(text)
    for expression in arguments:
        if not eval(expression, {"d": d}):
            raise SystemExit("does not hold: %s\nin %s" % (expression, text[:400]))


main()
