/* plywood lesson - an agent's lost games become lessons: the worst move of each, shrunk, as a test
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "cmd/commands.h"
#include "cmd/lesson_asker.h"
#include "cmd/lesson_folder.h"
#include "referee/guest/program.h"
#include "referee/match/record.h"

struct options {
    const char *agent, *spec, *output;
    double budget;
    int limit; /* lessons */
    const char *rules;
    bool json, force, trying;
};

struct records {
    int count;
    struct record **record;
    char **path;
};

struct work {
    const struct command *command;
    const struct options *options;
    const struct records *records;
    struct asker *asker; /* of the record at hand; NULL: nobody can be asked */
    const char *spec;    /* "" likewise */
    int played, lost, lessons;
};

/* --- which games --- */

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void add_record(struct records *all, struct record *record, const char *path)
{
    const size_t count = (size_t)all->count + 1;
    all->record = memory_resize(all->record, count * sizeof *all->record);
    all->path = memory_resize(all->path, count * sizeof *all->path);
    all->record[all->count] = record;
    all->path[all->count++] = memory_string(path);
}

/* All records of a directory, by name; what is none of them is told and left out. */
static void read_directory(const struct command *command, const char *dir, struct records *all)
{
    struct dirent **names;
    const int count = scandir(dir, &names, is_shown, by_name);
    if (count < 0)
        cli_fail(command, "%s: %s", dir, strerror(errno));
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        struct stat status;
        struct notes notes = {0};
        snprintf(path, sizeof path, "%s/%s", dir, names[i]->d_name);
        free(names[i]);
        if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        struct record *record = record_read(path, &notes);
        if (record)
            add_record(all, record, path);
        else
            fprintf(stderr, "left out: %s\n", notes_why(&notes));
    }
    free(names);
    if (all->count == 0)
        cli_fail(command, "%s: expected records of matches, found none", dir);
}

static void read_records(const struct command *command, const char *path, struct records *all)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        read_directory(command, path, all);
        return;
    }
    struct notes notes = {0};
    struct record *record = record_read(path, &notes);
    if (!record)
        cli_fail(command, "%s", notes_why(&notes));
    add_record(all, record, path);
}

static void free_records(struct records *all)
{
    for (int i = 0; i < all->count; i++) {
        record_free(all->record[i]);
        free(all->path[i]);
    }
    free(all->record);
    free(all->path);
}

static bool is_agent(const struct record *record, int who, const char *agent)
{
    return strcmp(record->name[who], agent) == 0 || strcmp(record->spec[who], agent) == 0;
}

/* Fails if nobody of that name plays, and says who does. */
static void demand_agent(const struct command *command, const struct records *all,
                         const char *agent)
{
    for (int i = 0; i < all->count; i++)
        for (int who = 0; who < 2; who++)
            if (is_agent(all->record[i], who, agent))
                return;
    cli_fail(command, "--agent: nobody is called \"%s\"; %s has %s and %s", agent, all->path[0],
             all->record[0]->name[0], all->record[0]->name[1]);
}

/* The loser if it is the agent and the moves decided; -1 else. *fault: the agent has lost by a
 * fault of its own. */
static int loser(const struct record *record, const struct recorded_game *g, const char *agent,
                 bool *fault)
{
    *fault = false;
    if (g->dropped || g->winner < 0 || !is_agent(record, 1 - g->winner, agent))
        return -1;
    *fault = verdict_kind(g->verdict) == VERDICT_IS_FAULT;
    return *fault ? -1 : 1 - g->winner;
}

/* --- one game --- */

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* True if another record is called like this one without its ending, with another ending or none.
 */
static bool needs_ending(const struct records *all, const char *base, size_t length)
{
    for (int i = 0; i < all->count; i++) {
        const char *other = base_of(all->path[i]);
        if (strcmp(other, base) != 0 && strncmp(other, base, length) == 0 &&
            (other[length] == '.' || !other[length]))
            return true;
    }
    return false;
}

/* The folder of a game's lesson: of the record's name, without its ending if that tells it from the
 * others, and the game's number. */
static void name_folder(const struct options *o, const struct records *all, const char *record,
                        int number, struct text *out)
{
    const char *base = base_of(record), *dot = strrchr(base, '.');
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    if (needs_ending(all, base, length))
        length = strlen(base);
    text_add(out, "%s/%.*s-%d", o->output, (int)length, base, number);
}

static void tell_none(const struct work *work, const char *record, int number, const char *why)
{
    if (!work->options->json) {
        printf("Game %d of %s: no lesson, %s.\n", number, shown(record), why);
        return;
    }
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "record", record);
    json_put_integer(&out, "number", number);
    json_put_bool(&out, "lesson", false);
    json_put_string(&out, "why", why);
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&out);
}

static void put_move(struct text *out, const char *name, const struct position *p, unsigned move)
{
    char word[MOVE_NAME_MAX];
    p->world->game->move_name(p, move, word);
    json_put_string(out, name, word);
}

/* In points where the game counts them, else in steps of its estimate. */
static double points(const struct game *game, const struct judged_move *m)
{
    return game->counts ? m->before.margin - m->after.margin : (double)m->cost / game->unit;
}

