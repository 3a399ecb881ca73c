/* game.js - what the pages know of a game
 *
 * The server gives what every game has: sides, options, brushes, squares and legal moves.
 * Everything else is a member of pageOf(name), so that no page asks which game it shows. A game's
 * folder may have a module page.js that exports `page`, an object with the members that it
 * overrides; the defaults are below. api.js loads the module before the first position of its game
 * reaches a page.
 */
import { bring } from '/connection.js';
import { given } from '/given.js';
import { plainMotion } from '/motion.js';
import { PAINT } from '/paint.js';
import { capital, h } from '/ui.js';

const PLAIN = {
    /* Texts: what the person should do, what the score counts, the name of a side's own ground and
     * of ground that it covers. */
    turn: (position) => (position.legal.some((move) => move.path)
        ? 'Pick a piece, then where it goes.' : 'Pick a square.'),
    stuck: 'There is no square to play.',
    unit: '',
    camp: 'camp',
    cover: 'cover',
    /* A legal move as the end of a sentence whose subject is the mover. */
    told: (move) => (move.cells.length ? `plays ${move.move}` : 'passes'),
    /* The label of a previewed move on the board, where a score counts; '' for none. */
    badge: (move) => (move.gain > 0 ? `+${move.gain}` : ''),
    /* The paints that the legend explains. */
    legend: (position) => [PAINT.campFirst, PAINT.campSecond, PAINT.coverFirst, PAINT.coverSecond,
        PAINT.coverBoth, PAINT.block].filter((paint) =>
        position.paint.some((row) => row.includes(paint))),
    /* An addition to the legend's text of such a paint; takes [name, name]; '' for none. */
    goal: () => '',
    /* False if pieces shift between the moves of a line, so that later moves have no square yet. */
    steady: true,
    /* Drawings over the squares of a position, and over those of a previewed move: SVG elements
     * whose unit is a square. */
    scene: () => [],
    aim: () => [],
    /* The animation of a move (motion.js). */
    motion: plainMotion,
};

const pages = new Map();

export const infoOf = (name) => given.known.games.find((game) => game.name === name);

export const titleOf = (name) => infoOf(name)?.title ?? name;

/* The names of both sides, capitalized. */
export const sidesOf = (name) => infoOf(name).sides.map(capital);

export const pageOf = (name) => pages.get(name) ?? PLAIN;

/* Loads the game's module, so that pageOf(name) is complete. */
export async function load(name) {
    if (pages.has(name) || !infoOf(name)?.module) return;
    const { page } = await bring(() => import(`/game-${name}.js`));
    pages.set(name, { ...PLAIN, ...page });
}

/* A game's icon, or the first letter of its title if it has none. */
export function icon(name) {
    return h('span', { class: `game-icon icon-${name}`, 'aria-hidden': 'true' },
        capital(titleOf(name)).charAt(0));
}

/* A square's coordinates in the notation of this game's moves. */
export function squareName(position, row, column) {
    if (position.letters) return String.fromCharCode(65 + column) + (row + 1);
    return position.column_first ? `${column},${row}` : `${row},${column}`;
}

/* The content of a square, for screen readers. */
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

/* A side's standing on its player card: [number, unit], both '' if the game counts nothing. */
export function standingOf({ game, standing }, side) {
    const [number, ...unit] = standing[side].split(' ');
    if (unit.length) return [number, unit.join(' ')];
    return infoOf(game).counts ? [number, pageOf(game).unit] : ['', ''];
}

/* What the two numbers of a square's name count, in order; null where names have letters. */
export function axesOf({ letters, column_first: columnFirst }) {
    return letters ? null : columnFirst ? ['x', 'y'] : ['row', 'column'];
}

export function moveOf(position, name) {
    return position.legal.find((move) => move.move === name);
}
