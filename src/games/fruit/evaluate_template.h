/* evaluate_template.h - what a board of Fruit Rage is worth, for any width and number of planes
 *
 * If no move changed the other regions, both sides would take the largest one in turn, and the
 * value would be s1² - s2² + s3² - … over the sizes in descending order. Two equal sizes next to
 * each other cancel out, so only the sizes that occur an odd number of times count: a set of bits
 * does the sorting.
 *
 * But moves do change the other regions, and a part of that value never comes true. How large a
 * part may depend on the size, so there are classes of sizes, each with its weight (weights.inc,
 * which tells where they come from). So the estimate agrees with itself: taking the largest region
 * changes nothing about what the others count for.
 *
 * Weights by rank (88 60 24 8 for the four largest, 0 for the others) do not have that property.
 * They take a fifth off the squared error against a deep search, and yet lose 2.5 ± 0.6 points a
 * pair of games. A factor that falls from 1 with the number of regions loses 1.2 ± 0.4; a bonus of
 * 2 for the move, 0.6 ± 0.4; a factor that rises to 1 in the end changes nothing. Parity and number
 * of regions, counts of the kinds, and equal cells that would meet if what is between them went,
 * explain next to nothing.
 */
static inline uint64_t parity(plane p)
{
    union words w = {p};
    uint64_t sum = 0;
    for (int i = 0; i < WORDS; i++)
        sum ^= w.word[i];
    return (uint64_t)__builtin_parityll(sum);
}

/* The sizes that occur an odd number of times, as bits; beyond 63 there is hardly ever one. */
struct sizes {
    uint64_t odd, odd_beyond[CELLS / 64];
    bool is_beyond;
};

static inline void toggle(struct sizes *sizes, int size)
{
    uint64_t bit = UINT64_C(1) << size % 64;
    if (size < 64) {
        sizes->odd ^= bit;
    } else {
        sizes->odd_beyond[size / 64 - 1] ^= bit;
        sizes->is_beyond = true;
    }
}

static inline struct sizes odd_sizes(struct shapes *s)
{
    struct sizes sizes = {.odd = parity(s->singles) << 1 | parity(s->pairs) << 2 |
                                 parity(s->triples) << 3};
    while (!is_empty(s->large))
        if (BY_COLUMNS) {
            toggle(&sizes, count_cells(take_region(&s->large, &s->links)));
        } else {
            plane region[2];
            take_two_regions(&s->large, &s->links, region);
            toggle(&sizes, count_cells(region[0]));
            toggle(&sizes, count_cells(region[1]));
        }
    sizes.odd &= ~UINT64_C(1); /* an empty one is no region */
    return sizes;
}

/* Goes on with an alternating sum from smaller sizes to larger ones: what comes before is always a
 * square less the rest. */
static inline int alternate(int sum, uint64_t odd, int base, const int weights[FRUIT_CLASSES])
{
    for (; odd != 0; odd &= odd - 1) {
        int size = base + __builtin_ctzll(odd);
        sum = size * size * weights[fruit_class(size)] - sum;
    }
    return sum;
}

/* The alternating sum, each square times its weight. */
static inline int weigh(const struct sizes *sizes, const int weights[FRUIT_CLASSES])
{
    int sum = alternate(0, sizes->odd, 0, weights);
    for (int i = 0; i < CELLS / 64 && sizes->is_beyond; i++)
        sum = alternate(sum, sizes->odd_beyond[i], 64 * (i + 1), weights);
    return sum;
}

static inline int estimate(const plane planes[PLANES], const int weights[FRUIT_CLASSES])
{
    struct shapes shapes = find_shapes(planes);
    struct sizes sizes = odd_sizes(&shapes);
    int value = weigh(&sizes, weights);
    return value > 0 ? value / FRUIT_WEIGHT_SCALE : 0; /* last_ply() counts on that */
}

static int evaluate(const struct position *p)
{
    plane planes[PLANES];
    load_board((const struct board *)p, planes);
    return estimate(planes, p->world->weights);
}

static void features(const struct position *p, int out[FRUIT_CLASSES])
{
    struct shapes shapes = board_shapes(p);
    struct sizes sizes = odd_sizes(&shapes);
    for (int i = 0; i < FRUIT_CLASSES; i++) {
        int alone[FRUIT_CLASSES] = {0};
        alone[i] = 1;
        out[i] = weigh(&sizes, alone);
    }
}

/* --- the last ply ---
 *
 * The children of the last ply are only estimated, so they need no key, no score, and no memory. A
 * move is worth at most what it gains, since no estimate is below 0; so the larger regions are
 * tried first, and none that is too small to be better. Mostly the largest one is enough. */

static int leaf(const struct position *p, unsigned code)
{
    plane planes[PLANES];
    load_board((const struct board *)p, planes);
    plane region = region_at(planes, code);
    int size = count_cells(region);
    take(planes, region);
    return size * size - estimate(planes, p->world->weights);
}

/* Takes the largest region out of the list; returns its size, 0 if there is none. */
static inline int take_largest(struct regions *r, plane *region)
{
    if (r->count > 0) {
        int largest = 0;
        for (int i = 1; i < r->count; i++)
            largest = r->size[i] > r->size[largest] ? i : largest;
        int size = r->size[largest];
        *region = r->cells[largest];
        r->count--;
        r->size[largest] = r->size[r->count];
        r->cells[largest] = r->cells[r->count];
        return size;
    }
    plane *small[LARGE] = {NULL, &r->shapes.singles, &r->shapes.pairs, &r->shapes.triples};
    for (int size = LARGE - 1; size > 0; size--)
        if (!is_empty(*small[size])) {
            unsigned cell = first_cell(*small[size]);
            *region = flood(cell / LANES, cell % LANES, &r->shapes.links);
            *small[size] &= ~*region;
            return size;
        }
    return 0;
}

