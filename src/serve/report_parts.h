/* report_parts.h - the parts of a report, for report.c to put together
 *
 * Each part appends one section. Agents are told by the number of their row in the standings.
 */
#ifndef SERVE_REPORT_PARTS_H
#define SERVE_REPORT_PARTS_H

#include "tournament/standings.h"

enum {
    REPORT_FAULTS = 300,    /* whose evidence is shown */
    REPORT_FAULTS_OPEN = 8, /* of them at once */
    REPORT_CYCLES = 12,     /* named */
    REPORT_TABLE_EDGE = 24, /* agents up to which the cross table is one of numbers */
    REPORT_WORDS = 600      /* bytes of a program's last words */
};

/* A game whose replay is in the report. */
struct report_game {
    int64_t id;
    int row[2];         /* of a and b */
    int fault;          /* 0, 1: whose; -1 */
    const char *ending; /* a verdict's word, of verdict.h */
    char *detail, *complaint;
    struct text json;
};

struct report {
    struct store *store;
    size_t replay_bytes; /* of the replays at most */
    struct standings standings;
    int *row_of; /* by an agent's number; by its id see report_row() */
    struct store_host *hosts;
    int host_count;
    int game_count, game_room;
    struct report_game *game; /* by id */
    struct text starts;       /* JSON of the start boards, as array members */
    int64_t last_finished;    /* seconds since 1970, of the games above; 0: none */
    struct text *out;
};

/* The row of an agent's id; -1 if it takes no part. */
int report_row(const struct report *, int id);

/* The relation of a row to the one after it. */
enum relation report_relation(const struct report *, int row, int other);

/* The chance that row is stronger than other, 0 to 1, by the ratings' bootstrap. */
double report_superiority(const struct report *, int row, int other);

/* Chooses games and replays them. False, with a fault noted, if the store fails. */
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
