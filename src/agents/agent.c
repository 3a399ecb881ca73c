#include "agents/agent.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/oversight.h"
#include "agents/textbook.h"
#include "agents/weights.h"
#include "base/memory.h"
#include "base/random.h"
#include "game/outlook.h"
#include "game/registry.h"
#include "game/tuning.h"
#include "search/player.h"

struct agent {
    const struct agent_kind *kind;
    char *spec;
    struct textbook_options textbook;
    struct textbook *course;          /* what searches by them; made for the first position */
    const struct world *course_world; /* whose states it has cached; NULL: the next one's */
    struct random random;
    uint64_t nodes;
    int sight; /* percent of the moves that it notices; 0: all */
    struct search_options search;
    char without[80];       /* ideas of players that are switched off, each between blanks */
    struct weights weights; /* of the estimate, if there is a game in them */
    struct player *player;  /* made for the first position, remade for another world */
    const struct world *player_world;
    struct world *reweighed; /* that world with our weights; NULL: it is good as it is */
};

/* Options: a switch is on when named, a number has its range, a size may end in k, M or G, weights
 * are a file. */
enum option_type {
    OPTION_END,
    OPTION_SWITCH,
    OPTION_INT,
    OPTION_COUNT,
    OPTION_SIZE,
    OPTION_WEIGHTS
};

struct agent_option {
    const char *name;
    enum option_type type;
    size_t offset; /* in struct agent */
};

struct agent_kind {
    const char *name;
    const char *help;
    unsigned (*choose)(struct agent *, const struct turn *, struct report *);
    int depth; /* unless told otherwise */
    bool pruning;
    const struct agent_option *options;
};

static struct report report_of(const struct position *p, struct textbook_result result)
{
    return (struct report){.nodes = result.nodes,
                           .table_hits = result.cache_hits,
                           .seconds = result.seconds,
                           .depth = result.depth,
                           .has_value = result.depth > 0,
                           .value = (double)result.value / p->world->game->unit};
}

static unsigned choose_random(struct agent *agent, const struct turn *turn, struct report *report)
{
    const struct position *p = turn->position;
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    assert(count > 0);
    struct random mixed = {random_next(&agent->random) ^ p->key};
    *report = (struct report){0};
    unsigned code = moves[random_below(&mixed, (unsigned)count)].code;
    /* under a filter: draw again, within reason */
    for (int i = 0; turn->admits && i < 100 && !turn->admits(turn->admits_context, p, code); i++)
        code = moves[random_below(&mixed, (unsigned)count)].code;
    return code;
}

struct limits agent_limits(const struct turn *turn)
{
    struct allowance allowance = turn->allowance;
    allowance.plies = turn->past_count;
    allowance.ply_limit = turn->ply_limit;
    return limits_for(turn->position, &allowance);
}

static unsigned choose_textbook(struct agent *agent, const struct turn *turn, struct report *report)
{
    const struct world *world = turn->position->world;
    struct limits limits = agent_limits(turn);
    if (!agent->course)
        agent->course = textbook_new(&agent->textbook);
    else if (agent->course_world && agent->course_world != world)
        textbook_forget(agent->course);
    agent->course_world = world;
    textbook_set_listener(agent->course, turn->better, turn->better_context);
    struct textbook_result result = textbook_choose(agent->course, turn->position, &limits,
                                                    turn->admits, turn->admits_context);
    *report = report_of(turn->position, result);
    return result.move;
}

static void drop_player(struct agent *agent)
{
    player_free(agent->player);
    free(agent->reweighed);
    agent->player = NULL;
    agent->player_world = NULL;
    agent->reweighed = NULL;
}

static void make_player(struct agent *agent, const struct turn *turn)
{
    const struct world *world = turn->position->world;
    drop_player(agent);
    struct player_options options = {.search = agent->search, .without = agent->without};
    options.search.admits = turn->admits;
    options.search.admits_context = turn->admits_context;
    if (turn->hash_bytes > 0 && options.search.hash_bytes == 0)
        options.search.hash_bytes = turn->hash_bytes;
    if (agent->weights.game && agent->weights.game == world->game)
        agent->reweighed = world_reweigh(world, agent->weights.weight);
    agent->player = player_new(agent->reweighed ? agent->reweighed : world, &options);
    agent->player_world = turn->admits ? NULL : world;
}

