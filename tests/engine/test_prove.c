/* Proofs: what is written is checked, what is changed is rejected or proves the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "search/prove.h"
#include "search/solve.h"
#include "tests/check.h"
#include "verify/verify.h"

enum { BYTES_MAX = 1 << 16, HASH_BYTES = 1 << 18 };

/* The bytes of a proof's file. */
struct bytes {
    size_t count;
    unsigned char at[BYTES_MAX];
};

/* Small positions with everything that proofs have to do with: gains, passes, blocks, symmetries.
 */
static const struct start {
    const char *game, *variant;
    int size, option, plies;
    uint64_t seed;
} starts[] = {
    {"reversi", "bidding", 4, -1, 0, 1},  {"reversi", "othello", 4, -1, 0, 1},
    {"reversi", "bidding", 5, -1, 8, 2},  {"reversi", "othello", 5, -1, 9, 3},
    {"reversi", "bidding", 8, -1, 50, 4}, {"reversi", "othello", 6, -1, 20, 5},
    {"laser", "default", 4, 0, 0, 1},     {"laser", "default", 5, 0, 0, 1},
    {"laser", "default", 6, 3, 1, 6},     {"laser", "default", 7, 4, 3, 7},
    {"fruit", "default", 3, 3, 0, 1},     {"fruit", "default", 4, 4, 0, 2},
    {"fruit", "default", 5, 3, 2, 3},
};
enum { STARTS = sizeof starts / sizeof *starts };

static struct problem *begin(const struct start *s)
{
    struct setup setup = SETUP_DEFAULT;
    setup.size = s->size;
    setup.variant = s->variant;
    setup.option[0] = s->option;
    struct scenario scenario = {s->game, setup};
    struct problem *problem = scenario_new(&scenario, s->seed);
    problem_play_random(problem, s->seed, s->plies);
    assert_false(position_is_over(problem->position));
    return problem;
}

static enum verdict verify_bytes(struct bytes *bytes, struct verification *v)
{
    FILE *file = bytes->count > 0 ? fmemopen(bytes->at, bytes->count, "rb")
                                  : fopen("/dev/null", "rb");
    assert_non_null(file);
    enum verdict verdict = verify_proof(file, NULL, v);
    fclose(file);
    assert_true(verdict == VERIFY_PROVEN || v->why[0]);
    return verdict;
}

static struct certificate prove(const struct position *p, int handover, int bits,
                                struct bytes *bytes)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    struct prove_options options = {
        .handover = handover, .memo_bits = bits, .limits = {.source = CLOCK_OF_PROCESS}};
    struct proof_written proof;
    struct solver *solver = solver_new(p->world, HASH_BYTES);
    int value = solver_run(solver, p, &options.limits).low;
    assert_int_equal(prove_write(p, value, solver, &options, file, &proof), PROVE_DONE);
    solver_free(solver);
    rewind(file);
    bytes->count = fread(bytes->at, 1, BYTES_MAX, file);
    fclose(file);
    assert_true(bytes->count < BYTES_MAX);
    return proof.certificate;
}

/* The final margin that is still to come, by the solver. */
static int solve(const struct position *p)
{
    struct limits limits = {.source = CLOCK_OF_PROCESS};
    struct solver *solver = solver_new(p->world, HASH_BYTES);
    struct solution solution = solver_run(solver, p, &limits);
    solver_free(solver);
    assert_int_equal(solution.low, solution.high);
    return (int)position_points(p, solution.low) - position_banked(p) / p->world->game->unit;
}

/* Makes the hash right again, as a forger would; false if the head is no longer one. */
static bool reseal(struct bytes *bytes)
{
    const unsigned char *end = memmem(bytes->at, bytes->count, "\n\n", 2);
    const unsigned char *line = memmem(bytes->at, bytes->count, "\nhash ", 6);
    if (!end || !line || end - line != 6 + 16)
        return false;
    uint64_t hash = CERTIFICATE_HASH_START;
    for (const unsigned char *at = end + 2; at < bytes->at + bytes->count; at++)
        hash = certificate_hash(hash, *at);
    for (const unsigned char *at = bytes->at; at <= line; at++)
        hash = certificate_hash(hash, *at);
    char digits[17];
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    memcpy(bytes->at + (line - bytes->at) + 6, digits, 16);
    return true;
}

/* Whatever a check says is proven must be true: the solver is asked about just that. */
static void claim_is_true(const struct verification *v)
{
    const struct certificate *c = &v->certificate;
    struct problem *problem = problem_from_text(c->position, c->rules);
    int value = position_is_over(problem->position) ? 0 : solve(problem->position);
    if (!position_is_over(problem->position))
        assert_in_range(value + 10000, c->low + 10000, c->high + 10000);
    problem_free(problem);
}

