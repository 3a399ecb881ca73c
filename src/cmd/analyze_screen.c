#include "cmd/analyze_screen.h"

#include "base/foreign.h"
#include "cmd/explore.h"
#include "game/looks.h"
#include "screens/terminal.h"

static void describe(void *context, int ply, struct text *score, struct text *message)
{
    const struct session *session = context;
    const struct position *p = session->position[ply];
    const struct game *game = session->world->game;
    for (int side = 0; side < 2; side++) {
        text_add(score, "%s%s ", p->side == side ? "> " : "  ", game->sides[side]);
        looks_standing(score, p, side);
        text_add(score, "  ");
    }
    if (ply == 0)
        return;
    char name[MOVE_NAME_MAX];
    game->move_name(session->position[ply - 1], session->move[ply - 1], name);
    text_add(message, "%s played %s", game->sides[session->position[ply - 1]->side], name);
}

int analyze_screen(const struct command *command, const char *file, const char *variant,
                   bool strict, int lines)
{
    struct problem *problem = cli_load(command, file, NULL, variant, strict);
    struct session *session = session_new(problem->position, 0);
    if (!terminal_open())
        cli_fail(command, "%s: a terminal is needed to look at it", file);
    struct text title = {0};
    text_add(&title, "%s, %s", session->world->game->title, shown(file));
    struct exploration exploration = {.title = title.data,
                                      .session = session,
                                      .may_play = true,
                                      .analysing = true,
                                      .lines = lines > 0 ? lines : EXPLORE_LINES,
                                      .describe = describe,
                                      .context = session};
    explore(&exploration);
    terminal_close();
    text_free(&title);
    session_free(session);
    problem_free(problem);
    return 0;
}
