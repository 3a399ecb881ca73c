/* player.c - Halma's own player: the search, and what a search does not see
 *
 * Openings come from the book, so that their time is saved; a single position has nothing to save
 * it for, and is searched. Once the sides are decoupled the moves of both races are counted
 * (racer.h); before that our own race suggests to the search where to look first. The search
 * expects the best replies, and so it overlooks both ends of a game against an opponent who stays
 * at home (home.h): the quick win that only best replies prevent, and the position in which nobody
 * can win any more.
 *
 * Where the course's text can be read in more than one way, we make only moves that are legal by
 * every reading, as long as there are any. But when a game goes on after an opponent's move that a
 * reading forbids, nobody there judges by that reading.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/halma/book.h"
#include "games/halma/home.h"
#include "games/halma/racer.h"
#include "search/playing.h"

enum { IDEA_RACE, IDEA_PLAN, IDEA_BOOK };
static const char *const ideas[] = {
    [IDEA_RACE] = "race", /* count races instead of searching them */
    [IDEA_PLAN] = "plan", /* suggest the first move of our own race to the search */
    [IDEA_BOOK] = "book", /* take openings from the book */
    NULL,
};

struct halma_player {
    const struct world *world;
    search_filter *admits; /* the search's filter, too */
    void *admits_context;
    unsigned refuted; /* readings of the rules that do not hold here */
    unsigned waived;  /* those to which this move need not keep */
    struct search *search;
    struct racer *racer; /* NULL: races are searched */
    bool has_plan, has_book;
    struct position *after; /* where our last move led; NULL: there was none */
};

/* A filter; its context is NULL or an unsigned, the readings to which a move need not keep. */
static bool admits_by_all_readings(void *waived, const struct position *p, unsigned code)
{
    const unsigned known = waived ? *(const unsigned *)waived : 0;
    return (halma_forbidding_readings(p, code) & ~known) == 0;
}

static void *create(const struct world *world, const struct player_options *options,
                    unsigned without)
{
    struct halma_player *h = memory_zero(sizeof *h);
    const bool is_one_move = options->search.lines <= 1;
    struct search_options searching = options->search;
    if (!searching.admits) {
        searching.admits = admits_by_all_readings;
        searching.admits_context = &h->waived;
    }
    h->world = world;
    h->admits = searching.admits;
    h->admits_context = searching.admits_context;
    h->search = search_new(world, &searching);
    h->racer = is_one_move && !(without >> IDEA_RACE & 1) ? racer_new() : NULL;
    h->has_plan = !(without >> IDEA_PLAN & 1);
    h->has_book = is_one_move && !(without >> IDEA_BOOK & 1);
    return h;
}

static void destroy(void *state)
{
    struct halma_player *h = state;
    search_free(h->search);
    racer_free(h->racer);
    free(h->after);
    free(h);
}

/* The game went on after the opponent's last move, so no reading that forbids it holds. Against one
 * who stays we make use of that; else we keep to every reading all the same, for our own pieces
 * that stay at home for long are shut in there. */
static void learn_readings(struct halma_player *h, const struct position *p)
{
    const int made = h->after ? position_move_to(h->after, p) : -1;
    if (made >= 0)
        h->refuted |= halma_forbidding_readings(h->after, (unsigned)made);
    h->waived = home_stays(p) ? h->refuted : 0;
}

/* True, with the answer, if the book has a move that may be made and whose time is worth saving. */
static bool take_from_book(const struct halma_player *h, const struct player_turn *turn,
                           struct search_result *result)
{
    const struct limits *limits = turn->limits;
    unsigned move;
    if (!h->has_book || limits->soft <= 0 || limits->depth > 0 ||
        !book_find(turn->position, &move) || !h->admits(h->admits_context, turn->position, move))
        return false;
    *result = (struct search_result){
        .move = move, .line = {move}, .line_length = 1, .seconds = limits_elapsed(limits)};
    if (turn->listener)
        turn->listener(turn->context, result);
    return true;
}

/* Where nobody can win any more all that counts is the time that is left, and the sooner the game
 * is drawn the better: the move after which the board has been as it is most often, and among these
 * the one with the best evaluation. False if the game is alive, or this move is all there is to
 * think of.
 */
static bool wait_it_out(struct halma_player *h, const struct player_turn *turn,
                        struct search_result *result)
{
    const struct position *p = turn->position;
    const struct limits *limits = turn->limits;
    const bool is_game = limits->depth == 0 && (limits->soft > 0 || limits->nodes > 0);
    unsigned hole;
    if (!is_game || !home_is_dead(halma_of(p), &hole))
        return false;
    struct move moves[MOVES_MAX];
    const int count = filter_keep(h->admits, h->admits_context, p, moves,
                                  h->world->rules->moves(p, moves));
    struct position *child = position_new(h->world);
    *result = (struct search_result){.line_length = 1};
    for (int i = 0, most = -1; i < count; i++) {
        h->world->rules->play(p, moves[i].code, child);
        const int times = search_times_before(h->search, child->key);
        const int value = -h->world->rules->evaluate(child);
        if (times < most || (times == most && value <= result->value))
            continue;
        most = times;
        result->move = result->line[0] = moves[i].code;
        result->value = value;
    }
    free(child);
    result->nodes = (uint64_t)count;
    result->seconds = limits_elapsed(limits);
    return true;
}

