/* words.js - the games in words, for people
 *
 * The server knows the rules; this table knows how to talk about them.
 */
import { plural } from '/ui.js';

export const PAINT = {
    empty: 0, first: 1, second: 2, campFirst: 3, campSecond: 4,
    coverFirst: 5, coverSecond: 6, coverBoth: 7, block: 8, kind: 9,
};

export const FRUITS = ['cherry', 'blueberry', 'lemon', 'pear', 'orange', 'grape', 'strawberry',
    'banana', 'kiwi', 'melon'];

/* Row lengths of Halma's corner, from the corner on. */
const CORNER = [5, 5, 4, 3, 2];
const inCorner = (row, column) => row < 5 && column < CORNER[row];

/* How many of a side's nineteen pieces have arrived. */
export function arrived(position, side) {
    const glyph = 'BW'[side];
    const goal = side === 0 ? (row, column) => inCorner(15 - row, 15 - column) : inCorner;
    let count = 0;
    position.rows.forEach((cells, row) => [...cells].forEach((cell, column) => {
        if (cell === glyph && goal(row, column)) count++;
    }));
    return count;
}

export const WORDS = {
    fruit: {
        goal: 'Take groups of equal fruit. A group of 5 earns 5 × 5 points, and all above falls.',
        turn: 'Pick a group of equal fruit.',
        unit: 'points',
        sides: ['First', 'Second'],
        told: (move) => `takes ${plural(move.effect.length, 'fruit')} at ${move.move}`
            + ` for ${plural(move.gain, 'point')}`,
        badge: (move) => `+${move.gain}`,
        scale: (position) => 8 + position.size * position.size * 0.6,
    },
    halma: {
        goal: 'Bring all your pieces to the opposite corner. Step, or jump over pieces in chains.',
        turn: 'Pick a piece, then where it goes.',
        unit: 'of 19',
        sides: ['Black', 'White'],
        twoSteps: true,
        told: (move) => `moves ${move.move.replace('-', ' to ')}`
            + (jumps(move) > 1 ? ` in ${jumps(move)} jumps` : ''),
        badge: () => '',
        scale: () => 40,
    },
    reversi: {
        goal: 'Claim land. All rival land between your new square and your old ones becomes yours.',
        turn: 'Claim a marked square.',
        unit: 'land',
        sides: ['First', 'Second'],
        told: (move) => (move.cells.length
            ? `claims ${move.move} and turns ${move.effect.length}` : 'passes'),
        badge: (move) => `+${move.effect.length + 1}`,
        scale: (position) => position.size * position.size / 4,
    },
    laser: {
        goal: 'Place emitters where no beam shines. Cover more squares than the other.',
        turn: 'Pick a square for an emitter.',
        unit: 'squares',
        sides: ['First', 'Second'],
        told: (move) => `places an emitter at ${move.move}`
            + ` and covers ${plural(move.effect.length, 'more square')}`,
        badge: (move) => `+${move.effect.length}`,
        scale: (position) => 2 + position.size * position.size / 6,
    },
};

/* The games in the order above, the easiest first. */
export function inOrder(games) {
    const order = Object.keys(WORDS);
    return [...games].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

const jumps = (move) => {
    if (!move.path || move.path.length < 2) return 0;
    const [[r, c], [y, x]] = move.path;
    return Math.max(Math.abs(r - y), Math.abs(c - x)) > 1 ? move.path.length - 1 : 0;
};

export const RULES = {
    default: 'as the course says',
    addendum: 'with the later addendum',
    bidding: 'ends when a side has no claim',
    othello: 'who cannot move passes',
};

/* Where a square is, as this game's moves name it. */
export function squareName(position, row, column) {
    if (position.letters) return String.fromCharCode(65 + column) + (row + 1);
    if (position.game === 'halma') return `${column},${row}`;
    return `${row},${column}`;
}

const GROUND = {
    [PAINT.empty]: 'empty',
    [PAINT.campFirst]: 'empty, corner of Black',
    [PAINT.campSecond]: 'empty, corner of White',
    [PAINT.coverFirst]: 'beam of First',
    [PAINT.coverSecond]: 'beam of Second',
    [PAINT.coverBoth]: 'beams of both',
    [PAINT.block]: 'block',
};

const PIECE = { fruit: '', halma: 'piece', reversi: 'land', laser: 'emitter' };

export function squareWords(position, row, column) {
    const paint = position.paint[row][column];
    if (paint >= PAINT.kind) return FRUITS[paint - PAINT.kind];
    if (paint === PAINT.first || paint === PAINT.second)
        return `${WORDS[position.game].sides[paint - 1]} ${PIECE[position.game]}`;
    return GROUND[paint] ?? 'empty';
}

/* The score as a side's card shows it. */
export function scoreOf(position, side) {
    return position.game === 'halma' ? arrived(position, side) : position.score[side];
}

export function moveOf(position, name) {
    return position.legal.find((move) => move.move === name);
}
