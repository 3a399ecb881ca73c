/* play.h - one game between people, agents and programs, on the full screen or in line mode */
#ifndef CMD_PLAY_H
#define CMD_PLAY_H

#include "agents/timed_agent.h"
#include "cmd/cli.h"
#include "cmd/guest_player.h"

struct seat {
    bool human;
    struct timed_agent player;  /* its clock, and the agent if it is one of ours */
    struct guest_player *guest; /* NULL: no program */
    char label[40];             /* "you", "Learner", "minimax:depth=3" */
};

struct play {
    const struct command *command;
    const struct game *game;
    const char *file; /* the position to start from; NULL: a new game from the setup */
    bool strict;      /* a file that is not exactly one is refused */
    struct setup setup;
    int ply_limit;
    int dialect; /* how programs are talked with (game/conversation.h) */
    double time; /* seconds a side; 0: no clock */
    struct seat seat[2];
    int swap; /* the first seat belongs to the one who starts, whatever side that is */
    struct problem *problem;
    struct session *session;
    int late;     /* the side that ran out of time; -1: none */
    int resigned; /* the side that resigned; -1: none */
    int faulty;   /* the side whose program has ended the game; -1: none */
    struct guest_move fault;
};

/* Sets up the start of a game, once more or for the first time. */
void play_begin(struct play *);

struct seat *play_seat(struct play *, int side);

/* The move of the agent or the program whose turn it is. False if there is none, with the reason:
 * it has lost by its own fault, or the game is void. The session is as before. */
bool play_ask(struct play *, const atomic_bool *stop, unsigned *code, struct report *,
              struct guest_move *fault);

/* Ends the game for this reason, which the side to move has given. */
void play_end_by_fault(struct play *, const struct guest_move *fault);

bool play_is_over(const struct play *);

/* How it ended, a sentence. */
void play_result(struct play *, struct text *);

/* Back to the last position in which the same person was to move, or a person at all if it is an
 * agent's turn. False if there is none. */
bool play_take_back(struct play *);

/* Both return when the game is over or somebody leaves it. */
void play_in_lines(struct play *, bool quiet);
bool play_on_screen(struct play *); /* false: this terminal cannot show it, and nothing happened */

#endif
