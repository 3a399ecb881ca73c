"""read_exports.py FOLDER - reads out.csv, out.json and out.pgn back, as other programs would

Checks that the three tell the same games, and prints for each a line: the first mover's name, the
second one's and the result, as JSON. PGN is read by its own grammar: tag pairs with \\\\ and \\"
escaped, a comment in braces, a result. Exit status 1: a file is not what it should be."""

import csv
import json
import re
import sys

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]\n')


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    for row in rows:
        assert None not in row and None not in row.values(), row
        for name, cell in row.items():
            # what a spreadsheet calculates
            number = re.fullmatch(r"-?\d+(\.\d+)?", cell)
            assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), (name, cell)
    return rows


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def read_pgn(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    games, at = [], 0
    while at < len(text):
        tags = {}
        while match := TAG.match(text, at):
            assert match[1] not in tags, match[1]
            tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
            at = match.end()
        match = re.compile(r"\n\{([^{}]*)\}\s(\S+)\n\n").match(text, at)
        assert match, text[at : at + 200]
        assert max(map(len, match[0].encode().split(b"\n"))) < 256
        at = match.end()
        for name in ("Event", "Site", "Date", "Round", "White", "Black", "Result"):
            assert name in tags, name
        assert match[2] == tags["Result"]
        games.append((tags, match[1].split()))
    return games


def without_guard(cell):
    return cell[1:] if cell.startswith("'") else cell


def main(folder):
    rows, lines = read_csv(folder + "/out.csv"), read_json(folder + "/out.json")
    games = read_pgn(folder + "/out.pgn")
    assert len(rows) == len(lines) == len(games), (len(rows), len(lines), len(games))
    for row, line, (tags, moves) in zip(rows, lines, games):
        names = [without_guard(row["first"]), without_guard(row["second"])]
        assert names == line["agents"] == [tags["White"], tags["Black"]], (names, line, tags)
        assert row["result"] == line["result"] == tags["Result"]
        assert without_guard(row["moves"]).split() == line["moves"].split() == moves
        assert int(row["id"]) == line["id"] == int(tags["GameId"])
        assert tags["Date"].replace(".", "-") == row["finished"][:10] == line["finished"][:10]
        assert tags["Round"] == "%d.%d" % (line["round"], line["number"] + 1)
        assert without_guard(row["detail"]) == line["detail"]
        assert row["fault"] == line["fault"]
        assert row["seed"] == line["seed"]
        for name in ("cpu", "wall", "left"):
            for seat, told in zip(("first", "second"), line[name]):
                cell = row["%s_%s" % (name, seat)]
                assert (cell == "") == (told is None)
                assert told is None or abs(float(cell) - told) < 1e-5
        print(json.dumps(line["agents"] + [line["result"]]))


main(sys.argv[1])
