/* store.h - the state of a tournament: agents, tasks, games, hosts
 *
 * One interface, two backends (database.h): a SQLite file, or PostgreSQL if the name begins with
 * postgresql://. Any number of processes may have a store open. Each call changes the store in one
 * transaction, so a process that is killed leaves it as it was before a call or after it.
 *
 * A game is a row with a key that contains everything its result depends on. A row whose key exists
 * is not written again, so a game that is played twice counts once.
 *
 * Work is divided into tasks. A task is one or more games of two agents, played in order by one
 * worker: a pair, or a whole best of eleven. Tasks belong to rounds, and the first process that
 * finds a round due plans it. A worker takes tasks under a lease and renews it; when a lease
 * expires, any worker may take the task.
 *
 * Calls that return bool return false, with a fault noted, if the store fails. Several threads may
 * call.
 */
#ifndef TOURNAMENT_STORE_H
#define TOURNAMENT_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/notes.h"
#include "base/text.h"
#include "tournament/encounters.h"

enum { STORE_HASH = 33, STORE_KEY = 33 }; /* hexadecimal digits and the end */
enum { STORE_TASK_GAMES = 254 };          /* of a task, at most */

struct store;

enum store_access {
    STORE_CREATE, /* it must not exist, or be an empty database, or have no settings yet */
    STORE_WRITE,  /* it must exist; one with an older schema is brought up to date */
    STORE_READ    /* likewise; of a file that may not be written as well, unless it is older */
};

/* NULL, with a fault noted, if it cannot be opened: it is not a store, its schema is newer than
 * ours, the file is on a network file system, or this plywood was built without that backend. */
struct store *store_open(const char *where, enum store_access, struct notes *);
void store_close(struct store *);

/* The name of a store for messages, without the password of a URL. End with free(). */
char *store_name(const char *where);

/* How many seconds a passing failure (a server that restarts, a locked file) is retried; 60 at
 * first. */
void store_set_patience(struct store *, double seconds);

/* --- settings: what the tournament is like; settings.h writes and reads them --- */

bool store_set_settings(struct store *, const char *json, struct notes *);
bool store_settings(struct store *, struct text *json, struct notes *);

/* --- agents --- */

enum agent_state {
    AGENT_ENTERED,
    AGENT_KEPT_OUT, /* failed its smoke test */
    AGENT_WITHDRAWN
};

struct store_agent {
    int id; /* from 1, in the order of entry; stays with the name when a program is replaced */
    char *name;
    char *alias;           /* for reports without names */
    char *spec;            /* of a built-in agent, or how a program was named when it was entered */
    char hash[STORE_HASH]; /* of the program's bytes, or of spec and version of a built-in agent */
    bool is_program;       /* its files are kept in the store */
    bool is_ladder;        /* a fixed opponent of a gauntlet */
    enum agent_state state;
    int entry;    /* set by the store: its entry number among all programs ever entered, from 1; a
                     program that comes back keeps its number; 0: it was always kept out */
    char *reason; /* why it was kept out; "" */
};

/* Adds an agent and sets its id. False with a fault if there is one of that name. */
bool store_add_agent(struct store *, struct store_agent *, struct notes *);
/* Adds all of them, or none, with their programs (archive of each; NULL or empty: it has none).
 * With settings it creates the tournament; false, with a fault, if there is one already. */
bool store_add_agents(struct store *, struct store_agent *, const struct text *const *archive,
                      int count, const char *settings, struct notes *);
/* Replaces spec, hash, state, reason of the agent with this id. Its tasks are open again under the
 * new hash unless their games are there; games of other hashes stay and do not count. With
 * AGENT_ENTERED a withdrawn agent comes back. */
bool store_replace_agent(struct store *, const struct store_agent *, struct notes *);
/* Its open tasks are cancelled, its games do not count any more. */
bool store_withdraw_agent(struct store *, int id, struct notes *);
/* All agents by id; free with store_free_agents(). */
bool store_agents(struct store *, struct store_agent **, int *count, struct notes *);
void store_free_agents(struct store_agent *, int count);

/* A program's files as one archive, by its hash. Putting an archive that exists does nothing. */
bool store_put_program(struct store *, const char *hash, const struct text *archive,
                       struct notes *);
/* False with a fault, too, if there is none. */
bool store_get_program(struct store *, const char *hash, struct text *archive, struct notes *);

/* --- tasks --- */

struct store_task {
    int64_t id;
    int round;  /* from 1 */
    int number; /* in its round, from 0 */
    int a, b;   /* ids of agents */
    char hash[2][STORE_HASH];
    int start;    /* number of the first pair's start position, from 0 */
    int games;    /* 2: a pair; more: they go on with the next starts, seats alternating; at most
                     STORE_TASK_GAMES */
    bool best_of; /* ends when one has won more than half */
    bool done;    /* of store_tasks() */
    int there;    /* of store_take(): games that are in the store already, void ones too */
};

/* Plans a round, unless it is planned already or tasks are open; then nothing is changed and
 * *planned is false. The caller sets number, agents, start, games and best_of of each task. Two
 * agents that meet again go on with starts that they have not played, because a game is identified
 * by its start. pause: the agent that is left over; 0: none. */
bool store_plan_round(struct store *, int round, const struct store_task *, int count, int pause,
                      bool *planned, struct notes *);
/* The agent that paused, by round from 1; 0: none. free() them. */
bool store_pauses(struct store *, int **agents, int *rounds, struct notes *);

