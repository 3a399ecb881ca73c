/* Theory. A wager of a share of one's money at fair or unfavourable odds is a martingale, or less
 * than one: money that began as 1 is worth at most 1 on average whenever one stops, and reaches M
 * with a probability of at most 1/M (Ville). So whoever became rich by betting against a hypothesis
 * has evidence against it. Several gamblers who share one purse are one gambler again: what each of
 * a list of fixed bets has made of its part is added up. No bet depends on earlier results, so what
 * is in the purse depends on the counts alone.
 *
 * Better. x is how far a pair is from being split, -2 to 2 half points. If the agent scores at most
 * half on average, 1 + b x is worth at most 1 on average for any b from 0 to 1/2. This is the whole
 * assumption. The best b for an agent that is better by e (natural logarithm of the odds) is near
 * tanh(e) / 2; the list has those for some differences e, mostly for those that cost the most
 * games.
 *
 * Less. In the model of rating.h the odds of winning a pair 2 : 0 rather than losing it so are
 * exp(2 e), whatever the seat is worth and however often games are drawn, even if both differ from
 * start to start: in the product of the two games' odds the seat's terms cancel. If e is at least
 * the margin, the likelihood ratio of a smaller difference against the margin, for those pairs
 * alone, is a martingale or less than one. Where games are drawn with a chance that does not depend
 * on the strengths the odds are the same. Where a draw takes more from the weaker one (Rao and
 * Kupper's model), they are greater, and the hypothesis is given up later than it might be. A pair
 * of a win and a draw is not used: its odds do depend on how draws come about.
 */
#include "tournament/evidence.h"

#include <math.h>

static const double elo_unit = 0.0057564627324851142; /* ln(10) / 400 */

struct bet {
    double elo, share;
};

/* Differences of agents whose order is hard to find take most of the purse. */
static const struct bet better[] = {{28, 0.20},  {48, 0.36},  {80, 0.24},
                                    {140, 0.12}, {260, 0.06}, {600, 0.02}};

/* Differences below the margin as parts of it. */
static const struct bet less[] = {{0.5, 0.25}, {0, 0.50}, {-1, 0.15}, {-3, 0.10}};

_Static_assert(sizeof better / sizeof *better == EVIDENCE_BETTER, "as in the header");
_Static_assert(sizeof less / sizeof *less == EVIDENCE_LESS, "as in the header");

struct bouts bouts_of(const struct encounter *e)
{
    return (struct bouts){.ahead = e->pair[ENCOUNTER_WON][ENCOUNTER_DRAWN] +
                                   e->pair[ENCOUNTER_DRAWN][ENCOUNTER_WON],
                          .behind = e->pair[ENCOUNTER_LOST][ENCOUNTER_DRAWN] +
                                    e->pair[ENCOUNTER_DRAWN][ENCOUNTER_LOST],
                          .clean = e->pair[ENCOUNTER_WON][ENCOUNTER_WON],
                          .shut_out = e->pair[ENCOUNTER_LOST][ENCOUNTER_LOST]};
}

struct bouts bouts_turned(struct bouts b)
{
    return (struct bouts){
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

struct evidence evidence_for(double margin)
{
    struct evidence e = {0};
    for (int i = 0; i < EVIDENCE_BETTER; i++) {
        double x = tanh(better[i].elo * elo_unit);
        e.better[i].share = log(better[i].share);
        e.better[i].clean = log1p(x);
        e.better[i].shut_out = log1p(-x);
        e.better[i].ahead = log1p(x / 2);
        e.better[i].behind = log1p(-x / 2);
    }
    for (int i = 0; i < EVIDENCE_LESS; i++) {
        double elo = less[i].elo * margin;
        e.less[i].share = log(less[i].share);
        e.less[i].clean = log_chance(elo) - log_chance(margin);
        e.less[i].shut_out = log_chance(-elo) - log_chance(-margin);
    }
    return e;
}

double evidence_better(const struct evidence *e, struct bouts b)
{
    double purse[EVIDENCE_BETTER];
    for (int i = 0; i < EVIDENCE_BETTER; i++)
        purse[i] = e->better[i].share + (double)b.clean * e->better[i].clean +
                   (double)b.shut_out * e->better[i].shut_out +
                   (double)b.ahead * e->better[i].ahead + (double)b.behind * e->better[i].behind;
    return log_sum(purse, EVIDENCE_BETTER);
}

double evidence_less(const struct evidence *e, struct bouts b)
{
    double purse[EVIDENCE_LESS];
    for (int i = 0; i < EVIDENCE_LESS; i++)
        purse[i] = e->less[i].share + (double)b.clean * e->less[i].clean +
                   (double)b.shut_out * e->less[i].shut_out;
    return log_sum(purse, EVIDENCE_LESS);
}
