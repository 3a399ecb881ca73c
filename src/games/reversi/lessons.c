/* lessons.c - how land bidding is played */
#include "games/reversi/reversi.h"

#define BEHIND        \
    "1\nSCORE 6 10\n" \
    "((2, 2, 2, 0, 0), (1, 1, 2, 0, 0), (1, 2, 1, 2, 0), (1, 2, 2, 2, 2), (1, 0, 0, 0, 0))\n"

const struct lesson reversi_lessons[] = {
    {
        .title = "Claim land",
        .words = "Two companies claim land, square by square. You may claim an empty square if it "
                 "closes in rival land: from there a straight line, in any of the eight "
                 "directions, runs over rival land without a gap to land of yours. All rival land "
                 "between becomes yours, in all directions at once. This is Reversi.",
        .start = "1\nSCORE 5 6\n"
                 "((0, 0, 0, 0, 0), (0, 1, 2, 0, 0), (0, 2, 2, 2, 1), (0, 1, 2, 1, 0), "
                 "(0, 0, 2, 1, 0))\n",
        .task = "You are dark. Claim the square that turns land in three directions.",
        .move = "1,3",
        .done = "Row, column and diagonal turned together.",
    },
    {
        .title = "Nobody passes",
        .words = "The trap of this game: it ends as soon as the player to move has nothing to "
                 "claim, even with empty squares left. Then more land wins. So a player who is "
                 "behind in land, or short of time, may win on the spot by leaving the other one "
                 "without a claim; and who takes away the other's last claim while behind has "
                 "lost.",
        .start = BEHIND,
        .task = "Dark has 6 squares, light has 10. Dark is to move and wins at once.",
        .move = "4,1",
        .done = "9 to 8, and light has nothing to claim: the game is over, with seven squares "
                "empty.",
    },
    {
        .title = "Othello's rule",
        .words = "With the rules of Othello, which you can choose for a new game, a player who "
                 "cannot move passes, and the game ends when neither can. The empty squares go to "
                 "the winner then.",
        .start = BEHIND,
        .rules = "othello",
        .task = "The same board by Othello's rules: make the same claim.",
        .move = "4,1",
        .done = "Light has to pass, and dark moves again.",
    },
    {
        .title = "What is worth having",
        .words = "Land in a corner can never be turned, and land along an edge from there neither. "
                 "Much land early is no advantage: what you own can be turned, and every claim "
                 "needs rival land to close in. Count your claims, and the other's.",
    },
    {
        .title = "How moves are written",
        .words = "A square is row,column, both counted from 0 and from the top left: 4,1 is the "
                 "second square of the fifth row. Programs write the two numbers with a blank "
                 "between them.",
    },
    {0},
};
