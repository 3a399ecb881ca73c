/* plywood prove, plywood verify - proofs that a stranger can check */
#include "search/prove.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/json.h"
#include "cmd/commands.h"
#include "cmd/solve_aid.h"
#include "search/solve.h"
#include "verify/memo.h"
#include "verify/verify.h"

enum { HANDOVER_MAX = 99, PATH_BYTES = 4096 };

static atomic_bool interrupted;

static void interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
}

static void heed_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* How far the proof is, on a terminal alone. */
static void show_progress(void *context, double done, uint64_t hints, uint64_t nodes)
{
    const struct limits *limits = context;
    double seconds = limits_elapsed(limits);
    fprintf(stderr, "\r%6.2f %% written, %" PRIu64 " hints, %.0f M nodes, %.0f s", 100 * done,
            hints, (double)nodes / 1e6, seconds);
}

static void clear_progress(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\x1b[K");
}

static _Noreturn void stop(void)
{
    fprintf(stderr, "plywood prove: stopped before the proof was whole; nothing is written\n");
    exit(EXIT_NO);
}

/* Writes the proof beside its name, which it gets only when it is whole. */
static void write_proof(const struct command *command, const struct position *p, int value,
                        struct solver *solver, const char *path,
                        const struct prove_options *options, struct proof_written *proof)
{
    char part[PATH_BYTES];
    int length = snprintf(part, sizeof part, "%s.%ld.new", path, (long)getpid());
    FILE *file = length < PATH_BYTES ? fopen(part, "wbx") : NULL;
    if (!file)
        cli_cannot(command, "%s cannot be written: %s", shown(path),
                   length < PATH_BYTES ? strerror(errno) : "its name is too long");
    enum prove_ending ending = prove_write(p, value, solver, options, file, proof);
    int why = errno;
    bool closed = fclose(file) == 0;
    bool kept = ending == PROVE_DONE && closed && rename(part, path) == 0;
    why = ending == PROVE_DONE ? errno : why;
    clear_progress();
    if (!kept)
        remove(part);
    switch (ending) {
    case PROVE_DONE:
    case PROVE_NO_FILE:
        if (!kept)
            cli_cannot(command, "%s cannot be written: %s", shown(path), strerror(why));
        break;
    case PROVE_STOPPED: stop();
    case PROVE_NO_MEMORY:
        cli_cannot(command, "there is no memory for --memo %d", options->memo_bits);
    case PROVE_DISAGREES:
        cli_cannot(command, "the plain rules do not bear the solver out: %s", proof->why);
    }
}

static void print_proof(const struct position *p, const struct proof_written *proof, double seconds,
                        bool json)
{
    const struct certificate *c = &proof->certificate;
    const struct game *game = p->world->game;
    if (json) {
        struct text line = {0};
        json_open(&line, NULL, '{');
        json_put_string(&line, "game", game->name);
        json_put_string(&line, "rules", c->rules);
        json_put_integer(&line, "value", c->low);
        json_put_integer(&line, "hints", (int64_t)c->hints);
        json_put_integer(&line, "positions", (int64_t)c->nodes);
        json_put_integer(&line, "nodes", (int64_t)proof->solver_nodes);
        json_put_number(&line, "seconds", seconds);
        json_close(&line, '}');
        printf("%s\n", line.data);
        text_free(&line);
        return;
    }
    printf("value %+d for %s, proven\n", c->low, game->sides[p->side]);
    printf("%" PRIu64 " hints; the check visits %" PRIu64 " positions\n", c->hints, c->nodes);
    printf("%" PRIu64 " nodes, %.3f s\n", proof->solver_nodes, seconds);
}

/* Fails if a position cannot be proven. */
static void demand_provable(const struct command *command, const struct position *p)
{
    const struct world *world = p->world;
    if (game_may_draw(world->game))
        cli_fail(command, "%s can go in circles: it is not solved by following it to the end",
                 world->game->title);
    if (!solver_takes(world))
        cli_fail(command, "%s is solved on boards up to %d x %d; this one is %d x %d",
                 world->game->title, world->game->size_solved, world->game->size_solved,
                 world->size, world->size);
    if (position_is_over(p))
        cli_fail(command, "the game is over, there is nothing to prove");
    if (!prove_takes(p))
        cli_fail(command, "there are no plain rules of %s for this board to check a proof by",
                 world->game->title);
}

/* The value by the solver, with the help that is wished for. */
static int solve(const struct command *command, struct solver *solver, const struct position *p,
                 const struct solve_wishes *wishes, const struct limits *limits, uint64_t *nodes)
{
    struct solve_aid *aid = solve_aid_begin(command, solver, p, wishes);
    struct solution solution = solver_run(solver, p, limits);
    if (aid)
        solver_set_aid(solver, &(struct solver_aid){.threads = 1});
    solve_aid_end(aid);
    if (solution.low != solution.high)
        stop();
    *nodes = solution.nodes;
    return solution.low;
}

struct options {
    struct cli_reading reading;
    struct solve_wishes wishes;
    struct prove_options prove;
    const char *output;
    size_t hash; /* bytes */
    bool json, force;
};

static int run_prove(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    struct limits *limits = &o.prove.limits;
    cli_parse(command, argc, argv, &o);
    if (!o.output)
        cli_fail(command, "-o FILE is missing: where the proof is to be written");
    cli_spare(command, "--output", o.output, o.force);
    struct problem *problem = cli_load(command, argv[0], NULL, o.reading.variant, o.reading.strict);
    const struct position *p = problem->position;
    demand_provable(command, p);
    heed_interrupts();
    limits->source = CLOCK_OF_PROCESS;
    limits->started = clock_seconds(CLOCK_OF_PROCESS);
    limits->stop = &interrupted;
    o.prove.progress = o.wishes.progress || isatty(STDERR_FILENO) ? show_progress : NULL;
    o.prove.context = limits;
    struct solver *solver = solver_new(problem->world, o.hash);
    uint64_t nodes;
    int value = solve(command, solver, p, &o.wishes, limits, &nodes);
    struct proof_written proof;
    write_proof(command, p, value, solver, o.output, &o.prove, &proof);
    proof.solver_nodes += nodes;
    print_proof(p, &proof, limits_elapsed(limits), o.json);
    solver_free(solver);
    problem_free(problem);
    return 0;
}

static int run_verify(const struct command *command, int argc, char **argv)
{
    cli_parse(command, argc, argv, NULL);
    static struct verification v;
    FILE *file = fopen(argv[0], "rb");
    if (!file)
        cli_fail(command, "%s cannot be read: %s", shown(argv[0]), strerror(errno));
    enum verdict verdict = verify_proof(file, isatty(STDERR_FILENO) ? stderr : NULL, &v);
    fclose(file);
    switch (verdict) {
    case VERIFY_PROVEN: verify_print(&v, stdout); return 0;
    case VERIFY_NO_MEMORY: cli_cannot(command, "%s", v.why);
    case VERIFY_REJECTED: break;
    }
    fprintf(stderr, "plywood verify: %s is not proven: %s\n", shown(argv[0]), v.why);
    return EXIT_NO;
}

static const struct cli_option prove_table[] = {
    {"output", "PROOF", "where the proof goes (-o for short)", CLI_STRING(struct options, output),
     .needed = true},
    CLI_FORCE(struct options, force),
    CLI_JSON(struct options, json),
    CLI_READING(struct options, reading),
    {.help = "The proof"},
    {"handover", "N", "what is left of the game when the checker searches alone",
     CLI_INT(struct options, prove.handover, 0, HANDOVER_MAX), .usual = "10"},
    {"memo", "BITS", "the checker remembers 2^BITS positions",
     CLI_INT(struct options, prove.memo_bits, MEMO_BITS_MIN, MEMO_BITS_MAX), .usual = "22"},
    {.help = "Solving"},
    {"budget", "S", "stop after S CPU seconds, with no proof",
     CLI_SECONDS(struct options, prove.limits.hard)},
    CLI_SET(struct options, wishes, solve_aid_options, struct solve_wishes),
    CLI_HASH(struct options, hash),
    {0},
};

static const struct cli_place prove_places[] = {CLI_THE_FILE, {0}};

const struct command command_prove = {
    .name = "prove",
    .summary = "write a proof of a position's value",
    .places = prove_places,
    .options = prove_table,
    .examples = "prove input.txt -o proof.bin\n"
                "prove input.txt -o proof.bin --force --handover 6",
    .details =
        "It solves the position and writes a proof of its value. 'plywood verify', or\n"
        "build/proofcheck alone, can check the proof without the solver.\n"
        "\n"
        "--handover counts what is left of the game: empty squares, legal squares or pieces.\n"
        "Where at most N is left the checker searches by itself. A larger N makes a smaller\n"
        "proof and a slower check. An interrupt leaves no file.\n"
        "\n" SOLVE_AID_DETAILS,
    .run = run_prove,
};

static const struct cli_place verify_places[] = {
    {"PROOF", "a file that 'plywood prove' has written", 1, 1}, {0}};

const struct command command_verify = {
    .name = "verify",
    .summary = "check a proof",
    .places = verify_places,
    .examples = "verify proof.bin",
    .details =
        "It checks by plain rules of the game that share nothing with the solver. Exit status\n"
        "0: proven; 1: the file is not a proof of what it says.\n",
    .run = run_verify,
};