static void tell_better(void *context, const struct search_result *result)
{
    const struct turn *turn = context;
    if (turn->better)
        turn->better(turn->better_context, result->move);
}

static unsigned choose_by_search(struct agent *agent, const struct turn *turn,
                                 struct report *report)
{
    if (agent->player_world != turn->position->world || turn->admits)
        make_player(agent, turn);
    struct turn told = *turn; /* a copy: the context is not const */
    struct position *p = position_copy(turn->position);
    if (agent->reweighed)
        position_set_world(p, agent->reweighed);
    if (turn->memory) {
        player_recall(agent->player, turn->memory->lines, turn->memory->after);
        player_set_score(agent->player, p);
    }
    struct limits limits = agent_limits(turn);
    if (agent->textbook.depth > 0 && (limits.depth == 0 || agent->textbook.depth < limits.depth))
        limits.depth = agent->textbook.depth;
    if (agent->nodes > 0)
        limits.nodes = agent->nodes;
    const struct player_turn asked = {.position = p,
                                      .past = turn->past,
                                      .past_count = turn->past_count,
                                      .ply_limit = turn->ply_limit,
                                      .limits = &limits,
                                      .listener = tell_better,
                                      .context = &told};
    struct search_result result = player_think(agent->player, &asked);
    const struct outlook outlook = outlook_of(p, result.value, result.proven);
    *report = (struct report){.nodes = result.nodes,
                              .table_hits = result.table_hits,
                              .seconds = result.seconds,
                              .depth = result.depth,
                              .has_value = result.depth > 0 || result.proven || result.won,
                              .value = outlook.margin,
                              .proven = result.proven,
                              .won = result.won,
                              .decided = outlook.decided || result.won,
                              .beyond = outlook.beyond};
    free(p);
    return result.move;
}

static unsigned choose_plywood(struct agent *agent, const struct turn *turn, struct report *report)
{
    if (agent->sight == 0)
        return choose_by_search(agent, turn, report);
    struct oversight oversight;
    struct turn narrow = *turn;
    oversight_draw(&oversight, turn->position, agent->sight, &agent->random,
                   turn->admits ? turn->admits : player_filter(turn->position->world->game),
                   turn->admits_context);
    narrow.admits = oversight_admits;
    narrow.admits_context = &oversight;
    return choose_by_search(agent, &narrow, report);
}

#define AT(field) offsetof(struct agent, field)

/* Rows up to one of type OPTION_END, which is 0. */
static const struct agent_option no_options[] = {{0}};
static const struct agent_option random_options[] = {{"seed", OPTION_COUNT, AT(random)}, {0}};
static const struct agent_option minimax_options[] = {
    {"depth", OPTION_INT, AT(textbook.depth)},
    {"caching", OPTION_SWITCH, AT(textbook.caching)},
    {"heuristic", OPTION_SWITCH, AT(textbook.heuristic)},
    {0},
};
static const struct agent_option alphabeta_options[] = {
    {"depth", OPTION_INT, AT(textbook.depth)},
    {"caching", OPTION_SWITCH, AT(textbook.caching)},
    {"ordering", OPTION_SWITCH, AT(textbook.ordering)},
    {"heuristic", OPTION_SWITCH, AT(textbook.heuristic)},
    {0},
};
static const struct agent_option plywood_options[] = {
    {"depth", OPTION_INT, AT(textbook.depth)},
    {"nodes", OPTION_COUNT, AT(nodes)},
    {"hash", OPTION_SIZE, AT(search.hash_bytes)},
    {"threads", OPTION_INT, AT(search.threads)},
    {"sight", OPTION_INT, AT(sight)},
    {"weights", OPTION_WEIGHTS, AT(weights)},
    {"nosolver", OPTION_SWITCH, AT(search.no_solver)},
    {"noaspiration", OPTION_SWITCH, AT(search.no_aspiration)},
    {"nolmr", OPTION_SWITCH, AT(search.no_reductions)},
    {"noforecast", OPTION_SWITCH, AT(search.no_probcut)},
    {0},
};

