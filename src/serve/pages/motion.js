/* motion.js - animated moves
 *
 * Only transform and opacity are animated, because the compositor animates those without layout.
 * The board already shows the position after the move; an animation starts from the previous
 * places. Ghosts stand for pieces that leave. Nothing is animated if the person prefers reduced
 * motion.
 *
 * A motion is a function (board, before, move, after) that returns the animations it has started.
 */
import { h, still } from '/ui.js';
import { dress, look } from '/paint.js';

/* Starts the animations of this move and returns them. */
export function animate(motion, board, before, move, after) {
    if (still() || document.hidden || !move.cells.length) return [];
    return motion(board, before, move, after);
}

export const pieceAt = (board, row, column) => board.cells[row][column].lastChild;

export const pieceOf = (position, row, column) => look(position.paint[row][column])[1];

export const distance = ([row, column], [y, x]) => Math.max(Math.abs(row - y), Math.abs(column - x));

/* Copies of pieces, [row, column, classes] each, in one element that moves as a whole, so the
 * compositor has one layer for any number of pieces. The element is removed when its animation
 * ends. */
export function ghosts(board, pieces, frames, timing, origin = '50% 50%') {
    const { size } = board.position;
    const part = (count) => `${count / size * 100}%`;
    const element = h('div', { class: 'ghost' }, pieces.map(([row, column, classes]) => {
        const square = h('span', {}, dress(h('span'), classes));
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

/* Hides the pieces themselves until the motion of their copies has ended, so that only the copies
 * are seen. */
export function hideUntil(motion, elements) {
    for (const element of elements) element.style.visibility = 'hidden';
    const show = () => { for (const element of elements) element.style.visibility = ''; };
    motion.finished.then(show, show);
}

/* Moves a piece along its path. */
function walk(board, { path }, { size }) {
    const edge = board.grid.clientHeight / size;
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

/* Fades in new pieces and fades out removed ones. */
function change(board, before, after) {
    const squares = after.paint.flatMap((paints, row) => paints.flatMap((paint, column) =>
        (paint === before.paint[row][column] ? [] : [[row, column]])));
    const gone = squares.map(([row, column]) => [row, column, pieceOf(before, row, column)])
        .filter(([, , piece]) => piece);
    const appear = [{ transform: 'scale(.3)', opacity: 0 }, { transform: 'none', opacity: 1 }];
    return [ghosts(board, gone, [{ opacity: 1 }, { opacity: 0 }], { duration: 160 }),
        ...squares.flatMap(([row, column]) => [...board.cells[row][column].children]
            .map((part) => part.animate(appear, { duration: 160 })))];
}

/* The motion of games without their own. */
export function plainMotion(board, before, move, after) {
    return move.path?.length > 1 ? walk(board, move, after) : change(board, before, after);
}