/* Where there is hardly any time, or a fixed depth, the search is asked. */
static bool race(struct halma_player *h, const struct player_turn *turn,
                 struct search_result *result)
{
    const double least = 0.002;
    const struct limits *limits = turn->limits;
    return h->racer && limits->depth == 0 && (limits->hard > 0 || limits->nodes > 0) &&
           (limits->hard <= 0 || limits->hard - limits_elapsed(limits) >= least) &&
           racer_run(h->racer, turn->position, search_plies_left(h->search), limits, h->admits,
                     h->admits_context, turn->listener, turn->context, result);
}

/* Suggests the first move of our shortest race line, found with all other pieces standing still, to
 * the search. Returns the nodes that it took. */
static uint64_t suggest_race(struct halma_player *h, const struct player_turn *turn)
{
    uint64_t nodes = 0;
    unsigned move;
    if (h->racer && h->has_plan && playing_has_time(turn->limits) &&
        racer_plan(h->racer, turn->position, turn->limits, &nodes, &move))
        search_suggest(h->search, move);
    return nodes;
}

/* How often the position after a move stood on the board before. */
static int times_after(const struct halma_player *h, const struct position *p, unsigned move)
{
    struct position *child = position_new(h->world);
    h->world->rules->play(p, move, child);
    const int times = search_times_before(h->search, child->key);
    free(child);
    return times;
}

/* The search, and where the opponent seems to stand still the move that takes advantage of it,
 * unless the search finds it too dear, or it has led nowhere before. A win in sight needs no such
 * thing. */
static struct search_result search_or_hurry(struct halma_player *h, const struct player_turn *turn,
                                            const struct limits *limits)
{
    /* the first part is the search's, the rest is for searching the other move */
    const double compare_from = 0.6, most = 1.4;
    const struct position *p = turn->position;
    const bool is_limited = limits->hard > 0 || limits->nodes > 0;
    unsigned move;
    if (!is_limited || !home_hurry(p, &move) || !h->admits(h->admits_context, p, move) ||
        times_after(h, p, move) > 0)
        return search_run(h->search, p, limits, turn->listener, turn->context);
    struct limits whole = *limits;
    if (limits->soft > 0)
        whole.hard = fmin(limits->hard, most * limits->soft);
    struct limits searching = limits_until(&whole, compare_from, 0);
    struct search_result result = search_run(h->search, p, &searching, turn->listener,
                                             turn->context);
    if (result.move == move || result.proven || result.value > HALMA_WIN / 2)
        return result;
    struct limits rest = limits_until(&whole, 1, result.nodes);
    int searched = search_move_value(h->search, p, move, &rest, &result.nodes);
    if (searched <= 0)
        return result;
    result.move = result.line[0] = move;
    result.line_length = 1;
    result.value = searched;
    result.seconds = limits_elapsed(limits);
    if (turn->listener)
        turn->listener(turn->context, &result);
    return result;
}

static struct search_result think(void *state, const struct player_turn *turn)
{
    struct halma_player *h = state;
    struct search_result result;
    search_set_past(h->search, turn->past, turn->past_count, turn->ply_limit);
    learn_readings(h, turn->position);
    if (!take_from_book(h, turn, &result) && !wait_it_out(h, turn, &result) &&
        !race(h, turn, &result)) {
        const uint64_t planned = suggest_race(h, turn);
        const struct limits rest = limits_until(turn->limits, 1, planned);
        result = search_or_hurry(h, turn, &rest);
        result.nodes += planned;
    }
    if (!h->after)
        h->after = position_new(h->world);
    h->world->rules->play(turn->position, result.move, h->after);
    return result;
}

/* --- what it remembers: what is left of our line in a race, and the refuted readings --- */

static const char readings_title[] = "readings ";

static void remember(const void *state, struct text *out)
{
    const struct halma_player *h = state;
    if (h->racer)
        racer_remember(h->racer, out);
    if (h->refuted)
        text_add(out, "%s%u\n", readings_title, h->refuted);
}

static bool read_readings(struct line line, unsigned *refuted)
{
    const size_t title = sizeof readings_title - 1;
    const char *at = line.start + title;
    long value;
    if (strncmp(line.start, readings_title, title) != 0 ||
        !string_integer(&at, 1, HALMA_READINGS, &value) || at != line.start + line.length)
        return false;
    *refuted = (unsigned)value;
    return true;
}

static bool recall(void *state, const struct lines *lines, const struct position *after)
{
    struct halma_player *h = state;
    unsigned refuted = 0;
    int count = lines->count;
    if (count > 0 && read_readings(lines->line[count - 1], &refuted))
        count--;
    if (count > 1 || (count == 1 && h->racer && !racer_recall(h->racer, lines->line[0])))
        return false;
    h->refuted = refuted;
    if (after) {
        free(h->after);
        h->after = position_copy(after);
        h->after->world = h->world;
    }
    return after || lines->count > 0;
}

/* A race that is decided is seen long before its end. */
static bool is_decided(const struct position *p, int plies_left, const struct limits *limits,
                       struct search_result *result)
{
    struct racer *racer = racer_new();
    const bool is_race = racer_run(racer, p, plies_left, limits, NULL, NULL, NULL, NULL, result);
    racer_free(racer);
    return is_race && abs(result->value) > HALMA_WIN / 2;
}

const struct playing halma_playing = {
    .ideas = ideas,
    .admits = admits_by_all_readings,
    .create = create,
    .destroy = destroy,
    .think = think,
    .remember = remember,
    .recall = recall,
    .is_decided = is_decided,
};
