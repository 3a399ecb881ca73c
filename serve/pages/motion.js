/* motion.js - moves that can be seen happening: falling fruit, walking pieces, turning land, beams
 *
 * Only transform and opacity are animated, which the compositor does by itself. The board already
 * shows the position after the move; a motion starts from where things were before. Pieces that
 * leave are shown by ghosts. Nothing moves if the person asked for reduced motion.
 */
import { h, still } from '/ui.js';

const GAMES = { fruit: fall, halma: walk, reversi: turn, laser: shine };

/* The motions of this move, running. */
export function animate(board, before, move, after) {
    if (still() || document.hidden || !move.cells.length) return [];
    return GAMES[after.game](board, before, move, after);
}

const pieceAt = (board, row, column) => board.cells[row][column].lastChild;

/* A copy of a piece as it was, gone when its motion ends. */
function ghost(board, row, column, classes, frames, timing) {
    const { size } = board.position;
    const kind = classes.startsWith('fruit') ? classes.slice(7) : null;
    const element = h('span', { class: 'ghost' }, h('span', { class: classes, 'data-kind': kind }));
    Object.assign(element.style, {
        left: `${column / size * 100}%`, top: `${row / size * 100}%`,
        width: `${100 / size}%`, height: `${100 / size}%`,
    });
    board.ghosts.append(element);
    const motion = element.animate(frames, { fill: 'both', ...timing });
    motion.finished.then(() => element.remove(), () => element.remove());
    return motion;
}

function fall(board, before, move, after) {
    const edge = board.grid.clientHeight / after.size;
    const motions = [];
    const gone = Array.from({ length: after.size }, () => new Set());
    for (const [row, column] of move.effect) {
        gone[column].add(row);
        motions.push(ghost(board, row, column, `fruit k${before.paint[row][column] - 9}`,
            [{ transform: 'none', opacity: 1 }, { transform: 'scale(1.2)', opacity: 1, offset: 0.4 },
                { transform: 'scale(0)', opacity: 0 }], { duration: 220, easing: 'ease-in' }));
    }
    gone.forEach((rows, column) => {
        let drop = 0;
        for (let row = after.size - 1; row >= 0; row--) {
            if (rows.has(row)) drop++;
            else if (drop && before.rows[row][column] !== '*')
                motions.push(pieceAt(board, row + drop, column).animate(
                    [{ transform: `translateY(${-drop * edge}px)` }, { transform: 'none' }],
                    { duration: 130 + 90 * Math.sqrt(drop), delay: 150, fill: 'backwards',
                        easing: 'cubic-bezier(.45, 0, .75, 1.15)' }));
        }
    });
    return motions;
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
    const half = { duration: 130, fill: 'both' };
    for (const [row, column] of move.effect) {
        const delay = 60 * distance(origin, [row, column]);
        motions.push(ghost(board, row, column, `piece side${before.paint[row][column] - 1}`,
            [{ transform: 'none' }, { transform: 'scaleX(0)' }],
            { ...half, delay, easing: 'ease-in' }));
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
