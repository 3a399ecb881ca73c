/* course.c - how the course runs Halma: its matches, what it grades, where programs trip */
#include "game/course.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "game/mending.h"
#include "games/halma/halma.h"

/* --- matches --- */

static const struct convention convention = {
    .games = 10, /* even: both begin equally often */
    .time_decides = true,
    .draws_opener = true, /* the master assigns colours at random, apart from who begins */
    .words =
        "10 games (an even number), 300 s of CPU a side and game. Which colour opens is drawn for every pair. Drawn after 200 moves a side "
        "(--plies 400) or the fifth repetition, then more time left wins.",
};

/* --- grading --- */

/* Odd numbers of moves leave White to move. Five of nine games have the first move. */
static void vary(const struct setup *wanted, uint64_t seed, struct syllabus_case *c)
{
    static const int plies[] = {0, 1, 10, 25, 40, 61, 80, 121, 160, 201};
    static const double part_for_move[] = {0.1, 0.05, 0.02, 0.01, 0.05};
    static const double part_of_time[] = {1, 0.6, 1.5, 0.8, 1.2, 1, 0.5, 0.75, 2};
    (void)wanted, (void)seed;
    if (c->opponent) {
        c->first = (c->number - 1) & 1;
        c->seconds *= CASE_ROW(part_of_time, c->number);
        return;
    }
    c->plies = CASE_ROW(plies, c->number);
    c->seconds *= CASE_ROW(part_for_move, c->number);
}

static const struct grading grading = {
    .time = 100,
    .part = {{"positions", "single moves", NULL, 10, 10, SCORING_EACH, false},
             {"minimax", "games against plain minimax", "minimax:depth=2", 9, 90, SCORING_EACH,
              false}},
    .given_move = {"positions", "given single moves", NULL, 0, 0, SCORING_EACH, false},
    .given_game = {"games", "given games against plain minimax", "minimax:depth=2", 0, 0,
                   SCORING_EACH, false},
    .fill_case = vary,
    .words =
        "10 single moves, 1 point each; 9 games against minimax, 10 points each, 5 of them with the first move. 50 to 200 s a game.",
};

/* --- traps --- */

#define START                                                                  \
    "BBBBB...........\nBBBBB...........\nBBBB............\nBBB.............\n" \
    "BB..............\n................\n................\n................\n" \
    "................\n................\n................\n..............WW\n" \
    ".............WWW\n............WWWW\n...........WWWWW\n...........WWWWW\n"

