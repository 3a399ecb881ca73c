#include "tournament/schema.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tournament/tally.h"

/* Version 1. Ids are given by us, from 1 without gaps. Truths are 0 and 1.
 *
 * meta      one row; a transaction that writes begins by changing it, so they come one by one
 * agent     version: the program with which it plays now
 * version   every program that an agent ever had
 * task      live: its games count, and it is to be played if it is not done. Tasks of replaced
 *           programs and withdrawn agents are not; they may come back. worker holds it until lease,
 *           a time of the database's clock; token is drawn by each store_take()
 * game      counts if its task is live and it is not retired: retired games (0: it is not; else
 *           its id) gave their key free. void, winner, fault, first as in struct store_game
 * timing    what the games of a version on a host were charged, for store_hosts() */
static const char *const version_1[] = {
    "CREATE TABLE meta (version INTEGER NOT NULL, settings TEXT NOT NULL, "
    "finished SMALLINT NOT NULL, writes BIGINT NOT NULL)",
    "CREATE TABLE agent (id @id, name TEXT NOT NULL UNIQUE, alias TEXT NOT NULL, "
    "version BIGINT NOT NULL, ladder SMALLINT NOT NULL, state SMALLINT NOT NULL, "
    "reason TEXT NOT NULL, token BIGINT NOT NULL)",
    "CREATE TABLE version (id @id, agent BIGINT NOT NULL, hash TEXT NOT NULL, spec TEXT NOT NULL, "
    "program SMALLINT NOT NULL, UNIQUE (agent, hash))",
    "CREATE TABLE program (hash TEXT PRIMARY KEY, archive @bytes NOT NULL)",
    "CREATE TABLE round (round INTEGER PRIMARY KEY, token BIGINT NOT NULL)",
    "CREATE TABLE task (id @id, round INTEGER NOT NULL, number INTEGER NOT NULL, "
    "a BIGINT NOT NULL, b BIGINT NOT NULL, version_a BIGINT NOT NULL, version_b BIGINT NOT NULL, "
    "start INTEGER NOT NULL, games INTEGER NOT NULL, best_of SMALLINT NOT NULL, "
    "live SMALLINT NOT NULL, purged SMALLINT NOT NULL DEFAULT 0, "
    "done SMALLINT NOT NULL DEFAULT 0, worker BIGINT NOT NULL DEFAULT 0, "
    "lease DOUBLE PRECISION NOT NULL DEFAULT 0, token BIGINT NOT NULL DEFAULT 0)",
    "CREATE INDEX task_open ON task (round, number) WHERE live = 1 AND done = 0",
    "CREATE INDEX task_worker ON task (worker) WHERE worker <> 0",
    "CREATE INDEX task_couple ON task (a, b)",
    "CREATE TABLE board (id @id, hash BIGINT NOT NULL, input TEXT NOT NULL)",
    "CREATE INDEX board_hash ON board (hash)",
    "CREATE TABLE host (id @id, name TEXT NOT NULL UNIQUE, confinement TEXT NOT NULL, "
    "missing TEXT NOT NULL, speed DOUBLE PRECISION NOT NULL, detail TEXT NOT NULL, "
    "purged SMALLINT NOT NULL DEFAULT 0)",
    "CREATE TABLE timing (host BIGINT NOT NULL, version BIGINT NOT NULL, games BIGINT NOT NULL, "
    "plies BIGINT NOT NULL, cpu DOUBLE PRECISION NOT NULL, PRIMARY KEY (host, version))",
    "CREATE TABLE game (id @id, key TEXT NOT NULL, a BIGINT NOT NULL, b BIGINT NOT NULL, "
    "retired BIGINT NOT NULL DEFAULT 0, task BIGINT NOT NULL, number INTEGER NOT NULL, "
    "start INTEGER NOT NULL, attempt INTEGER NOT NULL, first SMALLINT NOT NULL, "
    "winner SMALLINT NOT NULL, void SMALLINT NOT NULL, fault SMALLINT NOT NULL, "
    "ending TEXT NOT NULL, score_a INTEGER NOT NULL, score_b INTEGER NOT NULL, "
    "plies INTEGER NOT NULL, cpu_a DOUBLE PRECISION NOT NULL, cpu_b DOUBLE PRECISION NOT NULL, "
    "wall_a DOUBLE PRECISION NOT NULL, wall_b DOUBLE PRECISION NOT NULL, "
    "left_a DOUBLE PRECISION NOT NULL, left_b DOUBLE PRECISION NOT NULL, host BIGINT NOT NULL, "
    "finished BIGINT NOT NULL, seed BIGINT NOT NULL, board BIGINT NOT NULL, moves TEXT NOT NULL, "
    "opening INTEGER NOT NULL, detail TEXT NOT NULL, complaint TEXT NOT NULL)",
    "CREATE UNIQUE INDEX game_key ON game (key, a, b, retired)",
    "CREATE INDEX game_task ON game (task, number)",
    "CREATE INDEX game_fault ON game (task) WHERE fault >= 0",
    "CREATE INDEX game_host ON game (host)",
    "INSERT INTO meta (version, settings, finished, writes) VALUES (1, '', 0, 0)",
    NULL,
};

