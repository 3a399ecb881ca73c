/* lessons.c - how Laser Checkmate is played */
#include "games/laser/laser.h"

const struct lesson laser_lessons[] = {
    {
        .title = "Place an emitter",
        .words =
            "In turns, both players place emitters. An emitter covers its own square and "
            "shines in eight directions, three squares far at most. Who covers more squares "
            "in the end wins. Point at a square, or rest a finger on it, to see what an emitter "
            "there would cover.",
        .start = "7\n"
                 "0000300\n"
                 "0000000\n"
                 "0000030\n"
                 "0000000\n"
                 "0000000\n"
                 "0000000\n"
                 "0030000\n",
        .task = "Place an emitter on 3,5.",
        .move = "3,5",
        .done = "It covers 15 squares. The block above it stops one beam, the border others.",
    },
    {
        .title = "Not in a beam",
        .words = "A new emitter needs a square without an emitter, without a block, and without a "
                 "beam, not even one of your own. So every emitter takes squares away from both "
                 "players.",
        .start = "7\n"
                 "0000300\n"
                 "0000000\n"
                 "0000030\n"
                 "0000020\n"
                 "0000000\n"
                 "0000000\n"
                 "0030000\n",
        .task = "Try 3,3, which is in a beam. Then place one on 1,2.",
        .move = "1,2",
        .done = "17 squares. Where beams of both cross, the square counts for both.",
    },
    {
        .title = "What stops a beam",
        .words = "The border and blocks stop beams. Emitters do not, and beams do not stop each "
                 "other.",
    },
    {
        .title = "The end",
        .words = "The game ends when no square is left on which an emitter may stand. Both have "
                 "the same squares to choose from, so nobody ever passes. Count what you leave "
                 "over: the largest number now is not always the best move.",
        .start = "5\n"
                 "00000\n"
                 "30000\n"
                 "00000\n"
                 "13020\n"
                 "00000\n",
        .task = "Four squares are left. Two of them cover nine new squares. Find the one move that "
                "wins.",
        .move = "0,4",
        .done = "It covers only eight new squares, but it leaves none free: the game is over, and "
                "you win by two.",
    },
    {
        .title = "A tie is no win",
        .words = "For a program in the course a tie is as bad as a loss. Here it is called a draw. "
                 "A sure win by one square is better than a likely one by ten.",
    },
    {
        .title = "How moves are written",
        .words = "A square is row,column, both counted from 0 and from the top left: 3,5 is the "
                 "sixth square of the fourth row. Programs write the two numbers with a blank "
                 "between them.",
    },
    {0},
};
