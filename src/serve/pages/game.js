/* game.js - what the pages know of a game
 *
 * The server tells what every game has: sides, options, brushes, squares and legal moves. The rest
 * are the members of pageOf(name), and no page asks which game it shows. A game's folder may have a
 * module page.js that exports `page`, an object with those members that it wants to be otherwise;
 * a game without one is shown by the plain members below. api.js loads the module before the first
 * position of its game reaches a page.
 */
import { bring } from '/connection.js';
import { given } from '/given.js';
import { plainMotion } from '/motion.js';
import { PAINT } from '/paint.js';
import { capital, h } from '/ui.js';

const PLAIN = {
    /* Words: what the person is to do, what a score counts, the ground that belongs to a side or is
     * covered by it. */
    turn: (position) => (position.legal.some((move) => move.path)
        ? 'Pick a piece, then where it goes.' : 'Pick a square.'),
    stuck: 'There is no square to play.',
    unit: '',
    camp: 'camp',
    cover: 'cover',
    /* A legal move as the end of a sentence that begins with who makes it. */
    told: (move) => (move.cells.length ? `plays ${move.move}` : 'passes'),
    /* What the board writes on a move that is looked at, where a score counts; '' for nothing. */
    badge: (move) => (move.gain > 0 ? `+${move.gain}` : ''),
    /* The paints that are to be explained below the board. */
    legend: (position) => [PAINT.campFirst, PAINT.campSecond, PAINT.coverFirst, PAINT.coverSecond,
        PAINT.coverBoth, PAINT.block].filter((paint) =>
        position.paint.some((row) => row.includes(paint))),
    /* What is added to the words of such a paint, of [name, name]; '' for nothing. */
    goal: () => '',
    /* False if pieces shift between the moves of a line, so that later ones have no place yet. */
    steady: true,
    /* What is drawn over the squares of a position, and besides over those of a move that is
     * looked at: SVG elements whose unit is a square. */
    scene: () => [],
    aim: () => [],
    /* How a move is seen happening (motion.js). */
    motion: plainMotion,
};

const pages = new Map();

export const infoOf = (name) => given.known.games.find((game) => game.name === name);

export const titleOf = (name) => infoOf(name)?.title ?? name;

/* The names of both sides, to begin a sentence. */
export const sidesOf = (name) => infoOf(name).sides.map(capital);

export const pageOf = (name) => pages.get(name) ?? PLAIN;

/* Makes pageOf(name) complete. */
export async function load(name) {
    if (pages.has(name) || !infoOf(name)?.module) return;
    const { page } = await bring(() => import(`/game-${name}.js`));
    pages.set(name, { ...PLAIN, ...page });
}

/* A game's picture, or the first letter of its title where there is none. */
export function icon(name) {
    return h('span', { class: `game-icon icon-${name}`, 'aria-hidden': 'true' },
        capital(titleOf(name)).charAt(0));
}

/* Where a square is, as this game's moves name it. */
export function squareName(position, row, column) {
    if (position.letters) return String.fromCharCode(65 + column) + (row + 1);
    return position.column_first ? `${column},${row}` : `${row},${column}`;
}

/* What is on a square, for those who do not see it. */
export function squareWords({ game, paint, ground }, row, column) {
    const here = paint[row][column];
    const { camp, cover } = pageOf(game);
    const under = ground?.[row][column];
    const named = infoOf(game).brushes?.find((brush) => brush.paint === here);
    if (named) return named.name + (under && here !== PAINT.empty
        ? `, ${camp} of ${sidesOf(game)[under - PAINT.campFirst]}` : '');
    if (here >= PAINT.kind) return `kind ${here - PAINT.kind}`;
    if (here === PAINT.block) return 'block';
    if (here === PAINT.empty) return 'empty';
    if (here === PAINT.coverBoth) return `${cover}s of both`;
    const side = sidesOf(game)[(here - PAINT.first) % 2];
    if (here <= PAINT.second) return `${side} piece`;
    return here <= PAINT.campSecond ? `empty, ${camp} of ${side}` : `${cover} of ${side}`;
}

/* How far a side has come, as its card tells it: [number, unit], both '' if nothing is counted. */
export function standingOf({ game, standing }, side) {
    const [number, ...unit] = standing[side].split(' ');
    if (unit.length) return [number, unit.join(' ')];
    return infoOf(game).counts ? [number, pageOf(game).unit] : ['', ''];
}

/* What the two numbers of a square's name count, in their order; null where names have letters. */
export function axesOf({ letters, column_first: columnFirst }) {
    return letters ? null : columnFirst ? ['x', 'y'] : ['row', 'column'];
}

export function moveOf(position, name) {
    return position.legal.find((move) => move.move === name);
}
