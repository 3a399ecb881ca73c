/* page.js - how the pages show Fruit Rage (serve/pages/game.js has the members) */
import { ghosts, hideUntil, pieceAt, pieceOf } from '/motion.js';
import { PAINT } from '/paint.js';
import { plural } from '/ui.js';

/* The fruits that fall, by how far. */
function falling(before, move) {
    const { size } = before;
    const gone = new Set(move.effect.map(([row, column]) => row * size + column));
    const groups = new Map();
    for (let column = 0; column < size; column++) {
        let drop = 0;
        for (let row = size - 1; row >= 0; row--) {
            if (gone.has(row * size + column)) drop++;
            else if (drop && before.paint[row][column] !== PAINT.empty)
                groups.set(drop, [...groups.get(drop) ?? [], [row, column]]);
        }
    }
    return groups;
}

/* The group goes, and what was above it falls. */
function fall(board, before, move, after) {
    const { size } = after;
    const edge = board.grid.clientHeight / size;
    const fruit = ([row, column]) => [row, column, pieceOf(before, row, column)];
    const middle = [1, 0].map((i) => move.effect.reduce((sum, cell) => sum + cell[i] + 0.5, 0)
        / move.effect.length / size * 100);
    const motions = [ghosts(board, move.effect.map(fruit),
        [{ transform: 'none', opacity: 1 }, { transform: 'scale(1.05)', opacity: 1, offset: 0.4 },
            { transform: 'scale(.3)', opacity: 0 }], { duration: 240, easing: 'ease-in' },
        middle.map((part) => `${part}%`).join(' '))];
    for (const [drop, pieces] of falling(before, move)) {
        const motion = ghosts(board, pieces.map(fruit),
            [{ transform: 'none' }, { transform: `translateY(${drop * edge}px)` }],
            { duration: 130 + 90 * Math.sqrt(drop), delay: 160,
                easing: 'cubic-bezier(.45, 0, .75, 1.1)' });
        hideUntil(motion, pieces.map(([row, column]) => pieceAt(board, row + drop, column)));
        motions.push(motion);
    }
    return motions;
}

export const page = {
    turn: () => 'Pick a group of equal fruit.',
    unit: 'points',
    told: (move) => `takes ${plural(move.effect.length, 'fruit')} at ${move.move}`
        + ` for ${plural(move.gain, 'point')}`,
    steady: false,
    motion: fall,
};
