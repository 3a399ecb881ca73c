/* report_parts.h - the sections of a report, which report.c puts together
 *
 * Each function appends one section. An agent is identified by its row in the standings.
 */
#ifndef SERVE_REPORT_PARTS_H
#define SERVE_REPORT_PARTS_H

#include "tournament/standings.h"

enum {
    REPORT_FAULTS = 300,    /* faults shown with their evidence */
    REPORT_FAULTS_OPEN = 8, /* of those, how many are shown expanded */
    REPORT_CYCLES = 12,     /* cycles listed */
    REPORT_TABLE_EDGE = 24, /* with at most this many agents the cross table shows numbers */
    REPORT_WORDS = 600      /* bytes shown of a program's last words */
};

/* A game whose replay is in the report. */
struct report_game {
    int64_t id;
    int row[2];         /* rows of agents a and b */
    int fault;          /* 0 or 1: the side at fault; -1: none */
    const char *ending; /* the verdict's word (verdict.h) */
    char *detail, *complaint;
    struct text json;
};

struct report {
    struct store *store;
    size_t replay_bytes; /* maximum size of the replays */
    struct standings standings;
    int *row_of; /* by an agent's number; for an id use report_row() */
    struct store_host *hosts;
    int host_count;
    int game_count, game_room;
    struct report_game *game; /* sorted by id */
    struct text starts;       /* JSON of the start boards, as array elements */
    int64_t last_finished;    /* of the games above, in seconds since 1970; 0: none */
    struct text *out;
};

/* The row of an agent's id; -1 if it does not take part. */
int report_row(const struct report *, int id);

/* The relation of two rows of the standings. */
enum relation report_relation(const struct report *, int row, int other);

/* The probability that row is stronger than other, 0 to 1, from the ratings' bootstrap. */
double report_superiority(const struct report *, int row, int other);

/* Chooses games and replays them. Returns false, with a fault noted, if the store fails. */
bool report_gather_games(struct report *, struct notes *);
void report_free_games(struct report *);

void report_put_facts(struct report *);
void report_put_standings(struct report *);
void report_put_certainty(struct report *);
void report_put_cross(struct report *);
void report_put_games(struct report *);
bool report_put_faults(struct report *, struct notes *);
void report_put_hosts(struct report *);
void report_put_absent(struct report *);

#endif
