/* course.h - facet: how a university course runs this game
 *
 * Conventions of its matches, what it grades, where its students' programs trip, what wrong
 * answers were probably meant to be, and the opponents and positions that we offer beside it. What
 * a text leaves open we have filled in; docs/records.md and docs/grading.md tell what, for people.
 */
#ifndef GAME_COURSE_H
#define GAME_COURSE_H

#include "game/game.h"

/* --- matches --- */

struct convention {
    int games;         /* of a match */
    bool best_of;      /* it ends as soon as one side has won more than half of them */
    bool time_decides; /* a level game goes to the side with more time left */
    bool replay_level; /* if that does not decide either, it is played again on another board */
    bool draws_opener; /* which side opens is drawn, and create() obeys setup.opener */
    const char *words; /* all this for people: a sentence or two */
};

/* --- grading --- */

enum { SYLLABUS_PARTS = 4 };

enum syllabus_scoring {
    SCORING_EACH,    /* every case has its share of the points */
    SCORING_MAJORITY /* all points for more than half of the cases, else none */
};

struct syllabus_part {
    const char *name;     /* "random" */
    const char *title;    /* for people */
    const char *opponent; /* an agent's spec; NULL: single positions */
    int cases;
    double points; /* of the whole part */
    enum syllabus_scoring scoring;
    bool draws_count; /* a draw is half a win; else no win */
};

struct syllabus_case {
    int part;
    int number; /* in its part, from 1 */
    const char *opponent;
    struct setup setup; /* with its seed */
    int plies;          /* random moves before */
    int first;          /* 0: the agent under test has the first move; 1: the opponent */
    double seconds;     /* of a game's clock, or for the single move; 0: the game has none */
    double cap;         /* seconds a move; 0: none */
    int board;          /* its number among the boards that were given; 0: a new one */
};

/* The entry of a table that belongs to a case; past the last entry the first one follows. */
#define CASE_ROW(table, number) ((table)[((number)-1) % (int)(sizeof(table) / sizeof *(table))])

struct grading {
    double time;   /* seconds of a game, or, if the rules limit that, of a move */
    bool winnable; /* only boards on which the first player is shown to win */
    struct syllabus_part part[SYLLABUS_PARTS];
    /* What boards that are given as files count: single moves, and games in which the agent has the
     * first move; cases and points are filled in. A name of NULL: there are none of that kind. If
     * there are both, the file tells (problem->single). */
    struct syllabus_part given_move, given_game;
    /* Sets what differs from case to case; all else is set, seconds to the game's time. wanted: the
     * setup that was asked for. */
    void (*fill_case)(const struct setup *wanted, uint64_t seed, struct syllabus_case *);
    const char *words; /* what is tested and what it counts, for people */
};

/* --- traps: questions and short games, each with one difficulty --- */

/* How the bytes of a question differ from the plain text. */
enum trap_form {
    FORM_PLAIN,
    FORM_CRLF,
    FORM_NO_NEWLINE, /* the last line has none */
    FORM_BLANKS,     /* at the end of every line */
    FORM_EMPTY_LINES /* at the end */
};

struct trap {
    const char *id;   /* for the names of directories */
    const char *name; /* for people */
    const char *advice;
    enum trap_form form;

    /* The position: a position file, or a board that is drawn. */
    const char *text;
    struct setup setup;
    int plies; /* random moves before */
    double seconds;
    bool single;
    bool about_time; /* the difficulty is the clock */

    const char *playdata, *calibration, *stale_output; /* files that lie there; NULL: none */
    bool uncalibrated;                                 /* the calibrate command is not run */
    bool keeps_win; /* the position is won, and the answer must not let the win go */

    /* Pipes. */
    int dialect;             /* of struct conversation */
    const void *pipe_script; /* for course->write_trap() */
    bool silent;             /* no turn follows: the game is over */

    /* A game instead of a question: this many plies against a random player, in one
     * directory; 0: a question. */
    int game_plies;
    bool second; /* the other one begins */
};

/* --- mistakes --- */

/* Something that programs do wrong over and over. If mending it makes an answer right, that was
 * it. */
struct mistake {
    const char *what; /* the end of a sentence that begins with "It looks as if" */
    /* Writes the answer without the mistake; false if the mistake cannot be in it. */
    bool (*mend)(const struct position *, const struct lines *, struct text *out);
};

/* --- opponents and positions --- */

enum { LEVELS = 8, LEVEL_ELO_UNKNOWN = -(1 << 30) };

/* An opponent for people, and its Elo below full strength as scripts/levels printed it. */
struct level_row {
    const char *spec;
    int elo;
};

/* A small table is cleared faster, and weak searches fill none. */
#define LEVEL_WEAK(words)   "plywood:" words ",hash=1M,nosolver,norival"
#define LEVEL_STRONG(words) "plywood:" words ",hash=4M,norival"
/* Full strength at the pace of people; a server may have dozens of them at once. */
#define LEVEL_FULL "plywood:hash=16M"

/* A start, then random plies, then a search to a depth: a part of the bench's signature. */
struct bench_row {
    struct setup setup;
    int plies, depth; /* depth 0: the row after the last */
};

struct demo_row {
    struct setup setup;
    const char *opponent;
};

/* How the course's texts name programs: a stem, and an ending that tells the language, the same for
 * all courses (referee/guest/languages.h). */
struct naming {
    const char *const *stems; /* "homework": homework.c, homework3.py …; the last one is NULL */
    const char *calibrate;    /* stem of a program that is run once before; NULL: there is none */
    bool python2;             /* .py without a 3 before it means Python 2 */
};

struct course {
    const struct convention *convention;
    const struct grading *grading;
    const struct trap *traps; /* the first is the plain question; the last one's id is NULL */
    /* Writes the bytes of a trap that has a pipe script. NULL: no trap has one. */
    void (*write_trap)(const struct trap *, const struct position *, struct text *);
    const struct mistake *mistakes; /* the last one's words are NULL */
    const struct naming *naming;
    /* The files that may lie in a program's directory after its move, input.txt among them; the
     * last one is NULL. NULL: the text does not care. */
    const char *const *files;
    const struct level_row *levels; /* LEVELS of them, the weakest first */
    int level_games, level_size;    /* how scripts/levels measures them; size 0: the default */
    const struct bench_row *bench;
    const struct demo_row *demo;
};

#endif
