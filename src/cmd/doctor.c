/* plywood doctor - tries one agent on every trap of the rules, or what this machine grants */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "cmd/commands.h"
#include "cmd/demands.h"
#include "cmd/doctor_machine.h"
#include "cmd/guest_limits.h"
#include "game/registry.h"
#include "referee/course/doctor.h"

struct examination {
    const struct game *game;
    bool json;
    const char *missing; /* layers that are not there; "" for none */
    int tried, odd, bad, voids;
};

static void print_finding(const struct finding *f)
{
    printf("  %-5s  %-52s %7.3f s%s\n", finding_word(f->kind), f->trap, f->cpu,
           f->repeated ? "  the same again" : "");
    if (f->kind == FINDING_OK || f->repeated)
        return;
    printf("         %s\n", f->what);
    if (f->mistake)
        printf("         It looks as if %s.\n", f->mistake);
    if (f->advice && !f->mistake)
        printf("         Look at: %s.\n", f->advice);
    if (f->complaint[0])
        printf("         It said: %s\n", f->complaint);
    if (f->bundle[0])
        printf("         To see it again: sh %s/rerun.sh\n", shown(f->bundle));
}

static void print_json(const struct examination *examination, const struct finding *f)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "game", examination->game->name);
    json_put_string(&out, "trap", f->trap);
    json_put_string(&out, "finding", finding_word(f->kind));
    json_put_number(&out, "cpu", f->cpu);
    json_put_number(&out, "wall", f->wall);
    if (examination->missing && examination->missing[0])
        json_put_string(&out, "missing", examination->missing);
    if (f->kind != FINDING_OK) {
        json_put_string(&out, "verdict",
                        f->verdict == VERDICT_NONE ? "legal" : verdict_name(f->verdict));
        json_put_string(&out, "what", f->what);
        if (f->mistake)
            json_put_string(&out, "mistake", f->mistake);
        if (f->advice)
            json_put_string(&out, "advice", f->advice);
        json_put_bool(&out, "repeated", f->repeated);
        if (f->bundle[0])
            json_put_string(&out, "bundle", f->bundle);
    }
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&out);
}

static void take_finding(void *context, const struct finding *f)
{
    struct examination *examination = context;
    examination->tried++;
    examination->odd += f->kind == FINDING_ODD;
    examination->bad += f->kind == FINDING_WRONG || f->kind == FINDING_SLOW;
    examination->voids += f->kind == FINDING_VOID;
    if (examination->json)
        print_json(examination, f);
    else
        print_finding(f);
    fflush(stdout);
}

static void examine(struct patient *patient, const struct game *game,
                    struct examination *examination)
{
    examination->game = game;
    if (!examination->json)
        printf("%s, %s\n", game->title, shown(patient_name(patient)));
    patient_examine(patient, game, take_finding, examination);
    if (!examination->json)
        printf("\n");
}

/* A game's plain question, answered. */
struct attempt {
    const struct game *game;
    struct finding finding;
};

/* Asks the plain question of every game that can be tried; returns their number. */
static int try_all(struct patient *patient, struct attempt **attempts, struct notes *notes)
{
    int count = 0;
    *attempts = NULL;
    for (int i = 0; games[i]; i++) {
        if (!patient_can_try(patient, games[i], notes))
            continue;
        *attempts = memory_resize(*attempts, (size_t)(count + 1) * sizeof **attempts);
        struct attempt *attempt = &(*attempts)[count++];
        attempt->game = games[i];
        patient_try(patient, games[i], &attempt->finding);
    }
    return count;
}

/* Examines every game that the program seems to know. */
static void examine_all(const struct command *command, struct patient *patient,
                        struct examination *examination)
{
    struct attempt *attempts;
    struct notes notes = {0};
    int count = try_all(patient, &attempts, &notes);
    if (count == 0)
        cli_fail(command, "%s", notes_why(&notes));
    for (int i = 0; i < count; i++)
        if (finding_shows_skill(&attempts[i].finding))
            examine(patient, attempts[i].game, examination);
    bool unknown = examination->tried == 0;
    if (unknown && !examination->json)
        printf("%s answers no game's plain question; name the game to learn more.\n",
               shown(patient_name(patient)));
    for (int i = 0; unknown && i < count; i++) {
        examination->game = attempts[i].game;
        if (!examination->json)
            printf("\n%s\n", attempts[i].game->title);
        take_finding(examination, &attempts[i].finding);
    }
    free(attempts);
}

struct options {
    struct doctor_options doctor;
    struct guest_limits limits;
    bool machine, json;
};

