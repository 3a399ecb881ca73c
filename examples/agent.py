"""A first agent for Fruit Rage: takes the largest region. A place to start from.

    plywood match fruit "cmd:python3 $PWD/examples/agent.py" random --games 2
    plywood doctor "cmd:python3 $PWD/examples/agent.py" fruit
"""


def region(board, row, column):
    """All cells of the region that this cell belongs to."""
    kind, found, todo = board[row][column], set(), [(row, column)]
    while todo:
        r, c = todo.pop()
        inside = 0 <= r < len(board) and 0 <= c < len(board)
        if inside and board[r][c] == kind and (r, c) not in found:
            found.add((r, c))
            todo += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return found


def after(board, cells):
    """The board without these cells, everything above fallen down."""
    n = len(board)
    columns = []
    for c in range(n):
        kept = [board[r][c] for r in range(n) if (r, c) not in cells and board[r][c] != "*"]
        columns.append(["*"] * (n - len(kept)) + kept)
    return ["".join(columns[c][r] for c in range(n)) for r in range(n)]


with open("input.txt") as file:
    lines = file.read().split()
n = int(lines[0])
board = lines[3 : 3 + n]

best = set()
for r in range(n):
    for c in range(n):
        if board[r][c] != "*" and (r, c) not in best:
            cells = region(board, r, c)
            best = cells if len(cells) > len(best) else best

row, column = min(best)
with open("output.txt", "w") as file:
    file.write(f"{chr(ord('A') + column)}{row + 1}\n")
    file.write("".join(line + "\n" for line in after(board, best)))