static const struct agent_kind kinds[] = {
    {"random", "any legal move", choose_random, 0, false, random_options},
    {"greedy", "the best result one move ahead", choose_textbook, 1, false, no_options},
    {"minimax", "plain minimax, no pruning", choose_textbook, 3, false, minimax_options},
    {"alphabeta", "the textbook's alpha-beta", choose_textbook, 3, true, alphabeta_options},
    {"plywood", "our own search", choose_plywood, 0, true, plywood_options},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *kind_names(char out[120])
{
    out[0] = 0;
    for (int i = 0; i < KINDS; i++) {
        const char *between = i == 0 ? "" : i == KINDS - 1 ? " or " : ", ";
        size_t used = strlen(out);
        snprintf(out + used, 120 - used, "%s%s", between, kinds[i].name);
    }
    return out;
}

static bool read_count(const char *text, uint64_t most, uint64_t *out, const char **rest)
{
    if (*text < '0' || *text > '9')
        return false;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno || value > most)
        return false;
    *out = value;
    *rest = end;
    return true;
}

/* Stores an option's value in the agent; false if the text is no value of its type. What is wrong
 * with a file of weights is noted there. */
static bool set_option(struct agent *agent, const struct agent_option *row, const char *value,
                       struct notes *notes)
{
    void *field = (char *)agent + row->offset;
    const char *rest = "";
    uint64_t number = 0;
    switch (row->type) {
    case OPTION_SWITCH: *(bool *)field = true; return value == NULL;
    case OPTION_INT:
        if (!value || !read_count(value, 99, &number, &rest) || *rest || number < 1)
            return false;
        *(int *)field = (int)number;
        return true;
    case OPTION_COUNT:
        if (!value || !read_count(value, UINT64_MAX, &number, &rest) || *rest)
            return false;
        *(uint64_t *)field = number;
        return true;
    case OPTION_SIZE: {
        if (!value || !read_count(value, 1 << 20, &number, &rest))
            return false;
        unsigned shift = *rest == 'k' ? 10 : *rest == 'M' ? 20 : *rest == 'G' ? 30 : 0;
        if (strlen(rest) != (shift > 0) || number == 0 || number << shift > (uint64_t)1 << 40)
            return false;
        *(size_t *)field = (size_t)number << shift;
        return true;
    }
    case OPTION_WEIGHTS:
        return value && strcmp(value, "-") != 0 && weights_read(value, field, notes);
    case OPTION_END: break;
    }
    return false;
}

/* "nobook": the players of games do without an idea. False if none of them has it. */
static bool switch_idea_off(struct agent *agent, const char *word)
{
    const size_t used = strlen(agent->without);
    bool is_known = false;
    char idea[40];
    for (int i = 0; games[i] && strncmp(word, "no", 2) == 0; i++)
        is_known = is_known || player_has_idea(games[i], word + 2);
    if (agent->kind->choose != choose_plywood || !is_known)
        return false;
    snprintf(idea, sizeof idea, " %s ", word + 2);
    if (!strstr(agent->without, idea))
        snprintf(agent->without + used, sizeof agent->without - used, "%s", idea);
    return true;
}

static bool read_option(struct agent *agent, char *word, struct notes *notes)
{
    char *value = strchr(word, '=');
    if (value)
        *value++ = 0;
    for (const struct agent_option *row = agent->kind->options; row->type != OPTION_END; row++) {
        if (strcmp(row->name, word) != 0)
            continue;
        int faults = notes->faults;
        if (set_option(agent, row, value, notes))
            return true;
        if (notes->faults > faults)
            return false;
        const char *expected[] = {[OPTION_SWITCH] = "no value",
                                  [OPTION_INT] = "1 to 99",
                                  [OPTION_COUNT] = "a whole number",
                                  [OPTION_SIZE] = "a size such as 64M",
                                  [OPTION_WEIGHTS] = "a file"};
        notes_fault(notes, 0, "agent %s: option %s: expected %s, found \"%s\"", agent->kind->name,
                    word, expected[row->type], value ? value : "");
        return false;
    }
    if (!value && switch_idea_off(agent, word))
        return true;
    notes_fault(notes, 0, "agent %s has no option \"%s\"", agent->kind->name, word);
    return false;
}

