/* lessons.c - how Fruit Rage is played */
#include "games/fruit/fruit.h"

#define JOINING   \
    "4\n3\n300\n" \
    "0***\n"      \
    "0*1*\n"      \
    "2001\n"      \
    "1001\n"

const struct lesson fruit_lessons[] = {
    {
        .title = "Take a group",
        .words = "Both players take fruit from one board, in turns. Pick any fruit: you get the "
                 "whole group that it belongs to. A group is equal fruit that touch side by side "
                 "or one above the other. Corner to corner does not count. One fruit alone is a "
                 "group, too.",
        .start = "4\n3\n300\n"
                 "0012\n"
                 "0112\n"
                 "2112\n"
                 "2210\n",
        .task = "Take the largest group.",
        .move = "C1",
        .done = "Six fruits: 6 × 6 = 36 points.",
    },
    {
        .title = "Large groups pay",
        .words = "A group of k fruits earns k × k points: 1, 4, 9, 16, 25 … One group of six earns "
                 "36, three groups of two earn 12 together. Point at a group, or rest a "
                 "finger on it, to see what it would earn.",
    },
    {
        .title = "What is above falls",
        .words = "When a group is gone, the fruit above it falls straight down. Nothing moves "
                 "sideways, and nothing new comes. Fruit that falls may meet others of its kind.",
        .start = JOINING,
        .task = "Take the lemon in column A and look what falls.",
        .move = "A3",
        .done = "One point for you. But now six cherries lie together: 36 points for whoever "
                "moves next, and that is not you.",
    },
    {
        .title = "Do not lay the table",
        .words = "The trap of this game: what you join, the other one takes. Before you take a "
                 "group, look what will have fallen together afterwards.",
        .start = JOINING,
        .task = "The same board. Which group is better for you?",
        .move = "B3",
        .done = "16 points at once, and the best group that is left earns 9.",
    },
    {
        .title = "The end",
        .words = "The game ends when the board is empty. More points win. On equal points the one "
                 "with more time left wins, if a clock runs; else it is a draw.",
    },
    {
        .title = "How moves are written",
        .words = "A letter for the column and a number for the row, counted from the top: A1 is "
                 "the corner at the top left. Any fruit of the group may be named; lists here name "
                 "its leftmost, lowest one.",
    },
    {0},
};