/* Version 2: a task carries the counts of its games (tally.h). */
static const char *const version_2[] = {
    "ALTER TABLE task ADD COLUMN there INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE task ADD COLUMN voids INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE task ADD COLUMN faults INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE task ADD COLUMN pairs BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE task ADD COLUMN odds BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE task ADD COLUMN clean_pairs BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE task ADD COLUMN clean_odds BIGINT NOT NULL DEFAULT 0",
    NULL,
};

static void count_games(struct database *d)
{
    int64_t *task = NULL;
    size_t count = 0;
    struct statement *s = statement(d, "SELECT DISTINCT task FROM game");
    while (statement_row(s)) {
        if ((count & (count - 1)) == 0)
            task = memory_resize(task, (count ? 2 * count : 1) * sizeof *task);
        task[count++] = column_integer(s, 0);
    }
    for (size_t i = 0; i < count; i++)
        tally_refresh(d, task[i]);
    free(task);
}

/* Version 3: a round stores the id of the agent that pauses; 0: none. Programs have entry numbers,
 * and a round stores how many there were, so adding or withdrawing agents does not change error
 * budget already spent (relations.c). */
static const char *const version_3[] = {
    "ALTER TABLE round ADD COLUMN pause BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE round ADD COLUMN entries BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE version ADD COLUMN entry BIGINT NOT NULL DEFAULT 0",
    "UPDATE version SET entry = id",
    "UPDATE round SET entries = (SELECT coalesce(max(id), 0) FROM version)",
    NULL,
};

/* Version 4: hosts on which a version cannot be prepared, and until when a host is known to live,
 * by the database's clock (store_unfit.c). */
static const char *const version_4[] = {
    "ALTER TABLE host ADD COLUMN alive DOUBLE PRECISION NOT NULL DEFAULT 0",
    "CREATE TABLE unfit (host BIGINT NOT NULL, version BIGINT NOT NULL, "
    "PRIMARY KEY (host, version))",
    NULL,
};

static const struct {
    const char *const *sql;
    void (*then)(struct database *);
} steps[SCHEMA_VERSION] = {
    {version_1, NULL}, {version_2, count_games}, {version_3, NULL}, {version_4, NULL}};

int schema_version(struct database *d)
{
    if (!database_has_table(d, "meta"))
        return 0;
    struct statement *s = statement(d, "SELECT version FROM meta");
    int version = statement_row(s) ? (int)column_integer(s, 0) : 0;
    statement_end(s);
    return version;
}

void schema_migrate(struct database *d, int from, int to)
{
    assert(0 <= from && to <= SCHEMA_VERSION);
    for (int i = from; i < to; i++) {
        for (const char *const *sql = steps[i].sql; *sql; sql++)
            database_execute(d, *sql);
        if (steps[i].then)
            steps[i].then(d);
    }
    struct statement *s = statement(d, "UPDATE meta SET version = ?");
    statement_integer(s, to);
    statement_run(s);
}