static struct bytes original, changed;
static struct verification checked;

static void writes_what_verifies(void **state)
{
    (void)state;
    static const struct {
        int handover, bits;
    } ways[] = {{0, 16}, {4, 8}, {7, 12}, {99, 10}};
    for (int i = 0; i < STARTS; i++) {
        struct problem *problem = begin(&starts[i]);
        int value = solve(problem->position);
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            struct certificate c = prove(problem->position, ways[way].handover, ways[way].bits,
                                         &original);
            assert_int_equal(c.low, value);
            assert_int_equal(c.high, value);
            assert_int_equal(verify_bytes(&original, &checked), VERIFY_PROVEN);
            assert_int_equal(checked.certificate.low, value);
            assert_int_equal(checked.certificate.high, value);
            assert_int_equal(checked.certificate.hints, c.hints);
        }
        problem_free(problem);
    }
}

/* Every byte is changed in three ways. As it is, the file is rejected; with its hash made right
 * again, it is rejected or proves something true. */
static void changed_bytes_are_rejected(void **state)
{
    (void)state;
    static const unsigned char masks[] = {1, 2, 0x80};
    int resealed = 0, accepted = 0;
    static const int smallest[] = {0, 1, 7, 10};
    for (size_t i = 0; i < sizeof smallest / sizeof *smallest; i++) {
        struct problem *problem = begin(&starts[smallest[i]]);
        prove(problem->position, 3, 8, &original);
        for (size_t at = 0; at < original.count; at++)
            for (size_t m = 0; m < sizeof masks; m++) {
                changed = original;
                changed.at[at] ^= masks[m];
                assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
                if (!reseal(&changed))
                    continue;
                resealed++;
                if (verify_bytes(&changed, &checked) == VERIFY_PROVEN) {
                    accepted++;
                    claim_is_true(&checked);
                }
            }
        problem_free(problem);
    }
    print_message("# %d changed proofs with a right hash, of which %d prove something true\n",
                  resealed, accepted);
    assert_true(resealed > 1000);
}

static void other_lengths_are_rejected(void **state)
{
    (void)state;
    for (int i = 0; i < STARTS; i += 4) {
        struct problem *problem = begin(&starts[i]);
        prove(problem->position, 5, 8, &original);
        changed = original;
        for (changed.count = 0; changed.count < original.count; changed.count++)
            assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
        changed.at[changed.count++] = 0;
        assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
        reseal(&changed);
        assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
        assert_string_equal(checked.why, "there are more bytes than the proof needs");
        problem_free(problem);
    }
}

/* The file of a claim, with these hints; its hash is right. */
static void forge(const struct certificate *c, const unsigned char *hints, size_t count,
                  struct bytes *out)
{
    int lines = 0;
    for (const char *at = c->position; *at; at++)
        lines += *at == '\n';
    out->count = (size_t)snprintf((char *)out->at, BYTES_MAX,
                                  "plywood proof 1\ngame %s\nrules %s\nposition %d\n%svalue %d %d\n"
                                  "handover %d\nmemo %d\nhints %020" PRIu64 "\nnodes %020" PRIu64
                                  "\nhash 0000000000000000\n\n",
                                  c->game, c->rules, lines, c->position, c->low, c->high,
                                  c->handover, c->memo_bits, c->hints, c->nodes);
    assert_true(out->count + count < BYTES_MAX);
    memcpy(out->at + out->count, hints, count);
    out->count += count;
    assert_true(reseal(out));
}

/* What follows the head. */
static const unsigned char *hints_of(const struct bytes *bytes, size_t *count)
{
    const unsigned char *end = memmem(bytes->at, bytes->count, "\n\n", 2);
    assert_non_null(end);
    *count = bytes->count - (size_t)(end + 2 - bytes->at);
    return end + 2;
}

/* A forger rewrites the claim, keeps the hints, and has as many more, and as much work, as the
 * checker may ask for. */
static void false_claims_are_rejected(void **state)
{
    (void)state;
    struct random random = {1};
    static unsigned char hints[BYTES_MAX / 2];
    for (int i = 0; i < STARTS; i++) {
        struct problem *problem = begin(&starts[i]);
        struct certificate c = prove(problem->position, i % 3 == 0 ? 99 : 4, 12, &original);
        int value = c.low;
        size_t count;
        const unsigned char *given = hints_of(&original, &count);
        assert_true(count < sizeof hints - 2000);
        memcpy(hints, given, count);
        for (int more = 0; more < 2000; more++)
            hints[count++] = (unsigned char)random_below(&random, 4);
        c.nodes = 100000000;
        for (int low = -2; low <= 2; low++)
            for (int high = low; high <= 2; high++) {
                if (low <= 0 && high >= 0)
                    continue;
                c.low = value + low;
                c.high = value + high;
                forge(&c, hints, count, &changed);
                assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
            }
        problem_free(problem);
    }
}

