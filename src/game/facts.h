/* facts.h - facet: what a game can tell about a position besides its value
 *
 * Rows of a label and a number for each side, with what is certain of it. serve/position_json.c
 * puts them into a position's JSON, a member for each row, and the pages show them below the board.
 */
#ifndef GAME_FACTS_H
#define GAME_FACTS_H

#include <stdbool.h>

#include "base/text.h"

struct position;

enum { FACT_ROWS = 2 };

struct fact_number {
    int value;   /* the best that was found; -1: only `least` is known */
    int least;   /* certainly no less */
    bool proven; /* value is the true one */
    bool wins;   /* this side wins for certain because of it */
};

/* "Black: 12 of 19 home, about 23 moves left" */
struct fact_row {
    const char *name;     /* in JSON: "race" */
    const char *unit;     /* of the numbers, in the singular: "move"; in JSON with an s: "moves" */
    const char *label;    /* what they are: "left" */
    const char *standing; /* what a side's standing (looks.h) counts: "home"; NULL: not shown */
    const char *flag;     /* in JSON the name of is_final; NULL: it is not told */
    bool is_final;        /* nothing that the other side does changes the numbers any more */
    struct fact_number side[2];
};

struct fact_rows {
    int count;
    struct fact_row row[FACT_ROWS];
};

/* Facet of struct game. */
struct facts {
    /* Fills in the rows for a position that is not over, in some milliseconds. */
    void (*look)(const struct position *, struct fact_rows *);
    /* True if nobody can win any more as long as the other side does not help; adds why, as a
     * clause without a full stop. NULL: never. */
    bool (*is_dead)(const struct position *, struct text *why);
};

/* No rows and never dead if the game does not offer the facet. */
void facts_look(const struct position *, struct fact_rows *);
bool facts_is_dead(const struct position *, struct text *why);

#endif
