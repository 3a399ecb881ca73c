#include "referee/course/traps.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* --- Fruit Rage --- */

#define FRUIT_EXAMPLE                                                          \
    "10\n4\n5.0\n3102322310\n0121232013\n3021111113\n0221031132\n0230011012\n" \
    "0323321010\n2003022012\n2202200021\n0130000020\n2200022231\n"

#define EMPTY_ROW       "**************************\n"
#define FIVE_EMPTY_ROWS EMPTY_ROW EMPTY_ROW EMPTY_ROW EMPTY_ROW EMPTY_ROW

static const struct trap fruit_traps[] = {
    {"plain", "the text's own example, 10 x 10",
     "the format: a letter and a row number from 1 at the top, then the board after gravity",
     .text = FRUIT_EXAMPLE},
    {"crlf", "input.txt with CRLF line ends",
     "reading lines: drop a \\r at their end, or read cells one by one", .form = FORM_CRLF,
     .text = FRUIT_EXAMPLE},
    {"newline", "input.txt without a newline at its end",
     "reading lines: the last one may end with the file", .form = FORM_NO_NEWLINE,
     .text = FRUIT_EXAMPLE},
    {"blanks", "blanks at the ends of lines", "reading lines: strip them on the right",
     .form = FORM_BLANKS, .text = FRUIT_EXAMPLE},
    {"empty", "empty lines at the end of input.txt", "reading the board: stop after n rows",
     .form = FORM_EMPTY_LINES, .text = FRUIT_EXAMPLE},
    {"no-playdata", "the middle of a game without playdata.txt",
     "reading playdata.txt: it may be missing at any time",
     .text = "4\n9\n5.0\n****\n****\n**12\n*123\n"},
    {"tiny", "0.01 s left", "the clock: with next to no time write any legal move at once",
     .text = "3\n2\n0.01\n***\n*10\n000\n", .about_time = true},
    {"one-second", "1 s left on a 16 x 16 board", "the clock: stop the search in time",
     .setup = {16, 5, -1, NULL, 3}, .seconds = 1, .about_time = true},
    {"whole-seconds", "the time without a point", "reading the time: it may look like an integer",
     .text = "2\n3\n5\n01\n21\n"},
    {"ten-kinds", "p = 10", "reading p: the text's own example says 10",
     .text = "3\n10\n7.24\n444\n444\n444\n"},
    {"high-digit", "a digit that is not below p",
     "arrays indexed by kind: make them 10 long whatever p is", .text = "2\n2\n5.0\n75\n57\n"},
    {"largest", "26 x 26", "the size of arrays, and row numbers with two digits",
     .setup = {26, 9, -1, NULL, 11}, .seconds = 10},
    {"tiny-large", "0.2 s left on a full 26 x 26 board",
     "the clock: reading, one move and writing must fit; do not begin a search you cannot end",
     .setup = {26, 9, -1, NULL, 7}, .seconds = 0.2, .about_time = true},
    {"one-kind", "26 x 26 of one kind", "recursion: a region may have 676 cells",
     .setup = {26, 1, -1, NULL, 1}, .seconds = 10},
    {"corner", "26 x 26 with one fruit, in Z26",
     "the last column is Z, the last row 26; skip empty columns",
     .text = "26\n1\n5.0\n" FIVE_EMPTY_ROWS FIVE_EMPTY_ROWS FIVE_EMPTY_ROWS FIVE_EMPTY_ROWS
         FIVE_EMPTY_ROWS "*************************0\n"},
    {"smallest", "1 x 1", "boards with a single cell", .text = "1\n1\n5.0\n0\n"},
    {"last-fruit", "a single fruit left", "boards that are nearly empty: the search ends at once",
     .text = "3\n1\n257.2\n***\n***\n*0*\n"},
    {"nearly-empty", "two fruits left, in one column", "gravity under an empty top",
     .text = "4\n9\n5.0\n****\n****\n***8\n***0\n"},
    {"gravity", "a column that falls through a gap", "gravity: everything above falls, in order",
     .text = "4\n3\n5.0\n2***\n100*\n1110\n2220\n"},
    {"singles", "no two equal neighbours", "single fruits are moves too",
     .text = "4\n4\n5.0\n0101\n2323\n0101\n2323\n"},
    {"stale", "an old output.txt lies there", "writing: replace output.txt, do not append to it",
     .text = FRUIT_EXAMPLE, .stale_output = "A1\n**\n**\n"},
    {"playdata", "a damaged playdata.txt", "reading playdata.txt: ignore what is not yours",
     .text = FRUIT_EXAMPLE, .playdata = "\x01\xff garbage\n\n-1"},
    {"calibration", "a damaged calibration.txt",
     "reading calibration.txt: fall back to a guess if it is not sound", .text = FRUIT_EXAMPLE,
     .calibration = "nan\n-5 x\n"},
    {"uncalibrated", "no calibration.txt", "reading calibration.txt: it may be missing",
     .text = FRUIT_EXAMPLE, .uncalibrated = true},
    {"game", "a short game, moving first", "what is kept from move to move, and the clock",
     .setup = {5, 3, -1, NULL, 5}, .seconds = 5, .game_plies = 100},
    {"game-second", "a short game, moving second", "the first board you see may have gaps",
     .setup = {5, 4, -1, NULL, 6}, .seconds = 5, .game_plies = 100, .second = true},
    {0}};

