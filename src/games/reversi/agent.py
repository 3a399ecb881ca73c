"""Land-bidding agent. Started as a program it is Plywood's agent on pipes; imported, it offers the
functions of the course's text, answered by Plywood's C code (libreversi.so, made by make).

A board is a tuple of rows, a color 1 or 2. A limit below 0 is none. Claims are (column, row), legal
moves (row, column), as the text says.

cached_states keeps, until it is cleared, the states that were asked about with caching=1: (board,
color), where color is to move, and its utility for color. A min node of color is a state in which the
other one moves, and is kept as such. The utility is that of the last limit that was asked for; what
alpha and beta made a mere bound of is not kept. The states in between are kept by the library, which
knows them by their limits too, so caching never changes an answer."""
import ctypes, os, sys

here = os.path.dirname(os.path.abspath(__file__))


def find(name):
    places = [os.path.join(here, folder, name) for folder in ("", "../../../build", "..")]
    return next((place for place in places if os.access(place, os.R_OK)), None)


if __name__ == "__main__":
    program = find("reversi")
    os.execv(program, [program]) if program else sys.exit("agent.py: the program reversi is not beside it: make builds it as build/reversi")

if not find("libreversi.so"):
    raise ImportError("agent.py: libreversi.so is not beside it: make builds it as build/libreversi.so")
library = ctypes.CDLL(find("libreversi.so"))
library.reversi_compute_heuristic.restype = ctypes.c_double


class States(dict):
    """A dictionary from (board, color to move) to its utility; clearing it clears the library's as well."""

    def clear(self):
        super().clear()
        library.reversi_forget_states()


cached_states = States()


def eprint(*args, **kwargs):
    print(*args, file=sys.stderr, **kwargs)


def packed(board):
    """The board as C wants it: its cells, row by row, and its edge."""
    n = len(board)
    if not 3 <= n <= library.reversi_size_max() or any(len(row) != n for row in board):
        raise ValueError("expected a square board of 3 to %d rows" % library.reversi_size_max())
    cells = [cell for row in board for cell in row]
    if any(cell not in (0, 1, 2) for cell in cells):
        raise ValueError("expected cells of 0, 1 and 2")
    return (ctypes.c_int * (n * n))(*cells), n


def company(color):
    if color not in (1, 2):
        raise ValueError("expected a color of 1 or 2, found %r" % (color,))
    return color


def whole(limit):
    """Limits and windows may be anything that compares, infinities included."""
    return int(max(-1000000, min(1000000, limit)))


def get_score(board):
    score = (ctypes.c_int * 2)()
    library.reversi_get_score(*packed(board), score)
    return score[0], score[1]


def get_possible_moves(board, color):
    cells, n = packed(board)
    rows, columns = (ctypes.c_int * (n * n))(), (ctypes.c_int * (n * n))()
    count = library.reversi_get_possible_moves(cells, n, company(color), rows, columns)
    return [(rows[i], columns[i]) for i in range(count)]


def compute_utility(board, color):
    return library.reversi_compute_utility(*packed(board), company(color))


def compute_heuristic(board, color):
    return library.reversi_compute_heuristic(*packed(board), company(color))


def remember(board, color, utility, caching):
    if caching:
        cached_states[tuple(map(tuple, board)), color] = utility
    return utility


def mm_max_node(board, color, limit, caching=0):
    utility = library.reversi_mm_max_node(*packed(board), company(color), whole(limit), bool(caching))
    return remember(board, color, utility, caching)


def mm_min_node(board, color, limit, caching=0):
    utility = library.reversi_mm_min_node(*packed(board), company(color), whole(limit), bool(caching))
    return -remember(board, 3 - color, -utility, caching)


def ab_max_node(board, color, alpha, beta, limit, caching=0, ordering=0):
    utility = library.reversi_ab_max_node(*packed(board), company(color), whole(alpha), whole(beta),
                                          whole(limit), bool(caching), bool(ordering))
    return remember(board, color, utility, caching and alpha < utility < beta)


def ab_min_node(board, color, alpha, beta, limit, caching=0, ordering=0):
    utility = library.reversi_ab_min_node(*packed(board), company(color), whole(alpha), whole(beta),
                                          whole(limit), bool(caching), bool(ordering))
    return -remember(board, 3 - color, -utility, caching and alpha < utility < beta)


def claimed(found, claim, board, color, caching):
    """(column, row), or None where there is no legal claim."""
    if not found:
        return None
    remember(board, color, claim[2], caching)
    return claim[0], claim[1]


def claim_mm(board, color, limit, caching=0):
    claim = (ctypes.c_int * 3)()
    found = library.reversi_claim_mm(*packed(board), company(color), whole(limit), bool(caching), claim)
    return claimed(found, claim, board, color, caching)


def claim_ab(board, color, limit, caching=0, ordering=0):
    claim = (ctypes.c_int * 3)()
    found = library.reversi_claim_ab(*packed(board), company(color), whole(limit), bool(caching),
                                     bool(ordering), claim)
    return claimed(found, claim, board, color, caching)
