/* budget.h - limits of a search, and counting against them
 *
 * Limits are time by one of the clocks, nodes, depth, and a flag that stops the search. A budget
 * counts nodes against them. Reading the clock costs as much as a few nodes, so a budget reads it
 * only after `interval` units of work; a node is one unit, and budget_add_work() adds what a node
 * costs beyond that. A budget that is spent stays spent, and whatever a search returns after that
 * is void.
 */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"

/* Zeroes mean: no limit of that kind. */
struct limits {
    enum clock_source source;
    double started; /* the source's reading when the time began to run */
    double soft;    /* seconds after which nothing new is begun */
    double hard;    /* seconds after which everything is dropped */
    int depth;
    uint64_t nodes;
    const atomic_bool *stop; /* set by another thread when the answer is wanted; may be NULL */
};

/* Seconds since the time began to run. */
static inline double limits_elapsed(const struct limits *limits)
{
    return clock_seconds(limits->source) - limits->started;
}

/* The limits scaled to a part of the time and nodes, less the nodes that are spent already. */
static inline struct limits limits_until(const struct limits *limits, double part, uint64_t spent)
{
    struct limits l = *limits;
    l.soft *= part;
    l.hard *= part;
    if (l.nodes > 0) {
        uint64_t nodes = (uint64_t)(part * (double)l.nodes);
        l.nodes = nodes > spent ? nodes - spent : 1;
    }
    return l;
}

/* True if a search that has visited this many nodes must stop. */
static inline bool limits_are_reached(const struct limits *limits, uint64_t nodes)
{
    return (limits->hard > 0 && limits_elapsed(limits) >= limits->hard) ||
           (limits->nodes > 0 && nodes >= limits->nodes) ||
           (limits->stop && atomic_load(limits->stop));
}

struct budget {
    struct limits limits;
    uint64_t nodes;
    uint64_t extra;     /* work beyond one unit a node */
    uint64_t next_poll; /* in units of work */
    unsigned interval;  /* between two looks at the limits */
    bool stopped;
};

/* The first question looks at the limits at once. */
static inline struct budget budget_begin(const struct limits *limits, unsigned interval)
{
    return (struct budget){.limits = *limits, .interval = interval};
}

static inline void budget_add_work(struct budget *b, uint64_t work)
{
    b->extra += work;
}

/* True if everything is to be dropped. */
static inline bool budget_is_spent(struct budget *b)
{
    uint64_t work = b->nodes + b->extra;
    if (b->stopped || work < b->next_poll)
        return b->stopped;
    b->next_poll = work + b->interval;
    b->stopped = limits_are_reached(&b->limits, b->nodes);
    return b->stopped;
}

/* Counts a node that costs this much work. True if everything is to be dropped. */
static inline bool budget_spend(struct budget *b, uint64_t work)
{
    b->nodes++;
    b->extra += work - 1; /* may be less than none: sums wrap around alike */
    return budget_is_spent(b);
}

/* The part of the limits that is used up since a moment by their clock, of time or of nodes,
 * whichever is more; 0 where there are none. */
static inline double budget_share(const struct budget *b, double since)
{
    const struct limits *limits = &b->limits;
    double now = limits_elapsed(limits), time = 0;
    if (limits->hard > 0)
        time = now < limits->hard ? (now - since) / (limits->hard - since) : 1;
    double nodes = limits->nodes > 0 ? (double)b->nodes / (double)limits->nodes : 0;
    return time > nodes ? time : nodes;
}

#endif