/* --- Halma --- */

#define HALMA_START                                                            \
    "BBBBB...........\nBBBBB...........\nBBBB............\nBBB.............\n" \
    "BB..............\n................\n................\n................\n" \
    "................\n................\n................\n..............WW\n" \
    ".............WWW\n............WWWW\n...........WWWWW\n...........WWWWW\n"

static const struct trap halma_traps[] = {
    {"plain", "the start, SINGLE, white", "the format: E x,y x,y or one line J x,y x,y a jump",
     .text = "SINGLE\nWHITE\n5.0\n" HALMA_START},
    {"black", "the start, SINGLE, black", "colours: black starts at the top left",
     .text = "SINGLE\nBLACK\n5.0\n" HALMA_START},
    {"game-mode", "the start, GAME", "the first line: GAME means that the time is for all moves",
     .text = "GAME\nBLACK\n20.0\n" HALMA_START},
    {"crlf", "input.txt with CRLF line ends", "reading lines: drop a \\r at their end",
     .form = FORM_CRLF, .text = "GAME\nBLACK\n5.0\n" HALMA_START},
    {"newline", "input.txt without a newline at its end",
     "reading lines: the last one may end with the file", .form = FORM_NO_NEWLINE,
     .text = "GAME\nBLACK\n5.0\n" HALMA_START},
    {"blanks", "blanks at the ends of lines", "reading lines: strip them on the right",
     .form = FORM_BLANKS, .text = "GAME\nWHITE\n5.0\n" HALMA_START},
    {"empty", "empty lines at the end of input.txt", "reading the board: stop after 16 rows",
     .form = FORM_EMPTY_LINES, .text = "GAME\nWHITE\n5.0\n" HALMA_START},
    {"tiny", "GAME with 0.01 s left",
     "the clock: with next to no time write any legal move at once",
     .text = "GAME\nBLACK\n0.01\n" HALMA_START, .about_time = true},
    {"tiny-single", "SINGLE with 0.05 s", "the clock: all of it, but no more",
     .text = "SINGLE\nBLACK\n0.05\n" HALMA_START, .about_time = true},
    {"whole-seconds", "the time without a point", "reading the time: it may look like an integer",
     .text = "GAME\nWHITE\n5\n" HALMA_START},
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
     .setup = {0, 0, -1, NULL, 4}, .plies = 120, .seconds = 5},
    {"midgame-white", "the middle of a game, white", "moves of scattered pieces",
     .setup = {0, 0, -1, NULL, 5}, .plies = 151, .seconds = 5, .single = true},
    {"stale", "an old output.txt lies there", "writing: replace output.txt, do not append to it",
     .text = "GAME\nBLACK\n5.0\n" HALMA_START, .stale_output = "E 9,9 9,9\n"},
    {"no-playdata", "the middle of a game without playdata.txt",
     "reading playdata.txt: it may be missing at any time", .setup = {0, 0, -1, NULL, 9},
     .plies = 60, .seconds = 5},
    {"playdata", "a damaged playdata.txt", "reading playdata.txt: ignore what is not yours",
     .setup = {0, 0, -1, NULL, 9}, .plies = 60, .seconds = 5, .playdata = "\x01\xff garbage\n\n-1"},
    {"calibration", "a damaged calibration.txt",
     "reading calibration.txt: fall back to a guess if it is not sound",
     .text = "GAME\nBLACK\n5.0\n" HALMA_START, .calibration = "nan\n-5 x\n"},
    {"uncalibrated", "no calibration.txt", "reading calibration.txt: it may be missing",
     .text = "GAME\nBLACK\n5.0\n" HALMA_START, .uncalibrated = true},
    {"game", "ten moves of a game, moving first", "what is kept from move to move, and the clock",
     .seconds = 5, .game_plies = 20},
    {"game-second", "ten moves of a game, moving second", "playing white from the start",
     .seconds = 5, .game_plies = 20, .second = true},
    {0}};

