#include "verify/verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "verify/walk.h"

/* What the walk's calls need. */
struct reading {
    FILE *file, *progress;
    uint64_t hash;
};

static enum verdict reject(struct verification *v, const char *why)
{
    snprintf(v->why, sizeof v->why, "%s", why);
    return VERIFY_REJECTED;
}

/* --- the head --- */

/* Reads the lines before the hints; false if there is no empty line. */
static bool read_head(FILE *file, char head[CERTIFICATE_HEAD])
{
    for (int i = 0, byte; i < CERTIFICATE_HEAD - 1 && (byte = getc(file)) > 0; i++) {
        head[i] = (char)byte;
        head[i + 1] = 0;
        if (i > 0 && head[i] == '\n' && head[i - 1] == '\n')
            return true;
    }
    return false;
}

/* Takes the lines of the position; returns what follows them, or NULL. */
static const char *take_position(struct certificate *c, const char *at, int lines)
{
    const char *end = at;
    while (lines-- > 0 && end)
        end = (end = strchr(end, '\n')) ? end + 1 : NULL;
    if (!end || end - at >= CERTIFICATE_TEXT)
        return NULL;
    memcpy(c->position, at, (size_t)(end - at));
    return end;
}

static enum verdict understand(struct verification *v, FILE *file)
{
    struct certificate *c = &v->certificate;
    int lines = 0, used = 0;
    bool whole = read_head(file, v->head);
    if (strncmp(v->head, "plywood proof 1\n", 16) != 0)
        return reject(v, "it does not begin with \"plywood proof 1\"");
    bool good = whole && sscanf(v->head, "plywood proof 1 game %31s rules %31s position %3d%n",
                                c->game, c->rules, &lines, &used) == 3;
    const char *rest = good && v->head[used] == '\n' ? take_position(c, v->head + used + 1, lines)
                                                     : NULL;
    if (!rest ||
        sscanf(rest,
               "value %6d %6d handover %3d memo %3d hints %20" SCNu64 " nodes %20" SCNu64
               " hash %16" SCNx64,
               &c->low, &c->high, &c->handover, &c->memo_bits, &c->hints, &c->nodes, &c->hash) != 7)
        return reject(v, "its head is damaged");
    if (c->low > c->high || c->low < -CERTIFICATE_VALUE || c->high > CERTIFICATE_VALUE)
        return reject(v, "its bounds make no sense");
    if (c->memo_bits < MEMO_BITS_MIN || c->memo_bits > MEMO_BITS_MAX)
        return reject(v, "it asks for more memory, or less, than any proof needs");
    if (c->nodes > CERTIFICATE_NODES)
        return reject(v, "it asks for more work than any proof needs");
    return VERIFY_PROVEN;
}

/* --- the hints --- */

static int next_hint(struct walk *w, const struct plain_position *p, int bound)
{
    (void)p, (void)bound;
    struct reading *r = w->context;
    int byte = getc(r->file);
    if (byte == EOF)
        return WALK_NO_HINT;
    r->hash = certificate_hash(r->hash, byte);
    return byte;
}

static void tell(struct walk *w)
{
    struct reading *r = w->context;
    if (r->progress)
        fprintf(r->progress, "\r%5.1f %% checked, %" PRIu64 " positions", 100 * w->done, w->nodes);
}

/* Says where the walk failed. */
static enum verdict reject_walk(const struct walk *w, struct verification *v)
{
    size_t used = (size_t)snprintf(v->why, sizeof v->why, "%s", w->fault);
    for (int i = 0; i < w->depth && used < sizeof v->why - PLAIN_NAME - 8; i++) {
        char name[PLAIN_NAME];
        w->rules->name(w->board, w->path[i], name);
        used += (size_t)snprintf(v->why + used, sizeof v->why - used, "%s%s",
                                 i == 0 ? ", after " : " ", name);
    }
    return VERIFY_REJECTED;
}

/* Walks through both halves, then compares what the file says of itself. */
static enum verdict check_hints(struct walk *w, const struct plain_position *start,
                                struct verification *v)
{
    const struct certificate *c = &v->certificate;
    struct reading *r = w->context;
    bool proven = walk_prove(w, start, true, c->low, 0.5) &&
                  walk_prove(w, start, false, c->high, 0.5);
    if (r->progress)
        fprintf(r->progress, "\r%50s\r", "");
    if (!proven)
        return reject_walk(w, v);
    if (getc(r->file) != EOF)
        return reject(v, "there are more bytes than the proof needs");
    const char *end = strstr(v->head, "\nhash ");
    for (const char *at = v->head; end && at <= end; at++)
        r->hash = certificate_hash(r->hash, (unsigned char)*at);
    if (w->hints != c->hints || w->nodes != c->nodes || r->hash != c->hash)
        return reject(v, "it holds, but its counts or its hash are not what the file says");
    return VERIFY_PROVEN;
}

const struct plain_rules *verify_rules(const char *game)
{
    int i = 0;
    while (plain_games[i] && strcmp(plain_games[i]->game, game) != 0)
        i++;
    return plain_games[i];
}

enum verdict verify_proof(FILE *file, FILE *progress, struct verification *v)
{
    memset(v, 0, sizeof *v);
    struct certificate *c = &v->certificate;
    if (understand(v, file) != VERIFY_PROVEN)
        return VERIFY_REJECTED;
    const struct plain_rules *rules = verify_rules(c->game);
    struct plain_board board = {0};
    struct plain_position start;
    if (!rules)
        return reject(v, "there are no plain rules of this game to check it by");
    if (!rules->read(c->position, c->rules, &board, &start))
        return reject(v, "the plain rules of this game cannot read the position");
    struct memo *memo = memo_new(c->memo_bits, board.words);
    if (!memo) {
        snprintf(v->why, sizeof v->why, "there is no memory for 2^%d positions", c->memo_bits);
        return VERIFY_NO_MEMORY;
    }
    struct reading reading = {file, progress, CERTIFICATE_HASH_START};
    struct walk walk = {.rules = rules,
                        .board = &board,
                        .memo = memo,
                        .handover = c->handover,
                        .hint = next_hint,
                        .progress = tell,
                        .context = &reading,
                        .nodes_most = c->nodes};
    enum verdict verdict = check_hints(&walk, &start, v);
    free(memo);
    return verdict;
}

void verify_print(const struct verification *v, FILE *out)
{
    const struct certificate *c = &v->certificate;
    fprintf(out, "%s, rules %s\n%sproven: the value is %+d", c->game, c->rules, c->position,
            c->low);
    if (c->low != c->high)
        fprintf(out, " to %+d", c->high);
    fprintf(out, " for the side to move\n%" PRIu64 " hints, %" PRIu64 " positions\n", c->hints,
            c->nodes);
}