static void put_lesson(struct text *out, const struct taught *t)
{
    const struct position *p = t->lesson.problem->position;
    const struct judged_move *m = &t->lesson.mistake;
    const struct game *game = p->world->game;
    json_put_integer(out, "ply", t->ply);
    json_put_number(out, "original_cost", points(game, &t->original));
    json_put_bool(out, "shrunk", !t->whole && t->lesson.kept > 0);
    json_put_bool(out, "minimal", t->lesson.minimal);
    if (t->whole)
        json_put_string(out, "whole", t->whole);
    json_put_integer(out, "original_size", t->size);
    json_put_integer(out, "original_things", t->things);
    json_put_integer(out, "size", p->world->size);
    json_put_integer(out, "things", t->lesson.things);
    json_put_integer(out, "tried", t->lesson.tried);
    json_put_string(out, "input", t->lesson.file.data);
    put_move(out, "move", p, m->played);
    put_move(out, "best", p, m->best);
    json_put_number(out, "cost", points(game, m));
    json_put_bool(out, "certain", m->certain);
    json_put_bool(out, "proven", m->before.proven && m->after.proven);
    json_open(out, "good", '[');
    for (int i = 0; i < t->good_count; i++)
        put_move(out, NULL, p, t->good[i]);
    json_close(out, ']');
    json_put_string(out, "sentence", t->sentence.data);
}

static void tell(const struct work *work, const struct lesson_facts *facts, const struct taught *t,
                 const char *folder, double seconds)
{
    struct text out = {0};
    if (work->options->json) {
        json_open(&out, NULL, '{');
        json_put_string(&out, "record", facts->record);
        json_put_integer(&out, "number", facts->number);
        json_put_bool(&out, "lesson", true);
        put_lesson(&out, t);
        json_put_string(&out, "folder", folder);
        json_put_number(&out, "seconds", seconds);
        json_close(&out, '}');
        printf("%s\n", out.data);
    } else {
        printf("Game %d of %s, move %d:\n", facts->number, shown(facts->record), t->ply + 1);
        lesson_add_size(t, &out);
        text_add(&out, ".\n  Good: ");
        taught_add_good(t, " ", &out);
        printf("  %s\n  %s.\n  %s/try.sh shows it.\n", shown(t->sentence.data), out.data,
               shown(folder));
    }
    fflush(stdout);
    text_free(&out);
}

static void teach(struct work *work, const struct record *record, const char *path,
                  const struct recorded_game *g, int who)
{
    const struct options *o = work->options;
    const double began = clock_seconds(CLOCK_OF_PROCESS);
    const double spent = work->asker ? asker_seconds(work->asker) : 0;
    int from = 0;
    while (from < g->session->count && g->move[from].opening)
        from++;
    struct teach_task task = {
        .name = o->agent,
        .side = g->session->position[0]->side ^ (who != recorded_mover(g, 0)),
        .from = from,
        .seconds = record->time > 0 ? record->time : -1,
        .ask = work->asker ? asker_ask : NULL,
        .context = work->asker,
        .limits = {.source = CLOCK_OF_PROCESS, .started = began, .hard = o->budget}};
    struct taught *t = memory_new(sizeof *t);
    struct lesson_facts facts = {o->agent, work->spec, record->variant, path, g->number};
    if (!teach_game(g->session, &task, t)) {
        tell_none(work, path, g->number, "no single move cost anything to speak of");
    } else {
        struct text folder = {0};
        name_folder(o, work->records, path, g->number, &folder);
        if (work->asker && asker_has_failed(work->asker))
            cli_cannot(work->command, "%s", asker_complaint(work->asker));
        lesson_write(work->command, folder.data, t, &facts);
        tell(work, &facts, t, folder.data,
             clock_seconds(CLOCK_OF_PROCESS) - began +
                 (work->asker ? asker_seconds(work->asker) - spent : 0));
        work->lessons++;
        text_free(&folder);
        taught_free(t);
    }
    free(t);
}

/* --- a record --- */

/* How the agent is called: a directory by its whole path, so that try.sh finds it from anywhere. */
static char *whole_spec(const char *spec)
{
    char path[PATH_MAX];
    if (strncmp(spec, "cmd:", 4) != 0 && program_is_meant(spec) && realpath(spec, path))
        return memory_string(path);
    return memory_string(spec);
}

/* Prepares whom the record calls the agent; without an asker its lessons stay whole. */
static void meet(struct work *work, const struct record *record, const char *spec)
{
    struct notes notes = {0};
    work->spec = spec;
    work->asker = NULL;
    if (!*spec)
        return;
    if (program_is_meant(spec) || strncmp(spec, "cmd:", 4) == 0)
        fprintf(stderr, "asked, in the sandbox: %s\n", shown(spec));
    work->asker = asker_new(spec, record->game, record->time, record->cap, work->options->budget,
                            &notes);
    if (!work->asker && work->options->spec)
        cli_fail(work->command, "--spec: %s", notes_why(&notes));
    if (!work->asker)
        fprintf(stderr, "%s cannot be asked: %s\n", shown(spec), notes_why(&notes));
}

