/* course.c - how the course runs land bidding: its matches, what it grades, where programs trip */
#include "game/course.h"

#include <string.h>

#include "game/conversation.h"
#include "game/mending.h"
#include "games/reversi/reversi.h"

/* --- matches --- */

static const struct convention convention = {
    .games = 10,
    .words = "10 games, 10 s of wall clock a move; equal land is a draw.",
};

/* --- grading --- */

/* Each size with both colours, first from the start, then after four random moves. */
static void vary(const struct setup *wanted, uint64_t seed, struct syllabus_case *c)
{
    static const int sizes[] = {6, 6, 8, 8, 10, 10};
    (void)seed;
    if (wanted->size == 0)
        c->setup.size = CASE_ROW(sizes, c->number);
    c->first = (c->number - 1) & 1;
    c->plies = c->number > (int)(sizeof sizes / sizeof *sizes) ? 4 : 0;
}

static const struct grading grading = {
    .time = 10,
    .part = {{"randy", "games against Randy, who plays at random", "random", 12, 40, SCORING_EACH,
              true},
             {"minimax", "games against minimax of depth 3", "minimax:depth=3", 6, 30, SCORING_EACH,
              true},
             {"alphabeta", "games against alpha-beta of depth 4",
              "alphabeta:depth=4,caching,ordering", 6, 30, SCORING_EACH, true}},
    .given_game = {"games", "given boards against minimax of depth 3", "minimax:depth=3", 0, 0,
                   SCORING_EACH, true},
    .fill_case = vary,
    .words =
        "12 games against Randy, 40 points; 6 against minimax and 6 against alpha-beta, 30 points each; a draw is half. Sizes 6, 8 and 10; 10 s a move.",
};

/* --- traps --- */

/* What the manager says in a question. */
struct talk {
    const char *first_line; /* the player's number is put for the % */
    bool as_tuples;         /* the board has round brackets, else square ones */
    bool compact;           /* the board has no blanks */
    bool cut_off;           /* the input ends without the last words */
};

#define FIVE_FIELDS "%,-1,0,1,1"

static const struct talk plain = {.first_line = FIVE_FIELDS},
                         settings = {.first_line = "%,2,1,0,0"}, bare = {.first_line = "%"},
                         tuples = {.first_line = FIVE_FIELDS, .as_tuples = true},
                         compact = {.first_line = FIVE_FIELDS, .compact = true},
                         cut_off = {.first_line = FIVE_FIELDS, .cut_off = true};

static void write_trap(const struct trap *trap, const struct position *p, struct text *out)
{
    const struct talk *talk = trap->pipe_script;
    struct text turn = {0};
    for (const char *at = talk->first_line; *at; at++)
        text_add(out, "%c", *at == '%' ? '1' + p->side : *at);
    text_add(out, "\n");
    reversi_conversation.turn(p, !talk->as_tuples, &turn);
    const char *board = strchr(turn.data, '\n') + 1;
    for (const char *at = turn.data; !trap->silent && *at; at++)
        if (*at != ' ' || at < board || !talk->compact)
            text_add_bytes(out, at, 1);
    if (!talk->cut_off)
        reversi_conversation.end(p, out);
    text_free(&turn);
}