struct store_progress {
    int rounds;    /* planned */
    int field;     /* programs that were entered before the first round was planned; 0: it is not */
    bool finished; /* nothing more will be planned */
    int64_t tasks, done, leased; /* of all rounds; without cancelled ones */
    int64_t games, voids, faults;
    int64_t planned_games; /* at most */
    int64_t writes;        /* grows with every change but leases */
};
bool store_progress(struct store *, struct store_progress *, struct notes *);
bool store_set_finished(struct store *, bool finished, struct notes *);
/* Marks the tournament finished, unless the store was changed since store_progress() returned this
 * number of writes: an agent may have been added. */
bool store_finish(struct store *, int64_t writes, bool *finished, struct notes *);

/* Leases up to `most` tasks that are open, or whose lease has expired, to this worker for this many
 * seconds; *count is 0 if there are none now. */
bool store_take(struct store *, int64_t worker, double seconds, int most, struct store_task *,
                int *count, struct notes *);
/* Heartbeat: renews the leases of all tasks of this worker, and marks its host alive. */
bool store_keep_alive(struct store *, int64_t worker, double seconds, struct notes *);
/* This worker gives back a task whose agents (unfit: a, b) cannot be prepared on its host. The host
 * gets no more tasks with these programs; others may. *hopeless: no other live host may play it;
 * then the worker keeps the task. */
bool store_refuse_task(struct store *, int64_t worker, const struct store_task *,
                       const bool unfit[2], bool *hopeless, struct notes *);
/* Tasks with void games, from this round on, are open again, on every host. */
bool store_retry_voids(struct store *, int round, struct notes *);
/* Gives back what this worker holds. */
bool store_give_back(struct store *, int64_t worker, struct notes *);
/* The workers that hold tasks, at most most of them. */
bool store_holders(struct store *, int64_t *workers, int most, int *count, struct notes *);
/* All tasks by round and number, without cancelled ones, for planners and reports; free() them. */
bool store_tasks(struct store *, struct store_task **, int64_t *count, struct notes *);

/* --- games --- */

struct store_game {
    char key[STORE_KEY];
    int64_t id; /* set by the store, in the order in which games come in */
    int64_t task;
    int round;    /* of its task; set by the store */
    int number;   /* in its task, from 0 */
    int agent[2]; /* ids of a and b */
    char hash[2][STORE_HASH];
    int start;   /* number of its start position */
    int attempt; /* of the board, where level games are played again; from 0 */
    int first;   /* 0: a moved first */
    int winner;  /* 0: a, 1: b, -1: none */
    bool is_void;
    int fault;          /* 0, 1: the side that lost by its own fault; -1: none */
    const char *ending; /* word of a verdict */
    int score[2];
    int plies;
    double cpu[2], wall[2], left[2]; /* left below 0: no clock */
    int64_t host;
    int64_t finished;               /* seconds since 1970 */
    uint64_t seed;                  /* of the board */
    const char *input;              /* the start as a position file; equal ones are kept once */
    const char *moves;              /* names, separated by blanks, those of the opening first */
    int opening;                    /* how many of them are the opening's */
    const char *detail, *complaint; /* "" if there is nothing to say */
};

/* Saves games and ends tasks, in one transaction. Games whose keys exist are left alone, except
 * void ones, which are replaced. A task ends if all its games are in the store then, or enough to
 * decide a best of; else it is open again. It is no fault if a task was finished by another worker
 * meanwhile or was cancelled. A transaction is expensive, so save many games at once. */
bool store_save(struct store *, const struct store_game *, int count, const int64_t *done_tasks,
                int done_count, struct notes *);
/* Which games of a task are there already, under its present hashes: calls with each, by number,
 * void ones too. The texts of a game stay until the taker returns, who may use the store. */
typedef void store_game_taker(void *context, const struct store_game *);
bool store_games_of_task(struct store *, const struct store_task *, store_game_taker *,
                         void *context, struct notes *);

/* What to look through; 0 or -1: everything. Games that do not count (of replaced programs,
 * withdrawn agents, purged hosts) are left out; void ones are not. */
struct store_filter {
    int agent[2]; /* ids: games of this one, of these two against each other; 0: of any */
    int round;
    bool faults_only, without_voids;
    int64_t after; /* ids above this */
    int64_t most;
    bool latest;        /* falling ids, from the last one; not with after */
    bool without_moves; /* input and moves are not needed */
};
/* In the order of ids, which is the order of commits. To follow a tournament, ask for those after
 * the last one seen. */
bool store_games(struct store *, const struct store_filter *, store_game_taker *, void *context,
                 struct notes *);

/* The counting games, condensed in the database; agents in the order of store_agents(), so agent i
 * has number i. without_faults: pairs without a fault alone. round: up to this one; 0: all. */
bool store_condense(struct store *, bool without_faults, int round, struct encounters *,
                    struct notes *);
/* Faults by agent and ending: calls with each. */
bool store_count_faults(struct store *,
                        void (*take)(void *context, int agent, const char *ending, int64_t count),
                        void *context, struct notes *);

/* --- hosts --- */

struct store_host {
    int64_t id;
    char *name;
    char *confinement, *missing; /* as contender_rung() and contender_missing() say */
    double speed;                /* of the calibration: seconds of CPU for a fixed piece of work */
    char *detail;                /* processor, kernel, version of plywood */
    int64_t games;
    double cpu_ratio; /* its charged times against those of others for the same agents; 1: as they;
                         0: unknown */
    bool is_purged;   /* games of it were purged */
};

/* Finds or adds the host of this name and updates what is known of it: this process plays there. */
bool store_enter_host(struct store *, struct store_host *, struct notes *);
bool store_hosts(struct store *, struct store_host **, int *count, struct notes *);
void store_free_hosts(struct store_host *, int count);
/* The games that it has played so far do not count any more, and their tasks are open again, for
 * everybody; *games: how many they are. */
bool store_purge_host(struct store *, const char *name, int64_t *games, struct notes *);

#endif
