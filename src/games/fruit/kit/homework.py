"""A first agent for the Fruit Rage: takes the region of a random fruit."""
import random


def region(board, row, column):
    """All cells of the region that this cell belongs to."""
    n, kind, found, todo = len(board), board[row][column], set(), [(row, column)]
    while todo:
        r, c = todo.pop()
        if 0 <= r < n and 0 <= c < n and board[r][c] == kind and (r, c) not in found:
            found.add((r, c))
            todo += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return found


def after(board, cells):
    """The board without these cells, everything above them fallen down."""
    n, columns = len(board), []
    for c in range(n):
        kept = [board[r][c] for r in range(n) if board[r][c] != "*" and (r, c) not in cells]
        columns.append(["*"] * (n - len(kept)) + kept)
    return ["".join(columns[c][r] for c in range(n)) for r in range(n)]


def choose(board, seconds):
    """The cell to pick. This is where you come in."""
    n = len(board)
    return random.choice([(r, c) for r in range(n) for c in range(n) if board[r][c] != "*"])


def main():
    with open("input.txt") as file:
        words = file.read().split()
    n, seconds = int(words[0]), float(words[2])
    board = words[3 : 3 + n]
    row, column = choose(board, seconds)
    with open("output.txt", "w") as file:
        file.write("%s%d\n" % (chr(ord("A") + column), row + 1))
        for line in after(board, region(board, row, column)):
            file.write(line + "\n")


if __name__ == "__main__":
    main()