struct agent *agent_new(const char *spec, struct notes *notes)
{
    size_t length = strcspn(spec, ":");
    const struct agent_kind *kind = NULL;
    for (int i = 0; i < KINDS; i++)
        if (strlen(kinds[i].name) == length && memcmp(kinds[i].name, spec, length) == 0)
            kind = &kinds[i];
    if (!kind) {
        char names[120];
        notes_fault(notes, 0, "agent: expected %s, found \"%.*s\"", kind_names(names), (int)length,
                    spec);
        return NULL;
    }
    struct agent *agent = memory_zero(sizeof *agent);
    agent->kind = kind;
    agent->spec = memory_string(spec);
    agent->textbook = (struct textbook_options){.depth = kind->depth, .pruning = kind->pruning};
    agent->random.state = 1;

    char *copy = memory_string(spec[length] ? spec + length + 1 : ""), *save = NULL;
    bool good = true;
    for (char *word = strtok_r(copy, ",", &save); word && good; word = strtok_r(NULL, ",", &save))
        good = read_option(agent, word, notes);
    free(copy);
    if (!good) {
        agent_free(agent);
        return NULL;
    }
    return agent;
}

void agent_free(struct agent *agent)
{
    if (!agent)
        return;
    drop_player(agent);
    textbook_free(agent->course);
    free(agent->spec);
    free(agent);
}

void agent_remember(const struct agent *agent, struct text *out)
{
    if (agent->player)
        player_remember(agent->player, out);
}

unsigned agent_choose(struct agent *agent, const struct turn *turn, struct report *report)
{
    return agent->kind->choose(agent, turn, report);
}

void agent_new_world(struct agent *agent)
{
    drop_player(agent);
    agent->course_world = NULL;
}

void agent_new_game(struct agent *agent)
{
    agent_new_world(agent);
    if (agent->course)
        textbook_forget(agent->course);
}

bool agent_suits(const struct agent *agent, const struct game *game, struct notes *notes)
{
    const struct game *of = agent->weights.game;
    return !of || of == game ||
           notes_fault(notes, 0, "agent %s: these are weights of %s", agent->kind->name, of->name);
}

void agent_seed(struct agent *agent, uint64_t seed)
{
    if (!strstr(agent->spec, "seed="))
        agent->random.state = seed;
}

const char *report_certainty(const struct report *report)
{
    return report->proven      ? " (proven)"
           : report->won       ? " or more (a proven win)"
           : !report->decided  ? ""
           : report->value > 0 ? " (a certain win)"
                               : " (a certain loss)";
}

/* What players of games can do without, each once. */
static void add_ideas(struct text *out)
{
    for (int i = 0; games[i]; i++)
        for (const char *const *idea = player_ideas(games[i]); *idea; idea++) {
            int first = 0;
            while (!player_has_idea(games[first], *idea))
                first++;
            if (first == i)
                text_add(out, ", no%s", *idea);
        }
}

void agent_help(struct text *out)
{
    for (int i = 0; i < KINDS; i++) {
        text_add(out, "  %-10s %s", kinds[i].name, kinds[i].help);
        const char *before = " (options: ";
        for (const struct agent_option *row = kinds[i].options; row->type != OPTION_END; row++) {
            text_add(out, "%s%s%s", before, row->name,
                     row->type == OPTION_SWITCH    ? ""
                     : row->type == OPTION_WEIGHTS ? "=FILE"
                                                   : "=N");
            before = ", ";
        }
        if (kinds[i].choose == choose_plywood)
            add_ideas(out);
        text_add(out, kinds[i].options[0].type == OPTION_END ? "\n" : ")\n");
    }
}
