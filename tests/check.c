#include "tests/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct scenario scenarios[] = {
    {"fruit", {.size = 1, .option = {1}}},
    {"fruit", {.size = 2, .option = {2}}},
    {"fruit", {.size = 5, .option = {3}}},
    {"fruit", {.size = 8, .option = {2}}},
    {"fruit", {.size = 10, .option = {4}}},
    {"fruit", {.size = 15, .option = {9}}},
    {"fruit", {.size = 16, .option = {5}}},
    {"fruit", {.size = 17, .option = {6}}},
    {"fruit", {.size = 26, .option = {10}}},
    {"halma", {.variant = "default"}},
    {"halma", {.variant = "addendum"}},
    {"reversi", {.size = 3, .variant = "bidding"}},
    {"reversi", {.size = 4, .variant = "bidding"}},
    {"reversi", {.size = 5, .variant = "othello"}},
    {"reversi", {.size = 6, .variant = "bidding"}},
    {"reversi", {.size = 7, .variant = "bidding"}},
    {"reversi", {.size = 8, .variant = "bidding"}},
    {"reversi", {.size = 8, .variant = "othello"}},
    {"reversi", {.size = 9, .variant = "othello"}},
    {"reversi", {.size = 12, .variant = "bidding"}},
    {"reversi", {.size = 16, .variant = "othello"}},
    {"reversi", {.size = 17, .variant = "bidding"}},
    {"reversi", {.size = 18, .variant = "othello"}},
    {"laser", {.size = 1, .option = {0}}},
    {"laser", {.size = 4, .option = {2}}},
    {"laser", {.size = 7, .option = {3}}},
    {"laser", {.size = 8, .option = {20}}},
    {"laser", {.size = 11, .option = {0}}},
    {"laser", {.size = 16, .option = {30}}},
    {"laser", {.size = 17, .option = {0}}},
    {"laser", {.size = 19, .option = {40}}},
};
const int scenario_count = sizeof scenarios / sizeof *scenarios;

const struct scenario large_scenarios[] = {
    {"reversi", {.size = 33, .variant = "bidding"}},
    {"reversi", {.size = 64, .variant = "othello"}},
    {"laser", {.size = 31, .option = {0}}},
    {"laser", {.size = 64, .option = {400}}},
};
const int large_scenario_count = sizeof large_scenarios / sizeof *large_scenarios;

int all_scenarios(struct scenario out[], int most)
{
    int count = 0;
    for (int i = 0; games[i]; i++) {
        int before = count;
        for (int k = 0; k < scenario_count; k++)
            if (strcmp(scenarios[k].game, games[i]->name) == 0 && count < most)
                out[count++] = scenarios[k];
        if (count == before && count < most)
            out[count++] = (struct scenario){games[i]->name, {0}};
    }
    return count;
}

struct problem *scenario_new(const struct scenario *scenario, uint64_t seed)
{
    struct setup setup = scenario->setup;
    setup.seed = seed;
    struct notes notes = {0};
    struct problem *problem = game_by_name(scenario->game)->create(&setup, &notes);
    if (!problem)
        fail_msg("%s: %s", scenario_name(scenario), notes_why(&notes));
    return problem;
}

const char *scenario_name(const struct scenario *scenario)
{
    static char name[80];
    snprintf(name, sizeof name, "%s %d x %d, %s", scenario->game, scenario->setup.size,
             scenario->setup.size, scenario->setup.variant ? scenario->setup.variant : "default");
    return name;
}

char *position_text(const struct position *p)
{
    struct text out = {0};
    p->world->game->write(p, 12.5, false, &out);
    return out.data;
}

struct problem *problem_from_text(const char *text, const char *variant)
{
    struct lines lines = lines_cut(text, strlen(text));
    struct notes notes = {.file = "text"};
    const struct game *game = game_of_lines(&lines);
    struct problem *problem = game ? game->read(&lines, variant, &notes) : NULL;
    lines_free(&lines);
    if (!problem)
        fail_msg("%s: %s", text, game ? notes_why(&notes) : "no game is recognised");
    return problem;
}

bool thoroughly(void)
{
    static bool told;
    if (!getenv("PLYWOOD_QUICK"))
        return true;
    if (!told)
        puts("# shortened");
    told = true;
    return false;
}

int rounds(int full)
{
    if (full <= 1 || thoroughly())
        return full;
    return full < 8 ? 1 : full / 8;
}
