#include "games/halma/race_gap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "games/halma/halma.h"
#include "games/halma/racing.h"
#include "referee/match/record.h"

struct gap {
    int game;
    int needed; /* moves that the winner made from there on */
    int count;  /* its race count there */
};

/* The ply at which the winner has made so many moves and is to move; -1 if there is none. */
static int ply_of(const struct recorded_game *game, int at)
{
    int made = 0;
    for (int ply = 0; ply < game->session->count; ply++) {
        if (recorded_mover(game, ply) != game->winner)
            continue;
        if (made == at)
            return ply;
        made++;
    }
    return -1;
}

static int moves_from(const struct recorded_game *game, int ply)
{
    int moves = 0;
    for (; ply < game->session->count; ply++)
        moves += recorded_mover(game, ply) == game->winner;
    return moves;
}

/* True if somebody came home first. Who wins by a fault or by the clock has not. */
static bool was_raced(const struct recorded_game *game)
{
    return game->winner >= 0 && session_ending(game->session) == ENDING_RULE;
}

/* Fills in the gap of a game that was raced; false if it has none. */
static bool measure(const struct recorded_game *game, int at, struct limits limits, struct gap *out)
{
    const int ply = ply_of(game, at);
    if (ply < 0)
        return false;
    const struct position *p = game->session->position[ply];
    struct race_count count = {.moves = -1};
    limits.started = clock_seconds(limits.source);
    race_count_moves(p, p->side, false, &limits, &count);
    *out = (struct gap){game->number, moves_from(game, ply), count.moves};
    return count.moves >= 0;
}

static int compare_gaps(const void *a, const void *b)
{
    const struct gap *first = a, *second = b;
    return (first->needed - first->count) - (second->needed - second->count);
}

static void print_json(const struct gap *gaps, int count, double median)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_open(&out, "games", '[');
    for (int i = 0; i < count; i++) {
        json_open(&out, NULL, '{');
        json_put_integer(&out, "game", gaps[i].game);
        json_put_integer(&out, "needed", gaps[i].needed);
        json_put_integer(&out, "race", gaps[i].count);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    if (count > 0)
        json_put_number(&out, "median_gap", median);
    else
        json_put_null(&out, "median_gap");
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&out);
}

static void print_text(const struct gap *gaps, int count, double median, int at)
{
    for (int i = 0; i < count; i++)
        printf("game %d: the winner needed %d moves after its first %d, a race takes at most %d\n",
               gaps[i].game, gaps[i].needed, at, gaps[i].count);
    if (count > 0)
        printf("median gap %g in %d game%s\n", median, count, count == 1 ? "" : "s");
    else
        printf("no such game was won after that many moves\n");
}

void race_print_gaps(const struct command *command, const char *path, int at, const char *agent,
                     const struct limits *limits, bool json)
{
    struct notes notes = {0};
    struct record *record = record_read(path, &notes);
    if (!record)
        cli_fail(command, "%s", notes_why(&notes));
    if (record->game != &game_halma)
        cli_fail(command, "expected a record of %s, found one of %s", game_halma.title,
                 record->game->title);
    struct gap *gaps = memory_new((size_t)(record->count + 1) * sizeof *gaps);
    int count = 0;
    for (int i = 0; i < record->count; i++) {
        const struct recorded_game *game = record->games[i];
        const bool wanted = was_raced(game) &&
                            (!agent || strcmp(agent, record->name[game->winner]) == 0);
        count += wanted && measure(game, at, *limits, &gaps[count]);
    }
    qsort(gaps, (size_t)count, sizeof *gaps, compare_gaps);
    double median = 0;
    if (count > 0) {
        const struct gap *low = &gaps[(count - 1) / 2], *high = &gaps[count / 2];
        median = (low->needed - low->count + high->needed - high->count) / 2.0;
    }
    if (json)
        print_json(gaps, count, median);
    else
        print_text(gaps, count, median, at);
    free(gaps);
    record_free(record);
}
