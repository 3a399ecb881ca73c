/* game.h - the contract of a game
 *
 * Nothing outside games/ knows a game. It sees four things:
 *
 *   struct game      one constant per game: its name, its limits, its texts. The registry
 *                    (registry.h) lists them.
 *   struct rules     the calls that a search lives on.
 *   struct world     what does not change in the course of one game: size, variant, tables made
 *                    from them. Made by game->create or game->read, one malloc block, ended with
 *                    free(). It must outlive the positions that point to it.
 *   struct position  the head with which each game's own position struct begins. Positions are
 *                    plain bytes of world->position_bytes: copy them with memcpy, keep them where
 *                    you like (32-byte aligned), never undo a move: play() builds the child.
 *
 * What is declared here every game has; a member that may be 0 or NULL says what that means. What
 * only some games can do is a facet: a const
 * struct in a header of its own, to which struct game or struct rules points. The pointer is NULL,
 * and the capability switched off with a word to the user, or the struct is complete.
 *
 * Sides are 0 and 1. A game says which colour or player that is (game->sides).
 *
 * Values are int, seen from the side to move, in steps of 1/unit point. Some games pay as they go:
 * play() returns what the move gains at once, and the value of a position is what is still to
 * come, so that a board has one value whatever the score was when it arose:
 *
 *       value(p) = max over moves of  play(p, move, child) - value(child)
 *
 * In the others play() returns 0 and everything is decided at the end. The same line is right for
 * both kinds, and the search needs no other.
 */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/notes.h"
#include "base/text.h"
#include "game/picture.h"

enum {
    SIDE_FIRST = 0,
    SIDE_SECOND = 1,
    BOARD_MAX = 64,      /* largest board edge of any game */
    MOVES_MAX = 4160,    /* of any position: 19 pieces with at most 218 free squares each; a piece
                          * on any square of the largest board is 4096 */
    MOVE_NAME_MAX = 32,  /* bytes of a move's short name */
    VALUE_MAX = 1 << 30, /* beyond every value */
    POSITION_ALIGN = 32, /* what the widest boards ask for */
    SETUP_OPTIONS = 4    /* most that a game has */
};

/* A move as the generators list it. The code is the move itself, in the game's own encoding; the
 * hint is the game's opinion, larger first, and no part of the move. 0xffff is no move's code:
 * tables keep it for none. */
struct move {
    uint16_t code;
    int16_t hint;
};

struct game;
struct rules;

/* The facets: capabilities that a game may or may not offer, each a manual of its own. */
struct shortcuts;    /* game/shortcuts.h     moves and leaves without lists and positions */
struct guidance;     /* game/guidance.h      an evaluation that guides the search */
struct solving;      /* game/solving.h       certain bounds, a solver of its own */
struct playing;      /* search/playing.h     a player of its own */
struct facts;        /* game/facts.h         what it can tell besides a value */
struct tuning;       /* game/tuning.h        an estimate whose weights can be fitted */
struct conversation; /* game/conversation.h  agents talk over pipes */
struct looks;        /* game/looks.h         shapes and words for people */
struct course;       /* game/course.h        matches, grading, traps, levels */
struct lesson;       /* game/lessons.h       how it is played, with boards to try */
struct reducing;     /* game/reducing.h      how a position is made smaller */

/* A game that may go on for ever is drawn at some point, and until then its sooner wins are the
 * better ones. */
struct draws {
    int repetition_limit; /* the occurrence of a position that draws; 0: none does */
    int ply_limit; /* drawn after this many plies, unless an option says otherwise; 0: never */
    int win_value; /* what a win is worth, less the plies it took; estimates stay below a half */
};

struct world {
    const struct game *game;
    const struct rules *rules;
    size_t bytes;              /* of the world itself, with what follows this head */
    size_t position_bytes;     /* a multiple of POSITION_ALIGN */
    int size;                  /* board edge */
    int option[SETUP_OPTIONS]; /* the value that each row of game->options has here */
    int variant;               /* index into game->variants */
    const int *weights;        /* of the estimate (struct tuning) */
};

