/* motion.js - moves that can be seen happening: falling fruit, walking pieces, turning land, beams
 *
 * Only transform and opacity are animated, which the compositor does by itself. The board already
 * shows the position after the move; a motion starts from where things were before. Pieces that
 * leave are shown by ghosts. Nothing moves if the person asked for reduced motion.
 */
import { h, still } from '/ui.js';
import { PAINT } from '/words.js';

const GAMES = { fruit: fall, halma: walk, reversi: turn, laser: shine };

/* The motions of this move, running. */
export function animate(board, before, move, after) {
    if (still() || document.hidden || !move.cells.length) return [];
    return GAMES[after.game](board, before, move, after);
}

const pieceAt = (board, row, column) => board.cells[row][column].lastChild;

/* Copies of pieces, [row, column, classes] each, in one element that moves as a whole: however many
 * there are, the compositor has one layer to move. It is gone when its motion ends. */
function ghosts(board, pieces, frames, timing, origin = '50% 50%') {
    const { size } = board.position;
    const part = (count) => `${count / size * 100}%`;
    const element = h('div', { class: 'ghost' }, pieces.map(([row, column, classes]) => {
        const kind = classes.startsWith('fruit') ? classes.slice(7) : null;
        const square = h('span', {}, h('span', { class: classes, 'data-kind': kind }));
        Object.assign(square.style, { left: part(column), top: part(row), width: part(1),
            height: part(1) });
        return square;
    }));
    element.style.transformOrigin = origin;
    board.ghosts.append(element);
    const motion = element.animate(frames, { fill: 'both', ...timing });
    motion.finished.then(() => element.remove(), () => element.remove());
    return motion;
}

/* What the eye follows is the copy; the piece itself stays hidden until its copy has arrived. */
function hideUntil(motion, elements) {
    for (const element of elements) element.style.visibility = 'hidden';
    const show = () => { for (const element of elements) element.style.visibility = ''; };
    motion.finished.then(show, show);
}

function fall(board, before, move, after) {
    const { size } = after;
    const edge = board.grid.clientHeight / size;
    const fruit = ([row, column]) =>
        [row, column, `fruit k${before.paint[row][column] - PAINT.kind}`];
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

function walk(board, before, move, after) {
    const edge = board.grid.clientHeight / after.size;
    const path = move.path ?? move.cells;
    const [row, column] = path.at(-1);
    const frames = path.map(([y, x]) => ({
        transform: `translate(${(x - column) * edge}px, ${(y - row) * edge}px)`,
        easing: 'ease-in-out',
    }));
    const duration = Math.min(1200, 120 + 170 * (path.length - 1));
    const cell = board.cells[row][column];
    cell.classList.add('above');
    const motion = pieceAt(board, row, column).animate(frames, { duration });
    const down = () => cell.classList.remove('above');
    motion.finished.then(down, down);
    return [motion];
}

const distance = ([row, column], [y, x]) => Math.max(Math.abs(row - y), Math.abs(column - x));

function turn(board, before, move) {
    const origin = move.cells[0];
    const appear = [{ transform: 'scale(.3)', opacity: 0 }, { transform: 'none', opacity: 1 }];
    const motions = [pieceAt(board, ...origin).animate(appear, { duration: 160 })];
    for (const [row, column] of move.effect) {
        const delay = 60 * distance(origin, [row, column]);
        const old = `piece side${before.paint[row][column] - PAINT.first}`;
        motions.push(ghosts(board, [[row, column, old]],
            [{ transform: 'none' }, { transform: 'scaleX(0)' }],
            { duration: 130, delay, easing: 'ease-in' },
            `${(column + 0.5) / board.position.size * 100}% 50%`));
        motions.push(pieceAt(board, row, column).animate(
            [{ transform: 'scaleX(0)' }, { transform: 'none' }],
            { duration: 130, delay: delay + 130, fill: 'backwards', easing: 'ease-out' }));
    }
    return motions;
}

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
