/* halma_book - makes the book of openings (book.h) by long searches
 *
 * We play the book's move, the opponent anything. So from each position of ours one move is kept,
 * and from there a shorter search tells how likely each reply is: the best ones by their values, a
 * reply that loses half a move e times less likely than the best. The position that a game most
 * likely comes to is searched next, whoever began, until there are enough; then the same by the
 * other rule set. The moves are such as our agents make, with moves that are legal by every reading
 * of the text (halma_forbidding_readings()).
 *
 * The same call gives the same book as long as search, rules and estimate are the same: --commit
 * tells of which commit they are, and the book says so.
 *
 * Exit status: 0; 2 if the call cannot be understood; 70 if the book cannot be written.
 */
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "games/halma/book.h"
#include "search/playing.h"

enum {
    HASH_BYTES = 64 << 20,
    ENTRIES_MAX = 10000,
    REPLY_SHARE = 8, /* a look at the replies takes this part of a search's nodes */
    VARIANTS = 2,
    STATUS_CALL = 2,
    STATUS_OURS = 70
};

static const double moves_a_nat = 0.5; /* by how much a reply e times less likely is worse */

struct call {
    long entries, nodes;
    const char *write, *commit;
};

/* Positions of ours that are still to be searched. */
struct waiting {
    struct position *position;
    double chance;
};

struct making {
    const struct call *call;
    struct problem *problem;
    struct waiting *waiting;
    size_t waiting_count, waiting_room;
    struct book_entry *entry;
    int count; /* entries of both rule sets */
};

static void wait_for(struct making *m, const struct position *p, double chance)
{
    if (m->waiting_count == m->waiting_room) {
        m->waiting_room = 2 * m->waiting_room + 64;
        m->waiting = memory_resize(m->waiting, m->waiting_room * sizeof *m->waiting);
    }
    m->waiting[m->waiting_count++] = (struct waiting){position_copy(p), chance};
}

/* Takes off the most likely one. */
static struct waiting next_waiting(struct making *m)
{
    size_t best = 0;
    for (size_t i = 1; i < m->waiting_count; i++)
        if (m->waiting[i].chance > m->waiting[best].chance)
            best = i;
    const struct waiting found = m->waiting[best];
    m->waiting[best] = m->waiting[--m->waiting_count];
    return found;
}

static struct search_result look(const struct making *m, const struct position *p, bool is_ours)
{
    const struct search_options options = {.hash_bytes = HASH_BYTES,
                                           .lines = is_ours ? 1 : SEARCH_LINES_MAX,
                                           .admits = is_ours ? halma_playing.admits : NULL};
    const uint64_t nodes = (uint64_t)m->call->nodes;
    const struct limits limits = {.source = CLOCK_OF_THREAD,
                                  .nodes = is_ours ? nodes : nodes / REPLY_SHARE + 1};
    struct search *search = search_new(m->problem->world, &options);
    struct search_result result = search_run(search, p, &limits, NULL, NULL);
    search_free(search);
    return result;
}

/* All that the opponent may do in a position, each as likely as it is good. */
static void follow_replies(struct making *m, const struct position *p, double chance)
{
    const struct search_result replies = look(m, p, false);
    double sum = 0, weight[SEARCH_LINES_MAX];
    for (int i = 0; i < replies.line_count; i++) {
        const int loss = replies.best[0].value - replies.best[i].value;
        weight[i] = exp(-loss / (moves_a_nat * HALMA_UNIT));
        sum += weight[i];
    }
    struct position *after = position_new(p->world);
    for (int i = 0; i < replies.line_count; i++) {
        p->world->rules->play(p, replies.best[i].move, after);
        wait_for(m, after, chance * weight[i] / sum);
    }
    free(after);
}

static bool is_known(const struct making *m, uint64_t key)
{
    for (int i = 0; i < m->count; i++)
        if (m->entry[i].key == key)
            return true;
    return false;
}