static const struct trap traps[] = {
    {"plain", "the start, SINGLE, white", "the format: E x,y x,y or one line J x,y x,y a jump",
     .text = "SINGLE\nWHITE\n5.0\n" START},
    {"black", "the start, SINGLE, black", "colours: black starts at the top left",
     .text = "SINGLE\nBLACK\n5.0\n" START},
    {"game-mode", "the start, GAME", "the first line: GAME means that the time is for all moves",
     .text = "GAME\nBLACK\n20.0\n" START},
    {"crlf", "input.txt with CRLF line ends", "reading lines: drop a \\r at their end",
     .form = FORM_CRLF, .text = "GAME\nBLACK\n5.0\n" START},
    {"newline", "input.txt without a newline at its end",
     "reading lines: the last one may end with the file", .form = FORM_NO_NEWLINE,
     .text = "GAME\nBLACK\n5.0\n" START},
    {"blanks", "blanks at the ends of lines", "reading lines: strip them on the right",
     .form = FORM_BLANKS, .text = "GAME\nWHITE\n5.0\n" START},
    {"empty", "empty lines at the end of input.txt", "reading the board: stop after 16 rows",
     .form = FORM_EMPTY_LINES, .text = "GAME\nWHITE\n5.0\n" START},
    {"tiny", "GAME with 0.01 s left",
     "the clock: with next to no time write any legal move at once",
     .text = "GAME\nBLACK\n0.01\n" START, .about_time = true},
    {"tiny-single", "SINGLE with 0.05 s", "the clock: all of it, but no more",
     .text = "SINGLE\nBLACK\n0.05\n" START, .about_time = true},
    {"whole-seconds", "the time without a point", "reading the time: it may look like an integer",
     .text = "GAME\nWHITE\n5\n" START},
    {"example-1", "the text's example 1: nearly home",
     "the camp: who has reached it may not leave it",
     .text = "SINGLE\nWHITE\n5.0\n"
             "WWWWW...........\nWWWWW...........\nWWW.............\nWWW.W...........\n"
             "WW..............\n................\n................\n................\n"
             "................\n................\n................\n..........B...BB\n"
             ".............BBB\n.............BBB\n...........BBBBB\n...........BBBBB\n"},
    {"example-2", "the text's example 2: a jump within the camp",
     "the camp: moves inside it are allowed, moves out are not",
     .text = "SINGLE\nWHITE\n5.0\n"
             "WWWWW...........\nWW.WW...........\nWWWW............\nWWW.W...........\n"
             "WW..............\n................\n................\n................\n"
             "................\n................\n................\n............B.BB\n"
             "...........B.BBB\n.............B.B\n...........BBBBB\n...........BBBBB\n"},
    {"example-3", "the text's example 3: a chain of jumps",
     "chains: one line J a jump, each from where the last one ended",
     .text = "SINGLE\nBLACK\n5.0\n"
             "WWWWW...........\nW.W.W...........\nWWW.............\nWW...W..........\n"
             "WW....W.........\n................\n.......W........\n................\n"
             "................\n.........BW.....\n...........B....\n..............BB\n"
             "............BBBB\n............B.BB\n.............BBB\n...........BBBBB\n"},
    {"chain", "a chain of eleven jumps",
     "chains: follow them to any length, over pieces of both colours, and never in circles",
     .text = "SINGLE\nBLACK\n5.0\n"
             "BB.B.B.B.B.B.B..\nBB............B.\nBBB.............\nB.............B.\n"
             "B...............\n..............B.\n................\n..............B.\n"
             ".........W.W.W..\n................\n................\n................\n"
             "..............WW\n............WWWW\n...........WWWWW\n...........WWWWW\n"},
    {"sealed", "the corner is sealed: nobody can win",
     "the end of the game: it may never come; make any legal move",
     .text = "GAME\nWHITE\n5.0\n"
             ".WWWW...........\nWWWWW...........\nWWWW............\nWWW.............\n"
             "WW..............\n................\n................\n......W.........\n"
             "................\n.........B......\n................\n..............BB\n"
             ".............BBB\n............BBBB\n...........BBBBB\n...........BBBB.\n"},
    {"midgame-black", "the middle of a game, black", "moves of scattered pieces",
     .setup = {.seed = 4}, .plies = 120, .seconds = 5},
    {"midgame-white", "the middle of a game, white", "moves of scattered pieces",
     .setup = {.seed = 5}, .plies = 151, .seconds = 5, .single = true},
    {"stale", "an old output.txt lies there", "writing: replace output.txt, do not append to it",
     .text = "GAME\nBLACK\n5.0\n" START, .stale_output = "E 9,9 9,9\n"},
    {"no-playdata", "the middle of a game without playdata.txt",
     "reading playdata.txt: it may be missing at any time", .setup = {.seed = 9}, .plies = 60,
     .seconds = 5},
    {"playdata", "a damaged playdata.txt", "reading playdata.txt: ignore what is not yours",
     .setup = {.seed = 9}, .plies = 60, .seconds = 5, .playdata = "\x01\xff garbage\n\n-1"},
    {"calibration", "a damaged calibration.txt",
     "reading calibration.txt: fall back to a guess if it is not sound",
     .text = "GAME\nBLACK\n5.0\n" START, .calibration = "nan\n-5 x\n"},
    {"uncalibrated", "no calibration.txt", "reading calibration.txt: it may be missing",
     .text = "GAME\nBLACK\n5.0\n" START, .uncalibrated = true},
    {"game", "ten moves of a game, moving first", "what is kept from move to move, and the clock",
     .seconds = 5, .game_plies = 20},
    {"game-second", "ten moves of a game, moving second", "playing white from the start",
     .seconds = 5, .game_plies = 20, .second = true},
    {0}};

