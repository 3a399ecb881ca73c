/* course.c - how the course runs Laser Checkmate: its matches, what it grades, where programs trip
 */
#include "game/course.h"

#include "game/mending.h"
#include "games/laser/laser.h"

/* --- matches --- */

static const struct convention convention = {
    .games = 10,
    .words = "10 games on random boards, 60 s of wall clock a move; equal coverage is a draw.",
};

/* --- grading --- */

static void vary(const struct setup *wanted, uint64_t seed, struct syllabus_case *c)
{
    static const int sizes[] = {6, 7, 8, 9, 7, 8, 9};
    (void)seed;
    if (wanted->size == 0)
        c->setup.size = CASE_ROW(sizes, c->number);
}

static const struct grading grading = {
    .time = 60,
    .winnable = true,
    .part = {{"random", "boards that can be won, against random", "random", 6, 30, SCORING_EACH,
              false},
             {"greedy", "boards that can be won, against greedy", "greedy", 7, 35, SCORING_EACH,
              false},
             {"minimax", "boards that can be won, against minimax", "minimax:depth=3", 7, 35,
              SCORING_EACH, false}},
    .given_game = {"games", "given boards against minimax", "minimax:depth=3", 0, 0, SCORING_EACH,
                   false},
    .fill_case = vary,
    .words =
        "20 boards that the first player is proven to be able to win, 5 points each, against random, greedy and minimax. A tie is a loss. 60 s a move.",
};

/* --- traps --- */

#define EXAMPLE "7\n0000300\n0000000\n0000030\n0000000\n0000000\n0000000\n0030000\n"

static const struct trap traps[] = {
    {"plain", "the text's example, 7 x 7", "the format: row and column from 0, with one blank",
     .text = EXAMPLE},
    {"extra-row", "the example as printed, with a row too many", "reading the board: N rows",
     .text = "7\n0000300\n0000000\n0000030\n0000000\n0000000\n0000000\n0000000\n0030000\n"},
    {"crlf", "input.txt with CRLF line ends", "reading lines: drop a \\r at their end",
     .form = FORM_CRLF, .text = EXAMPLE},
    {"newline", "input.txt without a newline at its end",
     "reading lines: the last one may end with the file", .form = FORM_NO_NEWLINE, .text = EXAMPLE},
    {"blanks", "blanks at the ends of lines", "reading lines: strip them on the right",
     .form = FORM_BLANKS, .text = EXAMPLE},
    {"empty", "empty lines at the end of input.txt", "reading the board: stop after N rows",
     .form = FORM_EMPTY_LINES, .text = EXAMPLE},
    {"smallest", "1 x 1", "boards with a single square", .text = "1\n0\n"},
    {"largest", "16 x 16", "the size of arrays, and the limit of a minute a move",
     .setup = {.size = 16, .option = {20}, .seed = 3}},
    {"two-digits", "a square in row 12", "row and column numbers with two digits",
     .text = "13\n3333333333333\n3333333333333\n3333333333333\n3333333333333\n"
             "3333333333333\n3333333333333\n3333333333333\n3333333333333\n"
             "3333333333333\n3333333333333\n3333333333333\n3333333333333\n"
             "3333333333303\n"},
    {"row-column", "a single free square off the diagonal", "row first, then column",
     .text = "4\n3333\n3330\n3333\n3333\n"},
    {"blocks", "beams that blocks stop", "beams end at a block, which they do not cover",
     .text = "5\n10300\n03333\n30333\n33333\n33333\n"},
    {"range", "a square just out of reach", "a beam covers three squares and no more",
     .text = "5\n10000\n33333\n33333\n33333\n33333\n"},
    {"both", "beams of both players", "a square under anybody's beam is no move",
     .text = "6\n100002\n333333\n003333\n333333\n333333\n333330\n"},
    {"no-tie", "a won position in which some moves only tie",
     "the goal: a tie is as bad as a loss; look for a certain win first",
     .text = "6\n301300\n000000\n000000\n000000\n002030\n300000\n", .keeps_win = true},
    {"stale", "an old output.txt lies there", "writing: replace output.txt, do not append to it",
     .text = EXAMPLE, .stale_output = "9 9\n"},
    {"game", "a game on 6 x 6", "emitters: 1 is yours, 2 the other's",
     .setup = {.size = 6, .option = {3}, .seed = 5}, .game_plies = 100},
    {0}};

/* --- mistakes --- */

static const struct mistake mistakes[] = {
    {"row and column are exchanged", mend_exchanged},
    {"rows and columns are counted from 1; they begin with 0", mend_from_one},
    {"there is more than two numbers with a blank between them", mend_two_numbers},
    {NULL, NULL}};

/* --- all of it --- */

/* The text wants hw1cs561s2019.py, in Python 2.7; the other name is that of its sister courses. */
static const char *const stems[] = {"hw1cs561s2019", "homework", NULL};
static const struct naming naming = {stems, "calibrate", .python2 = true};

/* The text names no file but output.txt; the other two are those of its sister courses. */
static const char *const files[] = {"input.txt", "output.txt", "playdata.txt", "calibration.txt",
                                    NULL};

/* --- opponents and positions --- */

static const struct level_row levels[LEVELS] = {
    {LEVEL_WEAK("depth=1,sight=3"), -704},  {LEVEL_WEAK("depth=1,sight=8"), -584},
    {LEVEL_WEAK("depth=1,sight=16"), -438}, {LEVEL_WEAK("depth=1,sight=30"), -325},
    {LEVEL_WEAK("depth=1,sight=55"), -218}, {LEVEL_WEAK("depth=2,sight=90"), -94},
    {LEVEL_STRONG("nodes=2000"), -17},      {LEVEL_FULL, 0},
};

static const struct bench_row bench[] = {
    {{.size = 8, .option = {4}, .seed = 1}, 0, 5},
    {{.size = 10, .option = {0}, .seed = 2}, 1, 5},
    {{.size = 16, .option = {20}, .seed = 3}, 4, 4},
    {.depth = 0},
};

static const struct demo_row demo = {{.size = 8, .option = {4}, .seed = 3}, "minimax:depth=3"};

const struct course laser_course = {
    .convention = &convention,
    .grading = &grading,
    .traps = traps,
    .mistakes = mistakes,
    .naming = &naming,
    .files = files,
    .levels = levels,
    .level_games = 200,
    .level_size = 12, /* on smaller boards all good players are equal */
    .bench = bench,
    .demo = &demo,
};