/* Searches a position of ours; what may follow waits. */
static void add_entry(struct making *m, const struct position *p, double chance)
{
    const struct book_view view = book_view_of(halma_of(p));
    if (is_known(m, view.key))
        return;
    const struct search_result result = look(m, p, true);
    m->entry[m->count++] = (struct book_entry){view.key, (uint16_t)book_code(&view, result.move)};
    char name[MOVE_NAME_MAX];
    halma_move_name(p, result.move, name);
    fprintf(stderr, "%d: ply %d, chance %.4f, depth %d: %s\n", m->count, p->ply, chance,
            result.depth, name);
    struct position *after = position_new(p->world);
    p->world->rules->play(p, result.move, after);
    follow_replies(m, after, chance);
    free(after);
}

static void make_for(struct making *m, int variant)
{
    struct notes notes = {0};
    struct setup setup = SETUP_DEFAULT;
    setup.variant = game_halma.variants[variant].name;
    m->problem = game_halma.create(&setup, &notes);
    const struct position *start = m->problem->position;
    wait_for(m, start, 1);
    follow_replies(m, start, 1); /* the opponent begins */
    const int enough = m->count + (int)m->call->entries;
    while (m->count < enough && m->waiting_count > 0) {
        const struct waiting next = next_waiting(m);
        add_entry(m, next.position, next.chance);
        free(next.position);
    }
    while (m->waiting_count > 0)
        free(m->waiting[--m->waiting_count].position);
    problem_free(m->problem);
}

static int compare_entries(const void *a, const void *b)
{
    const uint64_t first = ((const struct book_entry *)a)->key;
    const uint64_t second = ((const struct book_entry *)b)->key;
    return (first > second) - (first < second);
}

static void write_book(const struct making *m)
{
    const struct call *call = m->call;
    struct text out = {0};
    text_add(&out, "// clang-format off\n// halma_book --entries %ld --nodes %ld\n", call->entries,
             call->nodes);
    text_add(&out, "// by the search of commit %s\n", call->commit);
    for (int i = 0; i < m->count; i++)
        text_add(&out, "{0x%016" PRIx64 ",0x%04x},\n", m->entry[i].key, m->entry[i].code);
    if (!file_replace(call->write, out.data, out.length)) {
        fprintf(stderr, "halma_book: %s cannot be written\n", call->write);
        exit(STATUS_OURS);
    }
    text_free(&out);
}

static void refuse(const char *what)
{
    fprintf(stderr, "halma_book: %s\n", what);
    exit(STATUS_CALL);
}

static long number_of(const char *text, long most)
{
    long value;
    if (!line_integer(line_from(text), 1, most, &value))
        refuse("expected whole numbers above 0 as --entries and --nodes");
    return value;
}

static struct call read_call(int argc, char **argv)
{
    struct call call = {.entries = 40, .nodes = 5000000, .commit = "unknown"};
    static const struct option options[] = {{"entries", required_argument, NULL, 'e'},
                                            {"nodes", required_argument, NULL, 'n'},
                                            {"write", required_argument, NULL, 'w'},
                                            {"commit", required_argument, NULL, 'c'},
                                            {0}};
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        switch (option) {
        case 'e': call.entries = number_of(optarg, ENTRIES_MAX); break;
        case 'n': call.nodes = number_of(optarg, LONG_MAX); break;
        case 'w': call.write = optarg; break;
        case 'c':
            call.commit = optarg;
            if (strspn(optarg, "0123456789abcdef") != strlen(optarg))
                refuse("expected a commit's hexadecimal name as --commit");
            break;
        default: exit(STATUS_CALL);
        }
    if (optind < argc || !call.write)
        refuse("expected --write FILE and options, nothing else");
    return call;
}

int main(int argc, char **argv)
{
    const struct call call = read_call(argc, argv);
    struct making m = {.call = &call};
    m.entry = memory_new((size_t)(VARIANTS * call.entries) * sizeof *m.entry);
    for (int variant = 0; variant < VARIANTS; variant++)
        make_for(&m, variant);
    qsort(m.entry, (size_t)m.count, sizeof *m.entry, compare_entries);
    write_book(&m);
    free(m.entry);
    free(m.waiting);
    return 0;
}