/* --- mistakes --- */

/* Steps and jumps taken for each other. */
static bool mend_kind(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    for (int i = 0; i < answer->count; i++) {
        char kind = lines_at(answer, i).start[0];
        if (kind != 'E' && kind != 'J')
            return false;
        text_add(out, "%c%s\n", kind == 'E' ? 'J' : 'E', lines_at(answer, i).start + 1);
    }
    return true;
}

/* A whole chain on one line: J a b c, or J a b J b c. */
static bool mend_joined(const struct position *p, const struct lines *answer, struct text *out)
{
    int x, y, last_x = 0, last_y = 0, stops = 0, used;
    (void)p;
    for (const char *at = lines_at(answer, 0).start; *at;) {
        if (sscanf(at, "%9d,%9d%n", &x, &y, &used) != 2) {
            at++;
            continue;
        }
        at += used;
        if (stops > 0 && (x != last_x || y != last_y))
            text_add(out, "J %d,%d %d,%d\n", last_x, last_y, x, y);
        last_x = x;
        last_y = y;
        stops++;
    }
    return answer->count == 1 && stops > 2;
}

/* Moves with numbers between anything: E (1,2) -> (2,2). */
static bool mend_marks(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    for (int i = 0; i < answer->count; i++) {
        int number[4], count = 0;
        const char *start = lines_at(answer, i).start;
        for (const char *at = start; *at && count < 4;) {
            long found;
            if (!isdigit((unsigned char)*at)) {
                at++;
                continue;
            }
            if (!string_integer(&at, 0, 1000, &found))
                return false;
            number[count++] = (int)found;
        }
        if (count != 4)
            return false;
        text_add(out, "%c %d,%d %d,%d\n", toupper((unsigned char)start[0]), number[0], number[1],
                 number[2], number[3]);
    }
    return true;
}

static const struct mistake mistakes[] = {
    {"x and y are exchanged; x runs to the right and comes first", mend_exchanged},
    {"coordinates are counted from 1; they begin with 0", mend_from_one},
    {"E and J are exchanged; E is a step to a neighbour, J a jump", mend_kind},
    {"the whole chain stands on one line; each jump has a line of its own", mend_joined},
    {"the move is not spelt exactly: E or J, a blank, x,y, a blank, x,y", mend_marks},
    {NULL, NULL}};

/* --- all of it --- */

/* homework.py is Python 2 and homework3.py Python 3; homework.cpp, homework11.cpp, homework.java.
 */
static const char *const stems[] = {"homework", NULL};
static const struct naming naming = {stems, "calibrate", .python2 = true};

static const char *const files[] = {"input.txt", "output.txt", "playdata.txt", "calibration.txt",
                                    NULL};

/* --- opponents and positions --- */

static const struct level_row levels[LEVELS] = {
    {LEVEL_WEAK("depth=1,sight=10"), -2448}, {LEVEL_WEAK("depth=1,sight=20"), -1880},
    {LEVEL_WEAK("depth=1,sight=30"), -1516}, {LEVEL_WEAK("depth=1,sight=50"), -1226},
    {LEVEL_WEAK("depth=2,sight=80"), -862},  {LEVEL_STRONG("nodes=1500"), -498},
    {LEVEL_STRONG("nodes=4000"), -86},       {LEVEL_FULL, 0},
};

static const struct bench_row bench[] = {
    {{.seed = 1}, 0, 4},
    {{.seed = 2}, 30, 4},
    {{.seed = 3, .variant = "addendum"}, 60, 4},
    {.depth = 0},
};

static const struct demo_row demo = {{0}, "greedy"};

const struct course halma_course = {
    .convention = &convention,
    .grading = &grading,
    .traps = traps,
    .mistakes = mistakes,
    .naming = &naming,
    .files = files,
    .levels = levels,
    .level_games = 40, /* they are long */
    .bench = bench,
    .demo = &demo,
};