struct position {
    const struct world *world;
    uint64_t key;     /* equal keys: equal value for the side to move, and equal legal moves but
                       * for a turn of the board */
    int32_t score[2]; /* points so far; where nothing is counted, 1 for the winner. What people
                       * see is position_score() */
    uint16_t ply;     /* moves made since the start, as far as the text tells */
    uint8_t side;     /* to move */
    bool over;        /* decided by the last move although moves could be made */
};

/* The calls that a search lives on. A world picks its rules, since a game may keep boards of
 * different sizes in different ways. */
struct rules {
    /* Lists the legal moves, each once, and returns their number; 0 means that the game is over. */
    int (*moves)(const struct position *, struct move out[MOVES_MAX]);
    /* Builds the position after a legal move; returns what the move gains, in value steps. */
    int (*play)(const struct position *, unsigned code, struct position *child);
    /* The value of a finished position. */
    int (*end_value)(const struct position *);
    /* The final score of a finished position; NULL: the score so far stands. Who leads by one leads
     * by the other. */
    void (*final_score)(const struct position *, int out[2]);
    /* Our estimate of the value. */
    int (*evaluate)(const struct position *);
    /* The textbook's estimate of the whole outcome in points, for the side to move: mostly the
     * score so far. The reference agents use it, so keep it as plain as a textbook would. */
    int (*textbook)(const struct position *);
    /* The key computed afresh, for tests. */
    uint64_t (*key)(const struct position *);
    /* How many more moves the side to move will make, roughly; at least 1. For the clock. */
    int (*moves_left)(const struct position *);
    /* The number of legal moves, without a list of them; NULL: they are listed. */
    int (*count_moves)(const struct position *);
    /* How boldly late moves are looked at less deeply, in hundredths; 0: not at all (search/). */
    int reductions;
    /* Reduce by an even number of plies, so that the same side makes the last move: for estimates
     * that depend on who does. */
    bool even_reductions;

    /* Facets; NULL: not offered. */
    const struct shortcuts *shortcuts;
    const struct guidance *guidance;
    const struct solving *solving;
};

/* Something besides the size that can be chosen for a new game. */
struct setup_option {
    const char *name;  /* on command lines and in requests */
    const char *label; /* for people: "Kinds of pieces" */
    int min, max;
    int standard;   /* -1: the game chooses */
    bool is_random; /* a board with any of it is made at random */
};

/* A set of rules. */
struct variant {
    const char *name;    /* on command lines and in records */
    const char *meaning; /* for people: "who cannot move passes" */
    bool counts_ends;    /* published perft tables count a finished game on */
};

/* What a new game is to look like; a field of 0, NULL or -1 asks for the default. */
struct setup {
    int size;
    int option[SETUP_OPTIONS]; /* by the rows of game->options; below the row's min: the default */
    const char *variant;       /* a name from game->variants */
    uint64_t seed;             /* for random boards */
    int opener; /* the side that moves first, where a course draws that (game/course.h); else 0 */
};

/* All defaults. */
#define SETUP_DEFAULT                         \
    {                                         \
        .option = {-1, -1, -1, -1}, .seed = 1 \
    }

/* What a position file says. End it with problem_free(). */
struct problem {
    struct world *world;
    struct position *position;
    bool single;    /* the time is for this one move */
    double seconds; /* remaining time, 0 if there is none left; below 0 if the file names none */
};

enum clock_kind { CLOCK_CPU, CLOCK_WALL };

