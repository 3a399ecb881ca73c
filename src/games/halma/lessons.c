/* lessons.c - how Halma is played */
#include "games/halma/halma.h"

const struct lesson halma_lessons[] = {
    {
        .title = "Change corners",
        .words = "Each side has 19 pieces, which start in their own corner, the camp. Black begins "
                 "at the top left and must fill White's camp at the bottom right; White goes the "
                 "other way. Nothing is ever taken. In a turn you move one piece.",
    },
    {
        .title = "Step or jump",
        .words = "A step goes to an empty neighbour in any of the eight directions. A jump goes "
                 "over one piece beside you, of either colour, into the empty square right behind "
                 "it. The piece that was jumped over stays. After a jump you may jump on, as often "
                 "as you like; a step ends the turn.",
        .start = "GAME\nBLACK\n300\n"
                 "BBBBB...........\n"
                 "BBBBB...........\n"
                 "BBBB............\n"
                 "BBB.............\n"
                 "....B...........\n"
                 ".....W..........\n"
                 ".......B........\n"
                 "........W.......\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 ".............WWW\n"
                 "............WWWW\n"
                 "...........WWWWW\n"
                 "...........WWWWW\n",
        .task = "Bring the piece on 4,4 to 8,8 in one turn. Click it, or drag it there.",
        .move = "4,4-8,8",
        .done = "Three jumps in one turn. Pieces in a row, with gaps between them, are a ladder: "
                "build your own and use the other side's.",
    },
    {
        .title = "Arrived is arrived",
        .words = "A piece that stands in the far camp when your turn begins must end the turn in "
                 "that camp. It may still move within it, to make room for others.",
        .start = "GAME\nBLACK\n300\n"
                 "BBBBB...........\n"
                 "BBBBB...........\n"
                 "BBBB............\n"
                 "BBB.............\n"
                 "B...............\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 "..........W.....\n"
                 ".........W......\n"
                 "................\n"
                 "..............WW\n"
                 ".............WWW\n"
                 "............B.WW\n"
                 "...........WWWWW\n"
                 "...........WWWWW\n",
        .task = "Try to move the black piece on 12,13 out of the camp. Then move it deeper, to "
                "13,13.",
        .move = "12,13-13,13",
        .done = "Right. The squares deep in the corner should be filled first: who stands in the "
                "way of others cannot go round outside.",
    },
    {
        .title = "Winning",
        .words = "You win with a move after which every square of the far camp is occupied, by "
                 "whomever, and at least one of them by you. So nobody can stop you by leaving a "
                 "piece at home: it fills a square for you.",
        .start = "GAME\nBLACK\n300\n"
                 "WWWWW...........\n"
                 "WWWWW...........\n"
                 "WWWW............\n"
                 "........W.......\n"
                 "........W.......\n"
                 ".....B...WW.....\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 "..............BB\n"
                 ".............BBB\n"
                 "..........B.BBBB\n"
                 "............BBBB\n"
                 "...........BBBBW\n",
        .task = "Black is to move and wins at once.",
        .move = "10,13-11,14",
        .done = "All 19 squares are occupied. White's piece in its own corner counts, and it does "
                "not matter that one black piece is still on its way.",
    },
    {
        .title = "Traps",
        .words = "Six pieces that stay on 0,1 0,2 1,0 1,1 2,0 2,2 keep everybody else out of the "
                 "corner 0,0 for ever, and the same holds in the other corner: then nobody can win "
                 "there. Send pieces into the corner before it is sealed.\n"
                 "A chain of jumps that comes back to its start is no move.\n"
                 "A game is drawn when the same position has come up five times with the same side "
                 "to move, or after 200 moves a side. With a clock more time left wins then.",
    },
    {
        .title = "The addendum",
        .words = "Some courses add two rules, which you can choose for a new game. Nobody goes "
                 "back into the own camp. And while a piece of yours is still in your camp you "
                 "must move one out of it; if none can leave, one that gets farther from the "
                 "corner within it; only if that is impossible, any piece.",
        .start = "GAME\nBLACK\n300\n"
                 "BBBBB...........\n"
                 "BBBBB...........\n"
                 "BBBB............\n"
                 "BBB.............\n"
                 "B....B..........\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 "................\n"
                 "..........W.....\n"
                 "...............W\n"
                 ".............WWW\n"
                 "............WWWW\n"
                 "...........WWWWW\n"
                 "...........WWWWW\n",
        .rules = "addendum",
        .task = "Try the piece on 5,4, which is out already. Then move one out of the camp.",
        .done = "Every move that the addendum allows is allowed without it, too.",
    },
    {
        .title = "How moves are written",
        .words = "A square is x,y: first how far to the right, then how far down, both counted "
                 "from 0. 4,1-5,1 moves the piece in column 4 of row 1 one square to the right.",
    },
    {0},
};