static const struct trap traps[] = {
    {"plain", "one turn after a five-field first line",
     "the conversation: print a name, read a line, read SCORE and the board, print two numbers",
     .pipe_script = &plain, .setup = {.size = 6}},
    {"bare", "a bare 1 as the first line", "the first line: the text says a number, alone",
     .dialect = REVERSI_BARE, .pipe_script = &bare, .setup = {.size = 4}},
    {"settings", "settings that ask for minimax of depth 2",
     "the first line: colour, limit, minimax, caching, ordering", .pipe_script = &settings,
     .setup = {.size = 4}},
    {"tuples", "the board as tuples", "reading the board: brackets of either kind",
     .pipe_script = &tuples, .setup = {.size = 4}},
    {"compact", "the board without blanks", "reading the board: any spacing",
     .pipe_script = &compact, .setup = {.size = 4}},
    {"crlf", "lines that end with CRLF", "reading lines: drop a \\r at their end",
     .form = FORM_CRLF, .pipe_script = &plain, .setup = {.size = 4}},
    {"second", "one turn as player 2", "colours: 2 owns the main diagonal's squares at the start",
     .pipe_script = &plain, .setup = {.size = 4}, .plies = 1},
    {"smallest", "4 x 4", "the smallest board", .pipe_script = &plain, .setup = {.size = 4}},
    {"odd", "5 x 5", "odd sizes: the start sits towards the top left", .pipe_script = &plain,
     .setup = {.size = 5}},
    {"largest", "16 x 16", "the limit of ten seconds on a large board", .pipe_script = &plain,
     .setup = {.size = 16}, .plies = 30},
    {"no-turn", "FINAL before the first turn", "the end: it may come before you have moved",
     .pipe_script = &plain, .setup = {.size = 4}, .silent = true},
    {"end", "the end of the input instead of FINAL",
     "the end: the manager may close the pipe without FINAL; leave quietly",
     .pipe_script = &cut_off, .setup = {.size = 4}},
    {"end-early", "the end of the input instead of a turn",
     "the end: the manager may close the pipe at any time; leave quietly", .pipe_script = &cut_off,
     .setup = {.size = 4}, .silent = true},
    {"game", "a game as player 1, read as column and row",
     "flushing: after every answer; order: this manager reads column, then row",
     .pipe_script = &plain, .setup = {.size = 6}, .game_plies = 12},
    {"game-second", "a game as player 2, read as column and row",
     "flushing: after every answer; order: this manager reads column, then row",
     .pipe_script = &plain, .setup = {.size = 4}, .game_plies = 100, .second = true},
    {"game-bare", "a game after a bare number, read as row and column",
     "order: the text's manager reads row, then column", .dialect = REVERSI_BARE,
     .pipe_script = &bare, .setup = {.size = 4}, .game_plies = 100},
    {"game-odd", "a game on 5 x 5", "odd sizes", .pipe_script = &plain, .setup = {.size = 5},
     .game_plies = 12},
    {0}};

/* --- mistakes --- */

static const struct mistake mistakes[] = {
    {"row and column are exchanged", mend_exchanged},
    {"rows and columns are counted from 1; they begin with 0", mend_from_one},
    {"there is more than two numbers with a blank between them", mend_two_numbers},
    {NULL, NULL}};

/* --- all of it --- */

/* agent.py is Python 3; reversi is what our own program is called. */
static const char *const stems[] = {"agent", "reversi", NULL};
static const struct naming naming = {stems, NULL, .python2 = false};

/* --- opponents and positions --- */

static const struct level_row levels[LEVELS] = {
    {LEVEL_WEAK("depth=1,sight=10"), -1903}, {LEVEL_WEAK("depth=1,sight=20"), -1664},
    {LEVEL_WEAK("depth=1,sight=35"), -1443}, {LEVEL_WEAK("depth=1,sight=65"), -1262},
    {LEVEL_WEAK("depth=2,sight=80"), -874},  {LEVEL_WEAK("nodes=150,sight=90"), -635},
    {LEVEL_STRONG("nodes=1500"), -292},      {LEVEL_FULL, 0},
};

static const struct bench_row bench[] = {
    {{.size = 8, .seed = 1}, 0, 9},
    {{.size = 8, .seed = 2}, 20, 8},
    {{.size = 8, .seed = 3, .variant = "othello"}, 30, 8},
    {{.size = 6, .seed = 4}, 10, 10},
    {{.size = 12, .seed = 5}, 30, 5},
    {.depth = 0},
};

static const struct demo_row demo = {{.size = 6}, "alphabeta:depth=3"};

const struct course reversi_course = {
    .convention = &convention,
    .grading = &grading,
    .traps = traps,
    .write_trap = write_trap,
    .mistakes = mistakes,
    .naming = &naming,
    .levels = levels,
    .level_games = 200,
    .bench = bench,
    .demo = &demo,
};