/* --- Laser Checkmate --- */

#define LASER_EXAMPLE "7\n0000300\n0000000\n0000030\n0000000\n0000000\n0000000\n0030000\n"

static const struct trap laser_traps[] = {
    {"plain", "the text's example, 7 x 7", "the format: row and column from 0, with one blank",
     .text = LASER_EXAMPLE},
    {"extra-row", "the example as printed, with a row too many", "reading the board: N rows",
     .text = "7\n0000300\n0000000\n0000030\n0000000\n0000000\n0000000\n0000000\n0030000\n"},
    {"crlf", "input.txt with CRLF line ends", "reading lines: drop a \\r at their end",
     .form = FORM_CRLF, .text = LASER_EXAMPLE},
    {"newline", "input.txt without a newline at its end",
     "reading lines: the last one may end with the file", .form = FORM_NO_NEWLINE,
     .text = LASER_EXAMPLE},
    {"blanks", "blanks at the ends of lines", "reading lines: strip them on the right",
     .form = FORM_BLANKS, .text = LASER_EXAMPLE},
    {"empty", "empty lines at the end of input.txt", "reading the board: stop after N rows",
     .form = FORM_EMPTY_LINES, .text = LASER_EXAMPLE},
    {"smallest", "1 x 1", "boards with a single square", .text = "1\n0\n"},
    {"largest", "16 x 16", "the size of arrays, and the limit of a minute a move",
     .setup = {16, 0, 20, NULL, 3}},
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
     .text = LASER_EXAMPLE, .stale_output = "9 9\n"},
    {"game", "a game on 6 x 6", "emitters: 1 is yours, 2 the other's", .setup = {6, 0, 3, NULL, 5},
     .game_plies = 100},
    {0}};

/* --- land bidding --- */

#define FIVE_FIELDS "%,-1,0,1,1"

static const struct trap reversi_traps[] = {
    {"plain", "one turn after a five-field first line",
     "the conversation: print a name, read a line, read SCORE and the board, print two numbers",
     .first_line = FIVE_FIELDS, .setup = {.size = 6}},
    {"bare", "a bare 1 as the first line", "the first line: the text says a number, alone",
     .first_line = "%", .setup = {.size = 4}},
    {"settings", "settings that ask for minimax of depth 2",
     "the first line: colour, limit, minimax, caching, ordering", .first_line = "%,2,1,0,0",
     .setup = {.size = 4}},
    {"tuples", "the board as tuples", "reading the board: brackets of either kind",
     .first_line = FIVE_FIELDS, .as_tuples = true, .setup = {.size = 4}},
    {"compact", "the board without blanks", "reading the board: any spacing",
     .first_line = FIVE_FIELDS, .compact = true, .setup = {.size = 4}},
    {"crlf", "lines that end with CRLF", "reading lines: drop a \\r at their end",
     .form = FORM_CRLF, .first_line = FIVE_FIELDS, .setup = {.size = 4}},
    {"second", "one turn as player 2", "colours: 2 owns the main diagonal's squares at the start",
     .first_line = FIVE_FIELDS, .setup = {.size = 4}, .plies = 1},
    {"smallest", "4 x 4", "the smallest board", .first_line = FIVE_FIELDS, .setup = {.size = 4}},
    {"odd", "5 x 5", "odd sizes: the start sits towards the top left", .first_line = FIVE_FIELDS,
     .setup = {.size = 5}},
    {"largest", "16 x 16", "the limit of ten seconds on a large board", .first_line = FIVE_FIELDS,
     .setup = {.size = 16}, .plies = 30},
    {"no-turn", "FINAL before the first turn", "the end: it may come before you have moved",
     .first_line = FIVE_FIELDS, .setup = {.size = 4}, .silent = true},
    {"end", "the end of the input instead of FINAL",
     "the end: the manager may close the pipe without FINAL; leave quietly",
     .first_line = FIVE_FIELDS, .setup = {.size = 4}, .no_final = true},
    {"end-early", "the end of the input instead of a turn",
     "the end: the manager may close the pipe at any time; leave quietly",
     .first_line = FIVE_FIELDS, .setup = {.size = 4}, .silent = true, .no_final = true},
    {"game", "a game as player 1, read as column and row",
     "flushing: after every answer; order: this manager reads column, then row",
     .first_line = FIVE_FIELDS, .setup = {.size = 6}, .game_plies = 12},
    {"game-second", "a game as player 2, read as column and row",
     "flushing: after every answer; order: this manager reads column, then row",
     .first_line = FIVE_FIELDS, .setup = {.size = 4}, .game_plies = 100, .second = true},
    {"game-bare", "a game after a bare number, read as row and column",
     "order: the text's manager reads row, then column", .first_line = "%", .setup = {.size = 4},
     .game_plies = 100},
    {"game-odd", "a game on 5 x 5", "odd sizes", .first_line = FIVE_FIELDS, .setup = {.size = 5},
     .game_plies = 12},
    {0}};