/* Nothing is begun if there is something in the way. */
static void demand_room(const struct command *command, const struct options *o,
                        const struct records *all)
{
    for (int i = 0; i < all->count && !o->force; i++)
        for (int j = 0; j < all->record[i]->count; j++) {
            bool fault;
            struct stat status;
            struct text folder = {0};
            const struct recorded_game *g = all->record[i]->games[j];
            name_folder(o, all, all->path[i], g->number, &folder);
            if (loser(all->record[i], g, o->agent, &fault) >= 0 && lstat(folder.data, &status) == 0)
                cli_fail(command, "%s is there already; --force replaces it", folder.data);
            text_free(&folder);
        }
    if (mkdir(o->output, 0777) != 0 && errno != EEXIST)
        cli_fail(command, "%s: %s", o->output, strerror(errno));
}

static void teach_record(struct work *work, const struct record *record, const char *path)
{
    const struct options *o = work->options;
    char *spec = NULL;
    for (int i = 0; i < record->count && work->lessons < o->limit; i++) {
        const struct recorded_game *g = record->games[i];
        bool fault;
        const int who = loser(record, g, o->agent, &fault);
        work->played += is_agent(record, 0, o->agent) || is_agent(record, 1, o->agent);
        work->lost += who >= 0 || fault;
        if (fault)
            tell_none(work, path, g->number, verdict_meaning(g->verdict));
        if (who < 0)
            continue;
        if (!spec) {
            spec = whole_spec(o->spec ? o->spec : record->spec[who]);
            meet(work, record, spec);
        }
        teach(work, record, path, g, who);
    }
    asker_free(work->asker);
    work->asker = NULL;
    free(spec);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct options o = {.limit = INT_MAX};
    cli_parse(command, argc, argv, &o);
    if (o.trying)
        return lesson_try(command, argv[0], o.spec, o.rules);
    if (o.rules)
        cli_fail(command, "--rules is for --try: a record tells its own");
    if (!o.agent)
        cli_fail(command, "--agent NAME says whose losses are looked at");
    struct records all = {0};
    read_records(command, argv[0], &all);
    demand_agent(command, &all, o.agent);
    demand_room(command, &o, &all);
    struct work work = {.command = command, .options = &o, .records = &all};
    for (int i = 0; i < all.count; i++)
        teach_record(&work, all.record[i], all.path[i]);
    if (!o.json)
        printf("%s lost %d of %d games; %d lesson%s in %s.\n", shown(o.agent), work.lost,
               work.played, work.lessons, work.lessons == 1 ? "" : "s", shown(o.output));
    free_records(&all);
    return work.lessons > 0 ? 0 : EXIT_NO;
}

static const struct cli_option option_table[] = {
    {"agent", "NAME", "whose lost games are looked at", CLI_STRING(struct options, agent),
     .needed = true},
    {"spec", "SPEC", "how the agent is called; else as the record tells",
     CLI_STRING(struct options, spec)},
    {"budget", "S", "processor time for a lesson, in seconds", CLI_SECONDS(struct options, budget),
     .usual = "60"},
    {"limit", "N", "make at most N lessons; else all", CLI_INT(struct options, limit, 1, INT_MAX)},
    {"output", "DIR", "where the lessons go (-o for short)", CLI_STRING(struct options, output),
     .usual = "lessons"},
    CLI_FORCE(struct options, force),
    CLI_JSON(struct options, json),
    {.help = "Instead"},
    {"try", NULL, "ask an agent about the lesson in a folder", CLI_FLAG(struct options, trying)},
    {"rules", "RULES", "the rules to read the lesson by", CLI_STRING(struct options, rules)},
    {0},
};

static const struct cli_place place_table[] = {
    {"RECORD|DIR", "a record of 'plywood match', or a directory of records", 1, 1}, {0}};

const struct command command_lesson = {
    .name = "lesson",
    .summary = "turn an agent's lost games into small positions that show what it missed",
    .places = place_table,
    .options = option_table,
    .forms = "--try FOLDER --spec SPEC [--rules RULES]",
    .examples = "lesson match.jsonl --agent greedy --limit 1 --budget 2\n"
                "lesson --try lessons/1 --spec greedy",
    .details =
        "It takes the games that the agent of this name has lost. In each game it finds the\n"
        "move that cost most, by search and proof. It makes the position smaller as long as\n"
        "the agent, asked again, still errs there: until no single further reduction shows\n"
        "the error.\n"
        "\n"
        "Every lesson becomes a folder in DIR: input.txt, good.txt with all moves that keep\n"
        "the value, README.md, and try.sh, which asks the agent. Exit status 1 if there is no\n"
        "lesson.\n"
        "\n"
        "SPEC is cmd:COMMAND, a directory, or a built-in agent. Programs run in the sandbox.\n"
        "If an agent cannot be asked again, or answers differently each time, the position\n"
        "stays as it was and the command says so.\n"
        "\n"
        "With --try the exit status is 1 if the agent's move is none of the good ones.\n",
    .run = run,
};
