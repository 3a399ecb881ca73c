"""A first agent for Laser Checkmate: takes a random free square. Runs under Python 2 and 3."""
import random

EMPTY, MINE, OTHER, BLOCK = "0123"
STEPS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
RANGE = 3


def covered_by(board, row, column):
    """The squares that an emitter on this one covers."""
    n, squares = len(board), {(row, column)}
    for dr, dc in STEPS:
        for i in range(1, RANGE + 1):
            r, c = row + i * dr, column + i * dc
            if not (0 <= r < n and 0 <= c < n) or board[r][c] == BLOCK:
                break
            squares.add((r, c))
    return squares


def free_squares(board):
    """Where an emitter may be placed."""
    n, covered = len(board), set()
    for r in range(n):
        for c in range(n):
            if board[r][c] in (MINE, OTHER):
                covered |= covered_by(board, r, c)
    return [(r, c) for r in range(n) for c in range(n) if board[r][c] == EMPTY and (r, c) not in covered]


def choose(board):
    """The square to take. This is where you come in."""
    return random.choice(free_squares(board))


with open("input.txt") as file:
    words = file.read().split()
row, column = choose(words[1 : 1 + int(words[0])])
with open("output.txt", "w") as file:
    file.write("%d %d\n" % (row, column))