/* The true claim does not stand or fall with its hints: others that are good enough will do, and
 * none of them makes a false one true. */
static void any_hints_prove_only_the_truth(void **state)
{
    (void)state;
    struct random random = {2};
    for (int i = 0; i < STARTS; i += 2) {
        struct problem *problem = begin(&starts[i]);
        struct certificate c = prove(problem->position, 4, 12, &original);
        for (int round = 0; round < 30; round++) {
            unsigned char hints[512];
            for (size_t k = 0; k < sizeof hints; k++)
                hints[k] = (unsigned char)random_below(&random, 3);
            struct certificate claim = c;
            claim.low = claim.high = c.low + (int)random_below(&random, 9) - 4;
            claim.nodes = 10000000;
            forge(&claim, hints, sizeof hints, &changed);
            if (verify_bytes(&changed, &checked) == VERIFY_PROVEN)
                assert_int_equal(claim.low, c.low);
        }
        problem_free(problem);
    }
}

static void hostile_heads_get_a_clear_word(void **state)
{
    (void)state;
    struct problem *problem = begin(&starts[0]);
    struct certificate c = prove(problem->position, 5, 10, &original);
    static const unsigned char none[1];
    struct certificate bad = c;
    bad.memo_bits = 29;
    forge(&bad, none, 1, &changed);
    assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
    assert_string_equal(checked.why, "it asks for more memory, or less, than any proof needs");
    bad = c;
    bad.nodes = UINT64_MAX;
    forge(&bad, none, 1, &changed);
    assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
    assert_string_equal(checked.why, "it asks for more work than any proof needs");
    bad = c;
    bad.handover = 99;
    bad.nodes = 20; /* it would take more to search everything */
    forge(&bad, none, 1, &changed);
    assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
    assert_string_equal(checked.why, "it takes more positions than it says");
    bad = c;
    bad.low = -20000;
    forge(&bad, none, 1, &changed);
    assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
    assert_string_equal(checked.why, "its bounds make no sense");
    bad = c;
    strcpy(bad.game, "checkers");
    forge(&bad, none, 1, &changed);
    assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
    assert_string_equal(checked.why, "there are no plain rules of this game to check it by");
    problem_free(problem);
}

static void other_files_are_no_proofs(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "\n\n",
                                        "plywood proof 1\n",
                                        "plywood proof 2\n\n",
                                        "plywood proof 1\n\n",
                                        "plywood proof 1\ngame x\nrules y\nposition 999\n\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        changed.count = strlen(texts[i]);
        memcpy(changed.at, texts[i], changed.count);
        assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
    }
    memset(changed.at, 'x', sizeof changed.at);
    memcpy(changed.at, "plywood proof 1\n", 16);
    changed.count = sizeof changed.at;
    assert_int_equal(verify_bytes(&changed, &checked), VERIFY_REJECTED);
}

/* A spent budget ends it, and nothing is taken for a proof. */
static void stops_when_told(void **state)
{
    (void)state;
    struct problem *problem = begin(&starts[2]);
    atomic_bool stop = true;
    struct prove_options options = {
        .handover = 4, .memo_bits = 10, .limits = {.source = CLOCK_OF_PROCESS, .stop = &stop}};
    struct proof_written proof;
    FILE *file = tmpfile();
    assert_non_null(file);
    struct solver *solver = solver_new(problem->world, HASH_BYTES);
    assert_int_equal(prove_write(problem->position, 0, solver, &options, file, &proof),
                     PROVE_STOPPED);
    solver_free(solver);
    fclose(file);
    problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_what_verifies),
        cmocka_unit_test(changed_bytes_are_rejected),
        cmocka_unit_test(other_lengths_are_rejected),
        cmocka_unit_test(false_claims_are_rejected),
        cmocka_unit_test(any_hints_prove_only_the_truth),
        cmocka_unit_test(hostile_heads_get_a_clear_word),
        cmocka_unit_test(other_files_are_no_proofs),
        cmocka_unit_test(stops_when_told),
    };
    return cmocka_run_group_tests_name("prove", tests, NULL, NULL);
}