/* The square of the largest region, or of any that reaches `enough`. */
static inline int largest_square(const plane planes[PLANES], int enough)
{
    struct shapes s = find_shapes(planes);
    int largest = !is_empty(s.triples) ? 3 : !is_empty(s.pairs) ? 2 : !is_empty(s.singles);
    while (!is_empty(s.large) && largest * largest < enough) {
        plane region[2] = {{0}};
        if (BY_COLUMNS)
            region[0] = take_region(&s.large, &s.links);
        else
            take_two_regions(&s.large, &s.links, region);
        for (int i = 0; i < 2; i++) {
            int size = count_cells(region[i]);
            largest = size > largest ? size : largest;
        }
    }
    return largest * largest;
}

/* What the other side makes of the children: our estimate, or one move and no more. */
enum outlook { BY_ESTIMATE, BY_GLANCE };

static inline bool try_regions(const struct position *p, int alpha, int beta, enum outlook outlook,
                               struct last_ply *last)
{
    struct regions r;
    plane planes[PLANES], region, best = {0};
    load_board((const struct board *)p, planes);
    find_regions(planes, &r);
    int size = take_largest(&r, &region);
    if (size == 0)
        return false;
    *last = (struct last_ply){.value = -VALUE_MAX};
    for (; size > 0 && last->value < beta; size = take_largest(&r, &region)) {
        int most = size * size;
        if (most <= alpha || most <= last->value) {
            last->value = most > last->value ? most : last->value;
            break;
        }
        plane child[PLANES];
        memcpy(child, planes, sizeof child);
        take(child, region);
        int floor = last->value > alpha ? last->value : alpha;
        int value = most - (outlook == BY_GLANCE ? largest_square(child, most - floor)
                                                 : estimate(child, p->world->weights));
        last->tried++;
        if (value > last->value) {
            last->value = value;
            best = region;
        }
    }
    if (last->tried > 0)
        last->move = code_of(first_cell(best));
    return true;
}

static bool last_ply(const struct position *p, int alpha, int beta, struct last_ply *last)
{
    return try_regions(p, alpha, beta, BY_ESTIMATE, last);
}

static bool exchange(const struct position *p, int alpha, int beta, struct last_ply *last)
{
    return try_regions(p, alpha, beta, BY_GLANCE, last);
}

/* --- other questions --- */

static int best_gain(const struct position *p, int enough)
{
    plane planes[PLANES];
    load_board((const struct board *)p, planes);
    return largest_square(planes, enough);
}

/* The region's first cell in its topmost row. */
static int place(const struct position *p, unsigned code)
{
    plane planes[PLANES];
    load_board((const struct board *)p, planes);
    plane region = region_at(planes, code);
    lane column[LANES];
    memcpy(column, &region, sizeof region);
    int top = -1, first = 0;
    for (int i = 0; i < LANES; i++) {
        int height = column[i] ? 31 - __builtin_clz((unsigned)column[i]) : -1;
        if (height > top) {
            top = height;
            first = i;
        }
    }
    return (LANES - top) * LANES + first;
}

static int gain_at_most(const struct position *p, struct move move)
{
    (void)p;
    return move.hint * move.hint;
}

static int plain(const struct position *p)
{
    return p->score[p->side] - p->score[!p->side];
}

/* Regions merge and split, so the game is over in fewer moves than there are regions now: nearly as
 * many if they are few, a little more than half if they are hundreds. Fitted by eye to games of
 * shallow searches with four kinds. */
static int moves_left(const struct position *p)
{
    struct shapes s = board_shapes(p);
    int regions = count_cells(s.singles) + count_cells(s.pairs) + count_cells(s.triples);
    for (; !is_empty(s.large); regions++)
        take_region(&s.large, &s.links);
    int plies = regions * 55 / 100 + regions * 18 / (40 + regions);
    return plies > 2 ? (plies + 1) / 3 : 1;
}

/* Nobody gains more than every kind in one piece. */
static void bounds(const struct position *p, int *low, int *high)
{
    plane planes[PLANES];
    load_board((const struct board *)p, planes);
    int most = 0;
    for (unsigned kind = 1; kind <= (unsigned)p->world->option[FRUIT_KINDS]; kind++) {
        plane differs = {0};
        for (int i = 0; i < PLANES; i++)
            differs |= planes[i] ^ (lane)(0 - (kind >> i & 1));
        int n = count_cells(occupied_cells(planes) & ~differs);
        most += n * n;
    }
    *high = most;
    *low = -most;
}

/* A full board of 36 fruits of four kinds is mostly solved in a second or two, half as many at
 * once. */
static bool is_near_end(const struct position *p)
{
    enum { SOLVABLE = 36 };
    plane planes[PLANES];
    load_board((const struct board *)p, planes);
    return count_cells(occupied_cells(planes)) <= SOLVABLE;
}

static const struct shortcuts shortcuts = {
    .is_legal = is_legal,
    .leaf = leaf,
    .last_ply = last_ply,
};

static const struct solving solving = {
    .bounds = bounds,
    .is_near_end = is_near_end,
};

const struct fruit_width FRUIT_WIDTH = {
    .position_bytes = sizeof(struct board),
    .rules = {.moves = moves,
              .play = play,
              .end_value = end_value,
              .evaluate = evaluate,
              .textbook = plain,
              .key = key,
              .moves_left = moves_left,
              .reductions = 60,
              .shortcuts = &shortcuts,
              .solving = &solving},
    .features = features,
    .set = set,
    .get = get,
    .region = region_code,
    .best_gain = best_gain,
    .gain_at_most = gain_at_most,
    .two_plies = exchange,
    .place = place,
};
