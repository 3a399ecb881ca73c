#include "search/prove.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "verify/walk.h"

/* The game's own positions along the walk's path, as far as they have been asked for. */
struct prover {
    const struct prove_options *options;
    const struct game *game;
    struct solver *solver;
    FILE *file;
    uint64_t hash, nodes;
    bool stopped;
    int depth;
    uint8_t path[PLAIN_DEPTH];
    struct position *position[PLAIN_DEPTH + 1]; /* after so many moves */
};

/* A value of the game's own for a margin in points. */
static int value_of(const struct game *game, int points)
{
    int bonus = points > 0 ? game->win_bonus : points < 0 ? -game->win_bonus : 0;
    return points * game->unit + bonus;
}

/* And the margin for a value. */
static int points_of(const struct game *game, int value)
{
    int bonus = value > game->win_bonus / 2    ? game->win_bonus
                : value < -game->win_bonus / 2 ? -game->win_bonus
                                               : 0;
    return (value - bonus) / game->unit;
}

/* The game's own position that the walk has in hand. */
static const struct position *follow(struct prover *prover, const struct walk *w)
{
    int same = 0;
    while (same < prover->depth && same < w->depth && prover->path[same] == w->path[same])
        same++;
    for (int i = same; i < w->depth; i++) {
        const struct position *p = prover->position[i];
        struct notes notes = {0};
        char name[PLAIN_NAME];
        unsigned code;
        w->rules->name(w->board, w->path[i], name);
        if (!prover->game->move_parse(p, name, &code, &notes))
            return NULL;
        if (!prover->position[i + 1])
            prover->position[i + 1] = position_new(p->world);
        p->world->rules->play(p, code, prover->position[i + 1]);
        prover->path[i] = w->path[i];
    }
    prover->depth = w->depth;
    return prover->position[w->depth];
}

/* A move after which nothing is left to be proven, or -1. */
static int known_move(const struct walk *w, const struct plain_position *p, int bound,
                      const uint8_t *moves, int count)
{
    for (int i = 0; i < count; i++) {
        struct plain_position child;
        int gain = w->rules->play(w->board, p, moves[i], &child);
        if (gain - walk_known(w, &child).high >= bound)
            return i;
    }
    return -1;
}

static int solved_move(struct walk *w, int bound, const uint8_t *moves, int count)
{
    struct prover *prover = w->context;
    const struct position *p = follow(prover, w);
    unsigned code;
    if (!p)
        return -1;
    bool found = solver_best(prover->solver, p, value_of(prover->game, bound),
                             &prover->options->limits, &code);
    prover->nodes += solver_nodes(prover->solver);
    prover->stopped = prover->stopped || !found;
    char wanted[MOVE_NAME_MAX], name[PLAIN_NAME];
    if (found)
        prover->game->move_name(p, code, wanted);
    for (int i = 0; found && i < count; i++) {
        w->rules->name(w->board, moves[i], name);
        if (strcmp(name, wanted) == 0)
            return i;
    }
    return -1;
}

static int give_hint(struct walk *w, const struct plain_position *p, int bound)
{
    struct prover *prover = w->context;
    uint8_t moves[PLAIN_MOVES];
    int count = w->rules->moves(w->board, p, moves);
    int hint = known_move(w, p, bound, moves, count);
    if (hint < 0)
        hint = solved_move(w, bound, moves, count);
    if (hint < 0)
        return WALK_NO_HINT;
    putc(hint, prover->file);
    prover->hash = certificate_hash(prover->hash, hint);
    return hint;
}

static void tell(struct walk *w)
{
    struct prover *prover = w->context;
    const struct prove_options *o = prover->options;
    if (limits_are_reached(&o->limits, 0)) {
        prover->stopped = true;
        w->fault = "stopped";
    }
    if (o->progress)
        o->progress(o->context, w->done, w->hints, prover->nodes);
}

