"""Compares each function that the course's text names, as agent.py offers it, with a slow one
written here from the rules alone. usage: course_functions.py AGENT.PY ROUNDS
Prints a line for each function: its name, and how many answers were compared."""
import importlib.util, random, sys

spec = importlib.util.spec_from_file_location("agent", sys.argv[1])
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)

STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def flips(board, color, row, column):
    n, found = len(board), []
    if board[row][column]:
        return found
    for dr, dc in STEPS:
        line, r, c = [], row + dr, column + dc
        while 0 <= r < n and 0 <= c < n and board[r][c] == 3 - color:
            line.append((r, c))
            r, c = r + dr, c + dc
        if line and 0 <= r < n and 0 <= c < n and board[r][c] == color:
            found += line
    return found


def moves(board, color):
    n = len(board)
    return [(r, c) for r in range(n) for c in range(n) if flips(board, color, r, c)]


def play(board, color, row, column):
    cells = [list(line) for line in board]
    for r, c in flips(board, color, row, column) + [(row, column)]:
        cells[r][c] = color
    return tuple(map(tuple, cells))


def utility(board, color):
    return sum((cell == color) - (cell == 3 - color) for line in board for cell in line)


def value(board, color, mover, limit):
    """Minimax without any idea to make it faster; a negative limit is none."""
    legal = moves(board, mover)
    if not legal or limit == 0:
        return utility(board, color)
    values = [value(play(board, mover, r, c), color, 3 - mover, limit - 1 if limit > 0 else limit) for r, c in legal]
    return max(values) if mover == color else min(values)


def best_claim(board, color, limit, ordering):
    legal = moves(board, color)
    if ordering:
        legal.sort(key=lambda move: -utility(play(board, color, *move), color))
    limit = limit - 1 if limit > 0 else limit
    worth = [value(play(board, color, r, c), color, 3 - color, limit) for r, c in legal]
    row, column = legal[worth.index(max(worth))]
    return (column, row), max(worth)


def random_state(n, plies):
    k = (n - 1) // 2 if n % 2 == 0 else n // 2 - 1
    cells = [[0] * n for _ in range(n)]
    cells[k][k] = cells[k + 1][k + 1] = 2
    cells[k][k + 1] = cells[k + 1][k] = 1
    board, color = tuple(map(tuple, cells)), 1
    for _ in range(plies):
        legal = moves(board, color)
        if not legal:
            break
        board, color = play(board, color, *random.choice(legal)), 3 - color
    return board, color


counts = {}


def kept(board, color, truth, *about):
    """What cached_states has just been told; it is taken out again."""
    compare("cached_states", truth, agent.cached_states.pop((board, color), None), *about)


def compare(name, expected, found, *about):
    counts[name] = counts.get(name, 0) + 1
    if expected != found:
        sys.exit("%s%r: expected %r, found %r" % (name, about, expected, found))


def compare_window(name, truth, alpha, beta, found, *about):
    """Within the window the value itself, outside of it a bound on the right side."""
    counts[name] = counts.get(name, 0) + 1
    good = found == truth if alpha < truth < beta else beta <= found <= truth if truth >= beta else truth <= found <= alpha
    if not good:
        sys.exit("%s%r: expected %r in %r, found %r" % (name, about, truth, (alpha, beta), found))


def compare_state(board, color, limit):
    compare("get_score", tuple(sum(line.count(i) for line in board) for i in (1, 2)), agent.get_score(board), board)
    legal = moves(board, color)
    compare("get_possible_moves", legal, sorted(agent.get_possible_moves(board, color)), board, color)
    compare("compute_utility", utility(board, color), agent.compute_utility(board, color), board, color)
    if not legal:
        compare("claim_mm", None, agent.claim_mm(board, color, limit), board, color, limit)
        sign = utility(board, color)
        estimate = agent.compute_heuristic(board, color)
        compare("compute_heuristic", (sign > 0, sign < 0), (estimate > 0, estimate < 0), board, color)
    high, low = value(board, color, color, limit), value(board, color, 3 - color, limit)
    alpha = random.choice([float("-inf"), high - 3, high - 1, high, low, high + 2])
    beta = random.choice([b for b in (float("inf"), alpha + 1, alpha + 4, high + 1, low + 1) if b > alpha])
    for caching in (0, 1):
        about = (board, color, limit, caching)
        agent.cached_states.pop((board, color), None)
        agent.cached_states.pop((board, 3 - color), None)
        compare("mm_max_node", high, agent.mm_max_node(board, color, limit, caching), *about)
        kept(board, color, high if caching else None, "mm_max_node", *about)
        compare("mm_min_node", low, agent.mm_min_node(board, color, limit, caching), *about)
        kept(board, 3 - color, -low if caching else None, "mm_min_node", *about)
        if legal:
            compare("claim_mm", best_claim(board, color, limit, 0)[0], agent.claim_mm(board, color, limit, caching), *about)
            kept(board, color, best_claim(board, color, limit, 0)[1] if caching else None, "claim_mm", *about)
        for ordering in (0, 1):
            compare_window("ab_max_node", high, alpha, beta,
                           agent.ab_max_node(board, color, alpha, beta, limit, caching, ordering), *about)
            kept(board, color, high if caching and alpha < high < beta else None, "ab_max_node", *about)
            compare_window("ab_min_node", low, alpha, beta,
                           agent.ab_min_node(board, color, alpha, beta, limit, caching, ordering), *about)
            kept(board, 3 - color, -low if caching and alpha < low < beta else None, "ab_min_node", *about)
            if legal:
                claim, worth = best_claim(board, color, limit, ordering)
                compare("claim_ab", claim, agent.claim_ab(board, color, limit, caching, ordering), *about)
                kept(board, color, worth if caching else None, "claim_ab", *about)


random.seed(1)
for turn in range(int(sys.argv[2])):
    n = random.choice([3, 4, 4, 4, 5, 6, 7, 8, 9, 17])
    plies = random.randrange(n * n - 4)
    if n == 4 and turn % 2:
        compare_state(*random_state(4, random.randrange(5, 12)), -1)
    else:
        compare_state(*random_state(n, plies), random.randrange(3 if n > 5 else 4))
    if turn % 50 == 49:
        agent.cached_states.clear()
        compare("cached_states", 0, len(agent.cached_states))
for name in sorted(counts):
    print(name, counts[name])
