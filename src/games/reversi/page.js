/* page.js - how the pages show land bidding (serve/pages/game.js has the members) */
import { distance, ghosts, pieceAt, pieceOf } from '/motion.js';

/* The new square appears, and land turns over, the nearest first. */
function turnOver(board, before, move) {
    const origin = move.cells[0];
    const appear = [{ transform: 'scale(.3)', opacity: 0 }, { transform: 'none', opacity: 1 }];
    const motions = [pieceAt(board, ...origin).animate(appear, { duration: 160 })];
    for (const [row, column] of move.effect) {
        const delay = 60 * distance(origin, [row, column]);
        motions.push(ghosts(board, [[row, column, pieceOf(before, row, column)]],
            [{ transform: 'none' }, { transform: 'scaleX(0)' }],
            { duration: 130, delay, easing: 'ease-in' },
            `${(column + 0.5) / board.position.size * 100}% 50%`));
        motions.push(pieceAt(board, row, column).animate(
            [{ transform: 'scaleX(0)' }, { transform: 'none' }],
            { duration: 130, delay: delay + 130, fill: 'backwards', easing: 'ease-out' }));
    }
    return motions;
}

export const page = {
    turn: () => 'Claim a marked square.',
    stuck: 'There is no square to claim.',
    unit: 'land',
    told: (move) => (move.cells.length
        ? `claims ${move.move} and turns ${move.effect.length}` : 'passes'),
    motion: turnOver,
};