/* The lines before the hints. They take the same bytes whatever the counts and the hash are. */
static void write_head(struct certificate *c, uint64_t hash, FILE *file)
{
    char head[CERTIFICATE_HEAD];
    int lines = 0;
    for (const char *at = c->position; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    snprintf(head, sizeof head,
             "plywood proof 1\ngame %s\nrules %s\nposition %d\n%svalue %d %d\nhandover %d\n"
             "memo %d\nhints %020" PRIu64 "\nnodes %020" PRIu64 "\n",
             c->game, c->rules, lines, c->position, c->low, c->high, c->handover, c->memo_bits,
             c->hints, c->nodes);
    for (const char *at = head; *at; at++)
        hash = certificate_hash(hash, (unsigned char)*at);
    c->hash = hash;
    fprintf(file, "%shash %016" PRIx64 "\n\n", head, hash);
}

/* Walks through both halves and writes their hints after a head that is not final yet. */
static enum prove_ending walk_both(struct walk *w, const struct plain_position *start,
                                   struct proof_written *out)
{
    struct certificate *c = &out->certificate;
    struct prover *prover = w->context;
    write_head(c, 0, prover->file);
    bool proven = walk_prove(w, start, true, c->low, 0.5) &&
                  walk_prove(w, start, false, c->high, 0.5);
    out->solver_nodes = prover->nodes;
    if (prover->stopped)
        return PROVE_STOPPED;
    if (!proven) {
        snprintf(out->why, sizeof out->why, "%s", w->fault);
        return PROVE_DISAGREES;
    }
    c->hints = w->hints;
    c->nodes = w->nodes;
    rewind(prover->file);
    write_head(c, prover->hash, prover->file);
    return fflush(prover->file) == 0 && !ferror(prover->file) ? PROVE_DONE : PROVE_NO_FILE;
}

/* What the head says before anything is known, and the position by the plain rules; NULL if there
 * are none of them for it. */
static const struct plain_rules *begin(const struct position *p, struct certificate *c,
                                       struct plain_board *board, struct plain_position *start)
{
    const struct world *world = p->world;
    const struct plain_rules *rules = verify_rules(world->game->name);
    struct text text = {0};
    world->game->write(p, world->game->game_seconds, false, &text);
    bool fits = text.length < CERTIFICATE_TEXT;
    *c = (struct certificate){0};
    *board = (struct plain_board){0};
    snprintf(c->game, sizeof c->game, "%s", world->game->name);
    snprintf(c->rules, sizeof c->rules, "%s", world->game->variants[world->variant].name);
    if (fits)
        memcpy(c->position, text.data, text.length);
    text_free(&text);
    return fits && rules && rules->read(c->position, c->rules, board, start) ? rules : NULL;
}

bool prove_takes(const struct position *p)
{
    struct certificate c;
    struct plain_board board;
    struct plain_position start;
    return begin(p, &c, &board, &start) != NULL;
}

enum prove_ending prove_write(const struct position *p, int value, struct solver *solver,
                              const struct prove_options *o, FILE *file, struct proof_written *out)
{
    assert(prove_takes(p) && !position_is_over(p));
    struct certificate *c = &out->certificate;
    struct plain_board board;
    struct plain_position start;
    *out = (struct proof_written){0};
    const struct plain_rules *rules = begin(p, c, &board, &start);
    c->handover = o->handover;
    c->memo_bits = o->memo_bits;
    c->low = c->high = points_of(p->world->game, value);
    struct prover prover = {.options = o,
                            .game = p->world->game,
                            .solver = solver,
                            .file = file,
                            .hash = CERTIFICATE_HASH_START};
    prover.position[0] = position_copy(p);
    struct walk walk = {.rules = rules,
                        .board = &board,
                        .memo = memo_new(o->memo_bits, board.words),
                        .handover = o->handover,
                        .hint = give_hint,
                        .progress = tell,
                        .context = &prover,
                        .nodes_most = CERTIFICATE_NODES};
    enum prove_ending ending = walk.memo ? walk_both(&walk, &start, out) : PROVE_NO_MEMORY;
    free(walk.memo);
    for (int i = 0; i <= PLAIN_DEPTH; i++)
        free(prover.position[i]);
    return ending;
}
