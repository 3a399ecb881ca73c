/* Theory. An e-process for a hypothesis starts at 1 and is worth at most 1 on average under it,
 * whenever one stops; by Ville's inequality it ever exceeds 1/p with probability at most p. It can
 * be read as the money of somebody who bets against the hypothesis at fair or unfavourable odds. A
 * weighted mean of e-processes is one too, so several fixed bets are mixed. No bet depends on
 * earlier results, so the value depends on the counts of pairs alone.
 *
 * Better. x is how far a pair is from being split, -2 to 2 half points. If the agent scores at most
 * half on average, 1 + b x is worth at most 1 on average for any b from 0 to 1/2. Nothing else is
 * assumed. The best b for an agent that is better by e (natural logarithm of the odds) is near
 * tanh(e) / 2. The list has those for some differences e, mostly small ones, which take the most
 * games.
 *
 * Less. In the model of rating.h the odds of winning a pair 2 : 0 against losing it so are exp(2
 * e), whatever the seat is worth and however often games are drawn, even if both differ from start
 * to start: the seat's terms cancel in the product of the two games' odds. If e is at least the
 * margin, the likelihood ratio of a smaller difference against the margin, over those pairs alone,
 * is an e-process. If games are drawn with a chance that does not depend on strength, the odds are
 * the same. If draws favour the weaker side (Rao and Kupper's model), the odds are greater, and the
 * hypothesis is rejected later than it might be. Pairs of a win and a draw are not used, because
 * their odds depend on how draws come about.
 */
#include "tournament/e_process.h"

#include <math.h>

static const double elo_unit = 0.0057564627324851142; /* ln(10) / 400 */

/* One bet of the mixture: for a difference of so many Elo, with this weight. */
struct bet {
    double elo, weight;
};

/* Small differences, which take the most games, have most of the weight. */
static const struct bet better[] = {{28, 0.20},  {48, 0.36},  {80, 0.24},
                                    {140, 0.12}, {260, 0.06}, {600, 0.02}};

/* Differences below the margin, as parts of it. */
static const struct bet less[] = {{0.5, 0.25}, {0, 0.50}, {-1, 0.15}, {-3, 0.10}};

_Static_assert(sizeof better / sizeof *better == E_PROCESS_BETTER, "as in the header");
_Static_assert(sizeof less / sizeof *less == E_PROCESS_LESS, "as in the header");

struct decided_pairs decided_pairs_of(const struct encounter *e)
{
    return (struct decided_pairs){.ahead = e->pair[ENCOUNTER_WON][ENCOUNTER_DRAWN] +
                                           e->pair[ENCOUNTER_DRAWN][ENCOUNTER_WON],
                                  .behind = e->pair[ENCOUNTER_LOST][ENCOUNTER_DRAWN] +
                                            e->pair[ENCOUNTER_DRAWN][ENCOUNTER_LOST],
                                  .clean = e->pair[ENCOUNTER_WON][ENCOUNTER_WON],
                                  .shut_out = e->pair[ENCOUNTER_LOST][ENCOUNTER_LOST]};
}

struct decided_pairs decided_pairs_swapped(struct decided_pairs b)
{
    return (struct decided_pairs){
        .ahead = b.behind, .behind = b.ahead, .clean = b.shut_out, .shut_out = b.clean};
}

/* The logarithm of the sum of exponentials. */
static double log_sum(const double *part, int count)
{
    double most = part[0], sum = 0;
    for (int i = 1; i < count; i++)
        most = fmax(most, part[i]);
    for (int i = 0; i < count; i++)
        sum += exp(part[i] - most);
    return most + log(sum);
}

/* The logarithm of the chance to win rather than lose a pair 2 : 0. */
static double log_chance(double elo)
{
    return -log1p(exp(-2 * elo * elo_unit));
}

struct e_process e_process_for(double margin)
{
    struct e_process e = {0};
    for (int i = 0; i < E_PROCESS_BETTER; i++) {
        double x = tanh(better[i].elo * elo_unit);
        e.better[i].weight = log(better[i].weight);
        e.better[i].clean = log1p(x);
        e.better[i].shut_out = log1p(-x);
        e.better[i].ahead = log1p(x / 2);
        e.better[i].behind = log1p(-x / 2);
    }
    for (int i = 0; i < E_PROCESS_LESS; i++) {
        double elo = less[i].elo * margin;
        e.less[i].weight = log(less[i].weight);
        e.less[i].clean = log_chance(elo) - log_chance(margin);
        e.less[i].shut_out = log_chance(-elo) - log_chance(-margin);
    }
    return e;
}

double e_process_better(const struct e_process *e, struct decided_pairs b)
{
    double bet[E_PROCESS_BETTER];
    for (int i = 0; i < E_PROCESS_BETTER; i++)
        bet[i] = e->better[i].weight + (double)b.clean * e->better[i].clean +
                 (double)b.shut_out * e->better[i].shut_out + (double)b.ahead * e->better[i].ahead +
                 (double)b.behind * e->better[i].behind;
    return log_sum(bet, E_PROCESS_BETTER);
}

double e_process_less(const struct e_process *e, struct decided_pairs b)
{
    double bet[E_PROCESS_LESS];
    for (int i = 0; i < E_PROCESS_LESS; i++)
        bet[i] = e->less[i].weight + (double)b.clean * e->less[i].clean +
                 (double)b.shut_out * e->less[i].shut_out;
    return log_sum(bet, E_PROCESS_LESS);
}