static int run(const struct command *command, int argc, char **argv)
{
    static bool lacking;
    struct options given = {.limits.contender = {.grace = 2, .lacking = &lacking}};
    int arguments = cli_parse(command, argc, argv, &given);
    struct examination examination = {.json = given.json};
    if (given.machine && argc > 2 + examination.json)
        cli_fail(command, "--machine looks at the machine alone: it goes with --json, and with "
                          "nothing else");
    if (given.machine)
        return doctor_machine(command, examination.json);
    if (arguments == 0)
        cli_fail(command, "an AGENT is missing; see plywood doctor --help");
    const struct game *game = arguments == 2 ? cli_game(command, argv[1]) : NULL;
    guest_limits_complete(&given.limits);
    struct doctor_options o = given.doctor;
    o.contender = given.limits.contender;
    if (given.limits.strict)
        demand_all_layers(command, &o.contender);
    struct notes notes = {0};
    struct patient *patient = patient_new(argv[0], &o, &notes);
    if (!patient)
        fail_for_program(command, argv[0], &o.contender, "", &notes);
    examination.missing = patient_missing(patient);
    if (game && !patient_can_try(patient, game, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    cli_remark(command, &notes);
    if (game)
        examine(patient, game, &examination);
    else
        examine_all(command, patient, &examination);
    if (!examination.json) {
        printf("%d tried, %d wrong or slow, %d odd\n", examination.tried, examination.bad,
               examination.odd);
        if (patient_told(patient)[0])
            printf("tried: %s\n", patient_told(patient));
        printf("metered and confined by %s\n", patient_rung(patient));
        char words[CALIBRATED_WORDS];
        bool failed;
        patient_calibration(patient, words, &failed);
        if (words[0])
            printf("its calibrate command %s\n", words);
        if (patient_missing(patient)[0])
            printf("WARNING: the agent was not fully confined; missing here: %s\n",
                   patient_missing(patient));
    }
    patient_free(patient);
    if (examination.voids > 0) {
        fflush(stdout);
        fprintf(stderr, "plywood %s: %d trials failed on our side\n", command->name,
                examination.voids);
        return EXIT_CANNOT;
    }
    return examination.bad > 0 ? EXIT_NO : 0;
}

static const struct cli_option option_table[] = {
    {"time", "S", "the limit of a move, where the rules have one",
     CLI_SECONDS(struct options, doctor.move_seconds)},
    CLI_JSON(struct options, json),
    GUEST_BUNDLES(struct options, doctor.bundles),
    GUEST_LIMITS(struct options, limits, guest_building),
    GUEST_LIMITS(struct options, limits, guest_confinement),
    {.help = "Instead"},
    {"machine", NULL, "tell what this machine grants to a referee",
     CLI_FLAG(struct options, machine)},
    {0},
};

static const struct cli_place place_table[] = {
    {"AGENT", "cmd:COMMAND or a submission: a directory, a source or an archive", CLI_BY_COMMAND,
     1},
    {"GAME", "the game; else every game whose plain question it answers", 0, 1},
    {0},
};

const struct command command_doctor = {
    .name = "doctor",
    .summary = "try one agent on every trap of the rules, and tell what is wrong",
    .places = place_table,
    .options = option_table,
    .forms = "--machine [--json]",
    .examples = "doctor cmd:./agent {game}\n"
                "doctor --machine",
    .details =
        "docs/agents.md tells about submissions, and --build and --run how to build and run\n"
        "one.\n"
        "\n"
        "Each trap is a question or a short game with one difficulty: CRLF line ends, next to\n"
        "no time, the smallest and the largest board, missing and damaged files … An\n"
        "interpreter cannot meet some clocks, so its start, as measured here, is added to\n"
        "them. The findings are\n"
        "\n"
        "  ok     nothing to say\n"
        "  odd    right by the rules, but a stricter grader might object; or a win let go\n"
        "  slow   out of time\n"
        "  wrong  anything else, with what it looks like and what to look at\n"
        "\n"
        "The rules of some games limit a move{limits}. Exit status 1 if anything is wrong or\n"
        "slow.\n"
        "\n" GUEST_CONFINEMENT_DETAILS "\n"
        "--machine tries what this kernel and container grant to the referee: the layers of\n"
        "confinement, exact metering, processors, memory, disk, open files, clocks. It tells\n"
        "what is missing, what follows for clocks and safety, and the line that mends it on\n"
        "Debian, Ubuntu, in Docker or under Slurm. Exit status 1 if something is missing.\n",
    .run = run,
};
