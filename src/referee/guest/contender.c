#include "referee/guest/contender.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/timed_agent.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "referee/guest/bundle.h"
#include "referee/guest/judge.h"
#include "referee/guest/protocol.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/stolen.h"

struct contender {
    char *spec, *name; /* name: chosen by the caller, or NULL */
    const struct game *game;
    struct contender_options options;
    struct program *program;       /* NULL for a built-in agent */
    struct calibrated *calibrated; /* the program's, if we own it; else NULL */
    bool owns;                     /* we own the program's private directory */
    const struct protocol *protocol;
    char hash[17];
};

/* Either a built-in agent or a guest. */
struct seat {
    struct contender *contender;
    int side, variant;
    uint64_t seed;
    struct agent *agent;
    struct guest *guest;
    atomic_bool interrupted;
};

static void set_hash(struct contender *c, const char *bytes, size_t count)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++)
        hash = hash64(hash ^ (unsigned char)bytes[i]);
    snprintf(c->hash, sizeof c->hash, "%016" PRIx64, hash);
}

static bool take_program(struct contender *c, const struct program *program, struct notes *notes)
{
    c->program = memory_zero(sizeof *c->program);
    *c->program = *program;
    c->program->policy.niceness = c->options.niceness;
    c->protocol = protocol_of(program, c->game, notes);
    memcpy(c->hash, program->hash, sizeof c->hash);
    return c->protocol != NULL;
}

/* Prepares a built-in agent, or a program, by its spec. */
static bool prepare(struct contender *c, struct notes *notes)
{
    if (program_is_meant(c->spec)) {
        struct program *program = memory_zero(sizeof *program);
        bool good = program_prepare(program, c->spec, &c->options, notes);
        if (good && program->calibrate[0])
            c->calibrated = program->calibrated = calibrated_new(c->options.calibrate);
        if (good && !take_program(c, program, notes)) {
            program_leave(program);
            good = false;
        }
        c->owns = good;
        free(program);
        return good;
    }
    struct notes trial = {0};
    bool is_file = strchr(c->spec, '/') || access(c->spec, F_OK) == 0;
    struct agent *agent = agent_new(c->spec, is_file ? &trial : notes); /* each seat has its own */
    if (!agent && is_file)
        notes_fault(
            notes, 0,
            "%s: expected a directory, a source or an archive with an agent in it; a program is named cmd:COMMAND",
            c->spec);
    set_hash(c, c->spec, strlen(c->spec));
    agent_free(agent);
    return agent != NULL;
}

static struct contender *blank(const char *spec, const struct game *game,
                               const struct contender_options *options)
{
    struct contender *c = memory_zero(sizeof *c);
    c->spec = memory_string(spec);
    c->name = options->name ? memory_string(options->name) : NULL;
    c->game = game;
    c->options = *options;
    c->options.name = c->name;
    return c;
}

struct contender *contender_of(const struct program *program, const char *spec,
                               const struct game *game, const struct contender_options *options,
                               struct notes *notes)
{
    struct contender *c = blank(spec, game, options);
    if (take_program(c, program, notes))
        return c;
    contender_free(c);
    return NULL;
}

struct contender *contender_new(const char *spec, const struct game *game,
                                const struct contender_options *options, struct notes *notes)
{
    struct contender *c = blank(spec, game, options);
    bool good = prepare(c, notes);
    c->options.lacking = NULL; /* the caller's pointer is valid during this call only */
    if (good)
        return c;
    contender_free(c);
    return NULL;
}

void contender_free(struct contender *c)
{
    if (!c)
        return;
    calibrated_free(c->calibrated);
    if (c->owns)
        program_leave(c->program);
    free(c->program);
    free(c->name);
    free(c->spec);
    free(c);
}

const char *contender_spec(const struct contender *c)
{
    return c->spec;
}

const char *contender_name(const struct contender *c)
{
    return c->name ? c->name : c->program ? c->program->name : c->spec;
}

const struct contender_options *contender_limits(const struct contender *c)
{
    return &c->options;
}

bool contender_is_program(const struct contender *c)
{
    return c->program != NULL;
}

const struct program *contender_program(const struct contender *c)
{
    return c->program;
}

const char *contender_hash(const struct contender *c)
{
    return c->hash;
}

const char *contender_rung(const struct contender *c)
{
    return c->program ? c->program->rung : "in process";
}

const char *contender_missing(const struct contender *c)
{
    return c->program ? c->program->missing : "";
}

void contender_calibrate(struct contender *c)
{
    if (c->program)
        calibrated_file(c->program->calibrated, c->program);
}

void contender_calibration(const struct contender *c, char words[CALIBRATED_WORDS], bool *failed)
{
    calibrated_tell(c->program ? c->program->calibrated : NULL, words, failed);
}

double contender_idle(const struct contender *c)
{
    return c->program ? c->program->idle + calibrated_idle(c->program->calibrated) : 0;
}

double contender_wall_budget(const struct contender *c, double clock)
{
    return judge_wall_budget(&c->options, clock);
}