static const struct {
    const char *game;
    const struct trap *traps;
} lists[] = {{"fruit", fruit_traps},
             {"halma", halma_traps},
             {"laser", laser_traps},
             {"reversi", reversi_traps}};

const struct trap *traps_of(const struct game *game)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].game, game->name) == 0)
            return lists[i].traps;
    return NULL;
}

/* --- what a trap asks --- */

struct problem *trap_problem(const struct game *game, const struct trap *trap)
{
    struct notes notes = {0};
    struct problem *problem;
    if (trap->text) {
        struct lines lines = lines_cut(trap->text, strlen(trap->text));
        problem = game->read(&lines, NULL, &notes);
        lines_free(&lines);
    } else {
        struct setup setup = trap->setup;
        problem = game->create(&setup, &notes);
        if (problem)
            problem_play_random(problem, setup.seed, trap->plies);
        if (problem)
            problem->seconds = trap->seconds;
    }
    assert(problem && !position_is_over(problem->position)); /* tests try every trap */
    return problem;
}

static void add_form(enum trap_form form, const char *text, struct text *out)
{
    static const char *const line_end[] = {[FORM_PLAIN] = "\n",
                                           [FORM_CRLF] = "\r\n",
                                           [FORM_NO_NEWLINE] = "\n",
                                           [FORM_BLANKS] = "  \n",
                                           [FORM_EMPTY_LINES] = "\n"};
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        text_add_bytes(out, at, length);
        at += length + 1;
        if (*at || form != FORM_NO_NEWLINE)
            text_add(out, "%s", line_end[form]);
    }
    if (form == FORM_EMPTY_LINES)
        text_add(out, "\n\n");
}

/* The board's line in the wanted dress. */
static void add_board(const struct trap *trap, const char *board, struct text *out)
{
    for (const char *at = board; *at; at++) {
        char c = *at;
        if (!trap->as_tuples)
            c = (char)(c == '(' ? '[' : c == ')' ? ']' : c);
        if (c != ' ' || !trap->compact)
            text_add_bytes(out, &c, 1);
    }
}

/* What a manager sends: the first line, the turn, FINAL. The position file has a first line
 * of its own, and then the turn. */
static void add_conversation(const struct trap *trap, const struct problem *problem,
                             struct text *out)
{
    const struct position *p = problem->position;
    struct text file = {0};
    for (const char *at = trap->first_line; *at; at++) {
        char c = (char)(*at == '%' ? '1' + p->side : *at);
        text_add_bytes(out, &c, 1);
    }
    text_add(out, "\n");
    p->world->game->write(p, 0, false, &file);
    const char *score = strchr(file.data, '\n') + 1;
    const char *board = strchr(score, '\n') + 1;
    if (!trap->silent) {
        text_add_bytes(out, score, (size_t)(board - score));
        add_board(trap, board, out);
    }
    if (!trap->no_final)
        text_add(out, "FINAL %d %d\n", p->score[0], p->score[1]);
    text_free(&file);
}

void trap_input(const struct trap *trap, const struct problem *problem, struct text *out)
{
    const struct position *p = problem->position;
    struct text plain = {0};
    if (trap->first_line)
        add_conversation(trap, problem, &plain);
    else if (trap->text)
        text_add(&plain, "%s", trap->text);
    else
        p->world->game->write(p, problem->seconds, trap->single, &plain);
    add_form(trap->form, plain.data, out);
    text_free(&plain);
}
