"""manager.py - a land-bidding game manager that trusts nobody

Plays games between an agent on pipes and a random opponent, with its own plain rules, and prints a
line "good …" or "bad …: reason" for each. Every option that takes words takes several, separated by
commas; one game is played for each combination.

    --sizes 4,6        board edges
    --readings rc,cr   does the manager take an answer as row and column, or column and row?
    --openings 0,5,0,1,1;bare
                       the first line without its colour, separated by semicolons; bare: the colour
                       alone
    --colours 1,2      the agent's
    --forms list,tuple the board as a list of lists (then, as the course does it, only the first
                       board is one) or as a tuple of tuples
    --ends final,close,kill
                       FINAL and then the end of the input, only that, or a kill (cycled through)
    --rules bidding    or othello: passes are made by the manager itself
    --log FOLDER       writes positions the agent was asked about as FOLDER/N.txt, in the form
                       plywood reads, and its move as FOLDER/N.move; but only from the turn on at
                       which it could know how its answers are read, and move as it likes
    -- COMMAND…        the agent
"""
import argparse
import os
import random
import select
import signal
import subprocess
import sys
import time

PATIENCE = 60  # seconds for an answer; the course's ten, and a busy machine
DIRECTIONS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


class Misbehaviour(Exception):
    pass


def new_board(n):
    board = [[0] * n for _ in range(n)]
    k = n // 2 - 1
    board[k][k] = board[k + 1][k + 1] = 2
    board[k][k + 1] = board[k + 1][k] = 1
    return board


def flips(board, player, row, column):
    n, found = len(board), []
    if board[row][column]:
        return found
    for down, right in DIRECTIONS:
        line, r, c = [], row + down, column + right
        while 0 <= r < n and 0 <= c < n and board[r][c] == 3 - player:
            line.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < n and 0 <= c < n and board[r][c] == player:
            found += line
    return found


def claims(board, player):
    n = len(board)
    return [(r, c) for r in range(n) for c in range(n) if flips(board, player, r, c)]


def claim(board, player, row, column):
    for r, c in flips(board, player, row, column) + [(row, column)]:
        board[r][c] = player


def score(board):
    cells = sum(board, [])
    return cells.count(1), cells.count(2)


class Agent:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.buffer = b""

    def say(self, text):
        try:
            self.process.stdin.write(text.encode())
        except BrokenPipeError:
            raise Misbehaviour("the agent does not listen any more")

    def hear(self):
        """The next line; whatever else the agent has said by now is too much."""
        limit = time.monotonic() + PATIENCE
        while b"\n" not in self.buffer:
            left = limit - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Misbehaviour("no answer")
            got = os.read(self.process.stdout.fileno(), 4096)
            if not got:
                raise Misbehaviour("the agent has gone")
            self.buffer += got
        line, self.buffer = self.buffer.split(b"\n", 1)
        if self.buffer:
            raise Misbehaviour("more than a line: %r" % self.buffer)
        return line.decode()

    def end(self, how, board):
        """Ends the agent and checks that it goes quietly; returns nothing."""
        if how == "kill":
            self.process.kill()
            expected = -signal.SIGKILL
        else:
            if how == "final":
                self.say("FINAL %d %d\n" % score(board))
            self.process.stdin.close()
            expected = 0
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Misbehaviour("does not end")
        said = self.buffer + self.process.stdout.read()
        complaint = self.process.stderr.read()
        if status != expected or said or complaint:
            raise Misbehaviour("ended with status %d, having said %r and %r" % (status, said, complaint))

    def abandon(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


def move_of(answer, reading):
    words = answer.split(" ")
    if len(words) != 2 or not all(w.isascii() and w.isdigit() for w in words):
        raise Misbehaviour("not two numbers: %r" % answer)
    first, second = int(words[0]), int(words[1])
    return (first, second) if reading == "rc" else (second, first)


class Game:
    logged = 0

    def __init__(self, options, size, reading, opening, colour, form, end, seed):
        self.options, self.reading, self.colour, self.form = options, reading, colour, form
        self.opening, self.ending, self.size = opening, end, size
        self.random = random.Random(seed)
        self.board = new_board(size)
        self.turns = 0
        self.revealed = False

    def opening_line(self):
        return "%d\n" % self.colour if self.opening == "bare" else "%d,%s\n" % (self.colour, self.opening)

    def board_text(self):
        as_list = self.form == "list" and self.turns == 0
        return str(self.board) if as_list else str(tuple(map(tuple, self.board)))

    def log(self, move):
        if self.options.log and self.revealed:
            Game.logged += 1
            path = os.path.join(self.options.log, str(Game.logged))
            with open(path + ".txt", "w") as out:
                out.write("%d\nSCORE %d %d\n%s\n" % ((self.colour,) + score(self.board) +
                                                    (tuple(map(tuple, self.board)),)))
            with open(path + ".move", "w") as out:
                out.write("%d %d\n" % move)

    def ask(self, agent):
        agent.say("SCORE %d %d\n%s\n" % (score(self.board) + (self.board_text(),)))
        answer = agent.hear()
        move = move_of(answer, self.reading)
        n = len(self.board)
        if not (0 <= move[0] < n and 0 <= move[1] < n and flips(self.board, self.colour, *move)):
            raise Misbehaviour("illegal answer %r at turn %d on %s" % (answer, self.turns + 1, self.board))
        self.log(move)
        self.revealed = self.revealed or move[0] != move[1]
        self.turns += 1
        return move

    def play(self, agent):
        name = agent.hear()
        if not name:
            raise Misbehaviour("no name")
        agent.say(self.opening_line())
        player = 1
        while True:
            legal = claims(self.board, player)
            if not legal:
                if self.options.rules == "bidding" or not claims(self.board, 3 - player):
                    break
            else:
                move = self.ask(agent) if player == self.colour else self.random.choice(legal)
                claim(self.board, player, *move)
            player = 3 - player
        agent.end(self.ending, self.board)

    def describe(self):
        own, other = score(self.board)
        if self.colour == 2:
            own, other = other, own
        return "%d x %d, colour %d, %s, %s, %s first, %s: %d turns, %d to %d" % (
            self.size, self.size, self.colour,
            "bare first line" if self.opening == "bare" else "first line " + self.opening,
            "row column" if self.reading == "rc" else "column row", self.form, self.ending, self.turns,
            own, other)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="6")
    parser.add_argument("--readings", default="cr")
    parser.add_argument("--openings", default="bare")
    parser.add_argument("--colours", default="1,2")
    parser.add_argument("--forms", default="list")
    parser.add_argument("--ends", default="final,close,kill")
    parser.add_argument("--rules", default="bidding")
    parser.add_argument("--games", type=int, default=1, help="of each combination")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    ends = options.ends.split(",")
    combinations = [(int(size), reading, opening, int(colour), form)
                    for _ in range(options.games) for size in options.sizes.split(",")
                    for reading in options.readings.split(",")
                    for opening in options.openings.split(";")
                    for colour in options.colours.split(",") for form in options.forms.split(",")]
    bad = 0
    for number, combination in enumerate(combinations):
        game = Game(options, *combination, ends[number % len(ends)], options.seed + number)
        agent = Agent(options.command)
        try:
            game.play(agent)
            print("good %s" % game.describe())
        except Misbehaviour as what:
            bad += 1
            print("bad %s: %s" % (game.describe(), what))
        finally:
            agent.abandon()
        sys.stdout.flush()
    sys.exit(bad > 0)


main()
