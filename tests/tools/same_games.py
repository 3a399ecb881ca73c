"""same_games.py ONE OTHER [GAMES] - are two exports of a tournament (JSON lines) the same, game for game?

Compared is what does not depend on where and when a game was played: who, from which start, with
which seat, the moves, the score, the ending. Prints what differs; GAMES: how many there must be.
Exit status 0: the same; 1: not, or a game is there twice.
"""

import json
import sys

CHANGING = {"id", "cpu", "wall", "left", "host", "finished", "detail", "complaint"}


def games(path):
    found = {}
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        game = json.loads(line)
        name = (*game["agents"], game["start"])  # who moves first is told first
        if name in found:
            print(f"{path}:{number}: {name} is there twice")
            sys.exit(1)
        found[name] = {k: v for k, v in game.items() if k not in CHANGING}
    return found


def main():
    one, other = games(sys.argv[1]), games(sys.argv[2])
    wrong = 0
    for name in sorted(set(one) | set(other)):
        if one.get(name) != other.get(name):
            wrong += 1
            if wrong <= 5:
                print(name, one.get(name), other.get(name), sep="\n  ")
    if len(sys.argv) > 3 and len(one) != int(sys.argv[3]):
        print(f"expected {sys.argv[3]} games, found {len(one)}")
        wrong += 1
    print(f"{len(one)} and {len(other)} games, {wrong} differences")
    return wrong > 0


sys.exit(main())
