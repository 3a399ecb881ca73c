"""A first agent for Halma: makes a random legal move."""
import random

SIZE = 16
ROWS = [5, 5, 4, 3, 2]  # squares of Black's camp in each row
BLACK_CAMP = {(x, y) for y in range(5) for x in range(ROWS[y])}
WHITE_CAMP = {(SIZE - 1 - x, SIZE - 1 - y) for x, y in BLACK_CAMP}
STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def is_empty(board, x, y):
    return 0 <= x < SIZE and 0 <= y < SIZE and board[y][x] == "."


def is_piece(board, x, y):
    return 0 <= x < SIZE and 0 <= y < SIZE and board[y][x] != "."


def jumps_from(board, start):
    """Ways of jumps, each a list of squares from start on, one to every square in reach."""
    rows = [list(row) for row in board]
    rows[start[1]][start[0]] = "."  # the piece has left its square
    ways, reached = [[start]], {start}
    for way in ways:  # grows as it is gone through
        x, y = way[-1]
        for dx, dy in STEPS:
            land = (x + 2 * dx, y + 2 * dy)
            if is_piece(rows, x + dx, y + dy) and is_empty(rows, *land) and land not in reached:
                reached.add(land)
                ways.append(way + [land])
    return ways[1:]


def moves(board, colour):
    """All legal moves: ("E" or "J", squares from the first to the last)."""
    goal = WHITE_CAMP if colour == "BLACK" else BLACK_CAMP
    found = []
    for y in range(SIZE):
        for x in range(SIZE):
            if board[y][x] != colour[0]:
                continue
            ways = [("E", [(x, y), (x + dx, y + dy)]) for dx, dy in STEPS if is_empty(board, x + dx, y + dy)]
            ways += [("J", way) for way in jumps_from(board, (x, y))]
            # who has reached the other camp stays in it
            found += [way for way in ways if (x, y) not in goal or way[1][-1] in goal]
    return found


def choose(board, colour, seconds):
    """The move to make. This is where you come in."""
    return random.choice(moves(board, colour))


def main():
    with open("input.txt") as file:
        words = file.read().split()
    kind, way = choose(words[3:19], words[1], float(words[2]))
    with open("output.txt", "w") as file:
        for (x, y), (to_x, to_y) in zip(way, way[1:]):
            file.write("%s %d,%d %d,%d\n" % (kind, x, y, to_x, to_y))


if __name__ == "__main__":
    main()