struct game {
    const char *name;     /* on command lines and in records */
    const char *title;    /* for people */
    const char *sides[2]; /* "first", "second"; "black", "white" */
    const char *legend;   /* for people: what the pictures show and how moves are written */
    const char *goal;     /* for people: what a side tries to do, a sentence or two */
    const struct variant *variants; /* the rule sets, default first; the last one's name is NULL */
    int size_min, size_max, size_default; /* board edges */
    int size_solved; /* the largest board that the solvers take; 0: all of them */
    const struct setup_option *options; /* the last one's name is NULL; NULL: there are none */
    int unit;                           /* value steps of one point */
    int win_bonus;                      /* value steps of a win over and above its margin */
    bool pays;                          /* play() gains; else the end decides */
    bool counts; /* the score counts something: "won by 12"; else it only names the winner */
    enum clock_kind clock;
    double game_seconds; /* a side's time for the whole game; 0: the limit is a move's */
    double move_seconds; /* limit of one move; 0: none */
    struct draws draws;  /* zeroes: every line comes to an end */
    /* Facets; NULL: not offered. */
    const struct playing *playing;
    const struct facts *facts;
    const struct tuning *tuning;
    const struct conversation *conversation;
    const struct looks *looks;
    const struct course *course;
    const struct lesson *lessons; /* rows; NULL: none */
    const struct reducing *reducing;

    /* Makes a world and its start position. NULL, with a fault noted, if the setup is not one. */
    struct problem *(*create)(const struct setup *, struct notes *);

    /* True if these lines look like a position file of this game. */
    bool (*recognise)(const struct lines *);
    /* Reads a position file, by the variant's rules (NULL: the default). */
    struct problem *(*read)(const struct lines *, const char *variant, struct notes *);
    /* Writes the position file that the side to move gets. single: for this move alone. */
    void (*write)(const struct position *, double seconds, bool single, struct text *);

    /* The move's short name, unique among the legal moves. */
    void (*move_name)(const struct position *, unsigned code, char out[MOVE_NAME_MAX]);
    /* Finds a legal move from its name or from the way the course writes it. */
    bool (*move_parse)(const struct position *, const char *text, unsigned *code, struct notes *);
    /* The answer file of a move. */
    void (*answer_write)(const struct position *, unsigned code, struct text *);
    /* Judges an answer file: the move it makes, or a fault that says precisely why not. */
    bool (*answer_read)(const struct position *, const struct lines *, unsigned *code,
                        struct notes *);

    void (*draw)(const struct position *, struct picture *);
};

/* The lifecycle of positions and problems. */
struct position *position_new(const struct world *);
struct position *position_copy(const struct position *);
struct problem *problem_new(struct world *);
void problem_free(struct problem *);

/* True if lines of play may have no end but a draw. */
static inline bool game_may_draw(const struct game *game)
{
    return game->draws.repetition_limit > 0 || game->draws.ply_limit > 0;
}

/* Index of a variant's name, 0 for NULL, -1 if there is none of that name. */
int game_variant(const struct game *, const char *name);

/* Number of the game's set-up options. */
int game_option_count(const struct game *);

/* The value that a setup asks for in this row of the options: the standard one if it asks for the
 * default, which is -1 if the game chooses. */
int setup_value(const struct game *, const struct setup *, int row);

/* True if the side to move has no move left or the game is decided. */
bool position_is_over(const struct position *);

/* True if the move is in the list of legal ones. */
bool position_has_move(const struct position *, unsigned code);

/* The move that leads from one position to the other, or -1. */
int position_move_to(const struct position *, const struct position *after);

/* What of the final value the score already holds, in value steps, for the side to move; 0 where
 * the end decides. */
int position_banked(const struct position *);

/* The final margin, in points, that a value stands for: what is banked, and without the bonus. */
double position_points(const struct position *, int value);

/* Makes this many random moves; fewer if the game ends. */
void problem_play_random(struct problem *, uint64_t seed, int plies);

/* The first side's score less the second's, as the position holds it. */
int position_margin(const struct position *);

/* The score for people: so far, or the final one once no move is left. */
void position_score(const struct position *, int out[2]);

#endif
