/* page.js - how the pages show Halma (serve/pages/game.js has the members) */
import { outline } from '/drawing.js';
import { PAINT } from '/paint.js';
import { svg } from '/ui.js';

function jumps(move) {
    if (!move.path || move.path.length < 2) return 0;
    const [[r, c], [y, x]] = move.path;
    return Math.max(Math.abs(r - y), Math.abs(c - x)) > 1 ? move.path.length - 1 : 0;
}

/* The border of each camp, in the colours of the side that must reach it. */
function scene({ ground }) {
    const camp = (paint) => ground.flatMap((row, y) =>
        row.flatMap((here, x) => (here === paint ? [[y, x]] : [])));
    return [PAINT.campFirst, PAINT.campSecond].flatMap((paint, owner) =>
        ['under', ''].map((more) => svg('path', { class: `camp of${1 - owner} ${more}`,
            d: outline(camp(paint)) })));
}

const has = (name) => (name === 'You' ? 'you have' : `${name} has`);

export const page = {
    camp: 'camp',
    told: (move) => `moves ${move.move.replace('-', ' to ')}`
        + (jumps(move) > 1 ? ` in ${jumps(move)} jumps` : ''),
    legend: () => [PAINT.campFirst, PAINT.campSecond],
    goal: (paint, names) => `, which ${has(names[PAINT.campSecond - paint])} to fill`,
    scene,
};
