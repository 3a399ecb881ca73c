#include "referee/guest/verdict.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *name, *meaning;
    enum verdict_kind kind;
} verdicts[VERDICT_COUNT] = {
    [VERDICT_NONE] = {"unfinished", "the game goes on", VERDICT_IS_NONE},
    [VERDICT_SCORE] = {"score", "no move is left; the higher score has won", VERDICT_IS_RESULT},
    [VERDICT_RULE] = {"rule", "won by the rule of the game", VERDICT_IS_RESULT},
    [VERDICT_TIME_TIE] = {"time-tie", "level; the side with more time left has won",
                          VERDICT_IS_RESULT},
    [VERDICT_TIE] = {"tie", "level, and no tie-break decides", VERDICT_IS_RESULT},
    [VERDICT_MOVE_CAP] = {"move-cap", "drawn: the cap on moves was reached", VERDICT_IS_RESULT},
    [VERDICT_REPETITION] = {"repetition", "drawn: the same position occurred too often",
                            VERDICT_IS_RESULT},
    [VERDICT_RESIGNED] = {"resigned", "the loser has resigned", VERDICT_IS_GIVEN},
    [VERDICT_OUT_OF_TIME] = {"out-of-time", "used more time than was left", VERDICT_IS_FAULT},
    [VERDICT_WALL_BUDGET] = {"wall-budget",
                             "took more wall time than it may have, without computing",
                             VERDICT_IS_FAULT},
    [VERDICT_ILLEGAL_MOVE] = {"illegal-move", "made a move that the rules forbid",
                              VERDICT_IS_FAULT},
    [VERDICT_WRONG_BOARD] = {"wrong-board",
                             "made a legal move, but wrote another board than the one after it",
                             VERDICT_IS_FAULT},
    [VERDICT_BAD_FORMAT] = {"bad-format", "answered in a form that cannot be read as a move",
                            VERDICT_IS_FAULT},
    [VERDICT_NO_ANSWER] = {"no-answer", "ended, or closed its output, without an answer",
                           VERDICT_IS_FAULT},
    [VERDICT_CRASHED] = {"crashed", "was ended by a signal", VERDICT_IS_FAULT},
    [VERDICT_EXIT_ERROR] = {"exit-error", "ended with an exit status that tells of an error",
                            VERDICT_IS_FAULT},
    [VERDICT_MEMORY] = {"memory", "wanted more memory than it may have", VERDICT_IS_FAULT},
    [VERDICT_DISK] = {"disk", "filled its directory", VERDICT_IS_FAULT},
    [VERDICT_PROCESSES] = {"processes", "started more processes than it may have",
                           VERDICT_IS_FAULT},
    [VERDICT_OUTPUT] = {"output", "wrote more than it may", VERDICT_IS_FAULT},
    [VERDICT_SYSTEM_CALL] = {"system-call", "made a system call that is forbidden here",
                             VERDICT_IS_FAULT},
    [VERDICT_SABOTAGE] = {"sabotage", "made the process that runs it fail, each time",
                          VERDICT_IS_FAULT},
    [VERDICT_OUR_FAILURE] = {"our-failure", "the referee failed; the game counts for nobody",
                             VERDICT_IS_VOID},
};

const char *verdict_name(enum verdict verdict)
{
    assert(verdict < VERDICT_COUNT);
    return verdicts[verdict].name;
}

const char *verdict_meaning(enum verdict verdict)
{
    assert(verdict < VERDICT_COUNT);
    return verdicts[verdict].meaning;
}

enum verdict_kind verdict_kind(enum verdict verdict)
{
    assert(verdict < VERDICT_COUNT);
    return verdicts[verdict].kind;
}

enum verdict verdict_of_name(const char *name)
{
    int i = 0;
    while (i < VERDICT_COUNT && strcmp(verdicts[i].name, name) != 0)
        i++;
    return (enum verdict)i;
}

enum verdict verdict_of_ending(enum ending ending, int winner)
{
    static const enum verdict of[ENDING_COUNT] = {
        [ENDING_NONE] = VERDICT_NONE,          [ENDING_SCORE] = VERDICT_SCORE,
        [ENDING_RULE] = VERDICT_RULE,          [ENDING_REPETITION] = VERDICT_REPETITION,
        [ENDING_PLY_LIMIT] = VERDICT_MOVE_CAP,
    };
    assert(ending < ENDING_COUNT);
    return ending == ENDING_SCORE && winner < 0 ? VERDICT_TIE : of[ending];
}
