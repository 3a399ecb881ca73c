/* page.js - how the pages show Laser Checkmate (serve/pages/game.js has the members) */
import { distance, pieceAt } from '/motion.js';
import { PAINT } from '/paint.js';
import { plural, svg } from '/ui.js';

const RANGE = 3;
const ASIDE = 0.07; /* beams of both sides along one line lie beside each other */
const AROUND = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

/* The squares that a beam passes from here in this direction. */
function reach(paint, row, column, [down, right]) {
    let steps = 0;
    while (steps < RANGE && (paint[row + (steps + 1) * down]?.[column + (steps + 1) * right]
        ?? PAINT.block) !== PAINT.block) steps++;
    return steps;
}

/* The beams of an emitter: lines from its rim into the last square that they reach. */
function beams({ paint }, row, column, side, more = '') {
    const lines = AROUND.map(([down, right]) => {
        const steps = reach(paint, row, column, [down, right]);
        if (!steps) return '';
        const length = Math.hypot(down, right);
        const turn = (right > 0 || (!right && down > 0) ? 1 : -1) * (side ? ASIDE : -ASIDE) / length;
        const at = (far) => `${column + 0.5 + far * right - turn * down} `
            + `${row + 0.5 + far * down + turn * right}`;
        return `M${at(0.42 / length)}L${at(steps + 0.38)}`;
    });
    return svg('path', { class: `beam of${side} ${more}`, d: lines.join(''),
        'data-at': `${row},${column}` });
}

function scene(position) {
    return position.paint.flatMap((row, y) => row.flatMap((paint, x) =>
        (paint === PAINT.first || paint === PAINT.second
            ? [beams(position, y, x, paint - PAINT.first)] : [])));
}

/* The emitter appears, and its beams spread. */
function shine(board, before, move) {
    const origin = move.cells[0];
    const appear = [{ transform: 'scale(.2)', opacity: 0 }, { transform: 'none', opacity: 1 }];
    const motions = [pieceAt(board, ...origin).animate(appear, { duration: 180 })];
    const beam = board.drawing.element.querySelector(`[data-at="${origin}"]`);
    beam.style.transformOrigin = `${origin[1] + 0.5}px ${origin[0] + 0.5}px`;
    motions.push(beam.animate(appear, { duration: 320, easing: 'ease-out' }));
    for (const [row, column] of move.effect)
        motions.push(board.cells[row][column].firstChild.animate([{ opacity: 0 }, { opacity: 1 }], {
            duration: 180, delay: 80 * distance(origin, [row, column]), fill: 'backwards' }));
    return motions;
}

export const page = {
    turn: () => 'Pick a square for an emitter.',
    unit: 'squares',
    cover: 'beam',
    told: (move) => `places an emitter at ${move.move}`
        + ` and covers ${plural(move.effect.length, 'more square')}`,
    badge: (move) => `+${move.effect.length}`,
    legend: () => [PAINT.coverFirst, PAINT.coverSecond, PAINT.coverBoth, PAINT.block],
    scene,
    aim: ({ cells: [[row, column]] }, position) =>
        [beams(position, row, column, position.side, 'planned')],
    motion: shine,
};
