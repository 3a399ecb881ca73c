/* page.js - how the pages show Laser Checkmate (serve/pages/game.js has the members) */
import { distance, pieceAt } from '/motion.js';
import { PAINT } from '/paint.js';
import { plural } from '/ui.js';

/* The emitter appears, and its beams spread. */
function shine(board, before, move) {
    const origin = move.cells[0];
    const appear = [{ transform: 'scale(.2)', opacity: 0 }, { transform: 'none', opacity: 1 }];
    const motions = [pieceAt(board, ...origin).animate(appear, { duration: 180 })];
    for (const [row, column] of move.effect)
        motions.push(board.cells[row][column].firstChild.animate(appear, {
            duration: 180, delay: 80 * distance(origin, [row, column]), fill: 'backwards',
            easing: 'ease-out' }));
    return motions;
}

export const page = {
    turn: () => 'Pick a square for an emitter.',
    unit: 'squares',
    cover: 'beam',
    told: (move) => `places an emitter at ${move.move}`
        + ` and covers ${plural(move.effect.length, 'more square')}`,
    badge: (move) => `+${move.effect.length}`,
    scale: (position) => 2 + position.size * position.size / 6,
    legend: () => [PAINT.coverFirst, PAINT.coverSecond, PAINT.coverBoth, PAINT.block],
    motion: shine,
};