static struct guest *guest_new(const struct contender *c, int side, struct notes *notes)
{
    struct cell *cell = cell_new(&c->program->policy, notes);
    if (!cell)
        return NULL;
    struct guest *guest = memory_zero(sizeof *guest);
    guest->program = c->program;
    guest->options = &c->options;
    guest->game = c->game;
    guest->cell = cell;
    guest->side = side;
    return guest;
}

static void guest_free(struct guest *guest)
{
    if (guest)
        guest_clear(guest);
    free(guest);
}

struct seat *seat_new(struct contender *c, const struct session *session, int side, uint64_t seed,
                      struct notes *notes)
{
    assert(side == SIDE_FIRST || side == SIDE_SECOND);
    assert(session->world->game == c->game);
    struct seat *seat = memory_zero(sizeof *seat);
    *seat = (struct seat){
        .contender = c, .side = side, .variant = session->world->variant, .seed = seed};
    if (c->program)
        seat->guest = guest_new(c, side, notes);
    else
        seat->agent = agent_new(c->spec, notes);
    if (!seat->guest && !seat->agent) {
        free(seat);
        return NULL;
    }
    if (seat->agent)
        agent_seed(seat->agent, seed);
    return seat;
}

void seat_free(struct seat *seat)
{
    if (!seat)
        return;
    agent_free(seat->agent);
    guest_free(seat->guest);
    free(seat);
}

/* All limits of a built-in agent are in CPU time of its own thread, so that load on the machine
 * cannot make it lose. */
static void ask_agent(struct seat *seat, const struct session *session,
                      const struct move_time *time, struct answer *answer)
{
    const struct contender_options *o = &seat->contender->options;
    struct timed_agent player = {.agent = seat->agent,
                                 .stop = cancel_flag() ? cancel_flag() : &seat->interrupted,
                                 .remaining = time->remaining,
                                 .move_cap = time->cap,
                                 .nodes_per_move = o->nodes,
                                 .depth = o->depth};
    struct report report = {0};
    struct stolen before, after;
    stolen_read(AT_FDCWD, &before);
    double began = clock_seconds(CLOCK_OF_WALL);
    answer->code = timed_agent_choose(&player, session, &report);
    answer->wall = clock_seconds(CLOCK_OF_WALL) - began;
    answer->cpu = player.used;
    answer->has_value = report.has_value;
    answer->value = report.value;
    answer->proven = report.proven;
    answer->depth = report.depth;
    answer->nodes = report.nodes;
    stolen_read(AT_FDCWD, &after);
    answer->stolen = stolen_between(&before, &after);
    if (player.overran || (time->cap > 0 && player.used > time->cap)) {
        double granted = judge_cpu_granted(time, CLOCK_CPU);
        judge_says(answer, VERDICT_OUT_OF_TIME, "used %.3f s of CPU time, %.3f s were granted",
                   player.used, granted);
        judge_late(answer, player.used - granted);
    }
}

void seat_ask(struct seat *seat, const struct session *session, const struct move_time *time,
              struct answer *answer)
{
    assert(!position_is_over(session_now(session)));
    assert(session_now(session)->side == seat->side);
    *answer = (struct answer){.exit_status = -1};
    if (seat->agent) {
        ask_agent(seat, session, time, answer);
        return;
    }
    seat->contender->protocol->ask(seat->guest, session, time, answer);
    if (answer->verdict == VERDICT_NONE)
        protocol_judge_home(seat->guest, answer);
    answer->input = seat->guest->input;
    answer->output = seat->guest->output;
    answer->complaint = seat->guest->complaint;
}

void seat_interrupt(struct seat *seat)
{
    atomic_store(&seat->interrupted, true);
    if (seat->guest)
        cell_interrupt(seat->guest->cell);
}

void seat_tell_final(struct seat *seat, const struct session *session)
{
    if (seat->guest && seat->contender->protocol->tell_final)
        seat->contender->protocol->tell_final(seat->guest, session);
}

bool seat_find_other(const struct seat *seat, const char *const *known, char name[FOLDER_NAME])
{
    return seat->guest && folder_find_other(cell_home(seat->guest->cell), known, name);
}

bool seat_write_bundle(const struct seat *seat, const struct answer *answer, const char *dir,
                       struct notes *notes)
{
    const struct contender *c = seat->contender;
    struct bundle bundle = {.spec = c->spec,
                            .hash = c->hash,
                            .rung = contender_rung(c),
                            .game = c->game->name,
                            .rules = c->game->variants[seat->variant].name,
                            .side = c->game->sides[seat->side],
                            .seed = seat->seed};
    if (seat->guest) {
        bundle.command = c->program->command;
        bundle.protocol = c->protocol->name;
        bundle.source = c->program->source;
        bundle.place = c->program->place;
        bundle.policy = &c->program->policy;
        bundle.order = &seat->guest->order;
        bundle.options = &c->options;
        bundle.time = seat->guest->time;
        bundle.memory = seat->guest->memory;
        if (c->protocol == &protocol_files)
            bundle.said = &seat->guest->said;
    }
    return bundle_write(&bundle, answer, dir, notes);
}
