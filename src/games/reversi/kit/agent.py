"""A first agent for land bidding: makes a random legal claim."""
import ast
import random
import sys

STEPS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


def eprint(*args):
    """What is to be said goes here: standard output belongs to the manager."""
    print(*args, file=sys.stderr)


def brackets(board, color, row, column):
    """True if a claim there takes land of the other company."""
    n = len(board)
    for dr, dc in STEPS:
        r, c, length = row + dr, column + dc, 0
        while 0 <= r < n and 0 <= c < n and board[r][c] == 3 - color:
            r, c, length = r + dr, c + dc, length + 1
        if length > 0 and 0 <= r < n and 0 <= c < n and board[r][c] == color:
            return True
    return False


def get_possible_moves(board, color):
    n = len(board)
    return [(r, c) for r in range(n) for c in range(n) if board[r][c] == 0 and brackets(board, color, r, c)]


def choose(board, color):
    """The claim to make, (row, column). This is where you come in."""
    return random.choice(get_possible_moves(board, color))


def main():
    print("Starter", flush=True)
    opening = sys.stdin.readline().strip().split(",")
    if not opening[0]:
        return
    color, by_column = int(opening[0]), len(opening) > 1
    for line in sys.stdin:
        if line.startswith("FINAL"):
            break
        if not line.startswith(("(", "[")):
            continue  # the score
        row, column = choose(ast.literal_eval(line), color)
        print(*((column, row) if by_column else (row, column)), flush=True)


if __name__ == "__main__":
    main()
