/* encounters.h - the games of a tournament, condensed to what its statistics need
 *
 * Agents are numbered from 0. Two games from one start with the seats swapped are a pair, and the
 * pair is the unit of every statistic here: its two games are not independent. A game without a
 * partner (the eleventh of a best of eleven, or one whose partner is void) counts in the standing
 * and nowhere else.
 *
 * A game lost by a fault is a game lost. Statistics of play alone are made from encounters that
 * leave out each pair with a fault in it.
 */
#ifndef TOURNAMENT_ENCOUNTERS_H
#define TOURNAMENT_ENCOUNTERS_H

enum encounter_result { ENCOUNTER_LOST, ENCOUNTER_DRAWN, ENCOUNTER_WON, ENCOUNTER_RESULTS };

struct encounter {
    int a, b;                                        /* a < b */
    long pair[ENCOUNTER_RESULTS][ENCOUNTER_RESULTS]; /* a's result moving first, moving second */
    long odd[2][ENCOUNTER_RESULTS];                  /* [a moved 0: first, 1: second][a's result] */
};

struct encounters {
    int agents;
    int count;
    struct encounter *encounter; /* by a, then b; each couple at most once */
};

/* The encounter of a couple, added if there is none; a < b. */
struct encounter *encounters_of(struct encounters *, int a, int b);
void encounters_free(struct encounters *);

/* Pairs of a couple in all, and a's half points in them (0 to 4 a pair). */
long encounter_pairs(const struct encounter *);
long encounter_half_points(const struct encounter *);

#endif
