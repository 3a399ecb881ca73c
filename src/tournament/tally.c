#include "tournament/tally.h"

#include <assert.h>

/* pairs: nine counts of 7 bits, [a's result moving first][moving second], the first one lowest;
 * odds: six of 10 bits, [a moved first, second][a's result]. */
enum { PAIR_BITS = 7, ODD_BITS = 10 };

static int64_t pair_of(int first, int second)
{
    return INT64_C(1) << PAIR_BITS * (first * ENCOUNTER_RESULTS + second);
}

static int64_t odd_of(int seat, int result)
{
    return INT64_C(1) << ODD_BITS * (seat * ENCOUNTER_RESULTS + result);
}

static long count_at(int64_t counts, int bits, int index)
{
    return (long)(counts >> bits * index & ((INT64_C(1) << bits) - 1));
}

void tally_add(struct encounter *e, int64_t pairs, int64_t odds, bool swapped)
{
    const int won = ENCOUNTER_WON;
    for (int i = 0; i < ENCOUNTER_RESULTS; i++)
        for (int k = 0; k < ENCOUNTER_RESULTS; k++) {
            long count = count_at(pairs, PAIR_BITS, i * ENCOUNTER_RESULTS + k);
            /* what a loses moving second b wins moving first */
            *(swapped ? &e->pair[won - k][won - i] : &e->pair[i][k]) += count;
        }
    for (int seat = 0; seat < 2; seat++)
        for (int k = 0; k < ENCOUNTER_RESULTS; k++) {
            long count = count_at(odds, ODD_BITS, seat * ENCOUNTER_RESULTS + k);
            *(swapped ? &e->odd[1 - seat][won - k] : &e->odd[seat][k]) += count;
        }
}

struct result {
    int number, start, attempt, seat, result; /* a's seat and result */
    bool fault;
};

struct tally {
    int there, voids, faults;
    int64_t pairs, odds, clean_pairs, clean_odds;
};

/* Two games that follow each other are a pair if they have one start and swapped seats. */
static bool are_pair(const struct result *first, const struct result *second)
{
    return first->number % 2 == 0 && second->number == first->number + 1 &&
           first->start == second->start && first->attempt == second->attempt &&
           first->seat != second->seat;
}

static void count_pair(struct tally *t, const struct result *first, const struct result *second)
{
    const struct result *as_first = first->seat == 0 ? first : second;
    const struct result *as_second = first->seat == 0 ? second : first;
    int64_t one = pair_of(as_first->result, as_second->result);
    t->pairs += one;
    if (!first->fault && !second->fault)
        t->clean_pairs += one;
}

static void count_odd(struct tally *t, const struct result *r)
{
    t->odds += odd_of(r->seat, r->result);
    if (!r->fault)
        t->clean_odds += odd_of(r->seat, r->result);
}

static int read_results(struct database *d, int64_t task, struct result *result, struct tally *t)
{
    struct statement *s = statement(
        d,
        "SELECT number, start, attempt, first, winner, void, fault FROM game WHERE task = ? AND retired = 0 ORDER BY number");
    statement_integer(s, task);
    int count = 0;
    while (statement_row(s) && count < TALLY_GAMES) {
        if (column_integer(s, 5)) {
            t->voids++;
            continue;
        }
        int winner = (int)column_integer(s, 4);
        result[count++] = (struct result){.number = (int)column_integer(s, 0),
                                          .start = (int)column_integer(s, 1),
                                          .attempt = (int)column_integer(s, 2),
                                          .seat = (int)column_integer(s, 3),
                                          .result = winner < 0    ? ENCOUNTER_DRAWN
                                                    : winner == 0 ? ENCOUNTER_WON
                                                                  : ENCOUNTER_LOST,
                                          .fault = column_integer(s, 6) >= 0};
    }
    statement_end(s);
    return count;
}

void tally_refresh(struct database *d, int64_t task)
{
    struct result result[TALLY_GAMES];
    struct tally t = {0};
    t.there = read_results(d, task, result, &t);
    for (int i = 0; i < t.there; i++) {
        t.faults += result[i].fault;
        if (i + 1 < t.there && are_pair(&result[i], &result[i + 1])) {
            t.faults += result[i + 1].fault;
            count_pair(&t, &result[i], &result[i + 1]);
            i++;
        } else {
            count_odd(&t, &result[i]);
        }
    }
    struct statement *s = statement(
        d,
        "UPDATE task SET there = ?, voids = ?, faults = ?, pairs = ?, odds = ?, clean_pairs = ?, clean_odds = ? WHERE id = ?");
    statement_integer(s, t.there);
    statement_integer(s, t.voids);
    statement_integer(s, t.faults);
    statement_integer(s, t.pairs);
    statement_integer(s, t.odds);
    statement_integer(s, t.clean_pairs);
    statement_integer(s, t.clean_odds);
    statement_integer(s, task);
    statement_run(s);
}
