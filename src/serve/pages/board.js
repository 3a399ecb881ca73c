/* board.js - a board that shows a position and lets a person choose a legal move
 *
 * It is an ARIA grid: one square is in the tab order, the arrow keys move the focus, Enter or Space
 * chooses. Pointer and focus both preview a move. After a click the arrow keys belong to the page,
 * which steps through the moves (keys.js). The squares stay in the document from move to move and
 * only differences are updated, so that large boards stay fast.
 *
 * Two layers that receive no pointer events lie over the squares: drawings (drawing.js), and the
 * ghosts of pieces that leave (motion.js) or are dragged (hand.js).
 */
import { announce, h } from '/ui.js';
import { axesOf, pageOf, squareName, squareWords } from '/game.js';
import { Drawing } from '/drawing.js';
import { Hand } from '/hand.js';
import { animate } from '/motion.js';
import { dress, look } from '/paint.js';
import { sound } from '/sound.js';

const STEPS = {
    ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    PageUp: [-99, 0], PageDown: [99, 0], Home: [0, -99], End: [0, 99],
};

const REST = 400; /* milliseconds of a long press */

/* The number of a square. */
const key = ([row, column]) => row * 64 + column;

export class Board {
    /* onmove(move) gets the chosen legal move. onrefuse(squares) gets one or two chosen squares,
     * [row, column] each, that make no move. onpaint(row, column) gets a touched square while the
     * board is being set up. */
    constructor({ label, onmove, onrefuse, onpaint }) {
        Object.assign(this, { onmove, onrefuse, onpaint });
        this.grid = h('div', { class: 'board', role: 'grid', 'aria-label': label,
            'aria-description': 'Arrow keys move, Enter chooses, n goes to the next move.' });
        this.files = h('div', { class: 'files', 'aria-hidden': 'true' });
        this.ranks = h('div', { class: 'ranks', 'aria-hidden': 'true' });
        this.ghosts = h('div', { class: 'ghosts', 'aria-hidden': 'true' });
        this.drawing = new Drawing();
        this.corner = h('div', { class: 'corner', 'aria-hidden': 'true' });
        this.stack = h('div', { class: 'stack' }, this.grid, this.drawing.element, this.ghosts);
        this.element = h('div', { class: 'frame' }, this.corner, this.files, this.ranks,
            this.stack);
        this.position = null;
        this.active = false;
        this.painting = false;
        this.held = null; /* a move that was made and waits for its position */
        this.chosen = null; /* the first square, where a move takes two */
        this.at = [0, 0];
        this.moving = [];
        this.peeked = false; /* the last touch was a long press, not a tap */
        this.byPointer = false; /* the focus came by a click */
        this.dropped = false; /* the next move was dragged and needs no animation */
        this.listen();
        this.hand = new Hand(this);
    }

    listen() {
        const square = (event) => event.target.closest?.('.cell');
        this.grid.addEventListener('click', (event) => {
            const cell = square(event);
            const { peeked } = this;
            this.peeked = false;
            if (!cell || this.painting || peeked) return;
            this.goTo(cell.row, cell.column);
            this.choose(cell.row, cell.column);
        });
        this.grid.addEventListener('keydown', (event) => this.key(event));
        this.grid.addEventListener('focusin', (event) => {
            const cell = square(event);
            if (!cell) return;
            this.goTo(cell.row, cell.column);
            this.byPointer = !cell.matches(':focus-visible');
            if (!this.byPointer) this.preview(cell.row, cell.column);
        });
        this.grid.addEventListener('pointerdown', () => { this.byPointer = true; });
        this.grid.addEventListener('pointerover', (event) => {
            const cell = square(event);
            if (cell && event.pointerType !== 'touch' && !this.hand.holds())
                this.preview(cell.row, cell.column);
        });
        for (const name of ['focusout', 'pointerleave'])
            this.grid.addEventListener(name, () => {
                if (!this.peeked) this.preview(-1, -1);
            });
        this.grid.addEventListener('pointerdown', (event) => this.press(event, square(event)));
        for (const name of ['pointerup', 'pointercancel'])
            this.grid.addEventListener(name, () => clearTimeout(this.pressing));
        this.grid.addEventListener('contextmenu', (event) => {
            if (this.peeked) event.preventDefault();
        });
        for (const name of ['pointerdown', 'pointermove'])
            this.grid.addEventListener(name, (event) => this.brush(event));
    }

    /* A long press previews the move on a square and does not play it. */
    press({ pointerType }, cell) {
        clearTimeout(this.pressing);
        this.peeked = false;
        if (pointerType !== 'touch' || !cell) return;
        this.preview(-1, -1);
        this.pressing = setTimeout(() => {
            if (!this.active || this.hand.holds() || !this.moveAt(cell.row, cell.column)) return;
            this.peeked = true;
            this.preview(cell.row, cell.column);
        }, REST);
    }

    /* While the board is being set up, a pressed pointer paints every square that it passes. */
    brush(event) {
        if (!this.painting || !(event.buttons & 1)) return;
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const cell = under?.closest('.cell');
        if (cell && this.grid.contains(cell)) this.onpaint?.(cell.row, cell.column);
        if (event.type === 'pointerdown') this.grid.releasePointerCapture?.(event.pointerId);
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = STEPS[event.key];
        const [row, column] = this.at;
        if (step) {
            if (this.byPointer) return;
            const edge = this.position.size - 1;
            this.goTo(Math.min(edge, Math.max(0, row + step[0])),
                Math.min(edge, Math.max(0, column + step[1])), true);
        } else if (event.key === 'Enter' || event.key === ' ') {
            if (this.painting) this.onpaint?.(row, column);
            else this.choose(row, column);
        } else if (event.key === 'Escape' && this.chosen) {
            this.pick(null);
        } else if (event.key === 'n' || event.key === 'p') {
            this.goToLegal(event.key === 'n' ? 1 : -1);
        } else {
            return;
        }
        event.preventDefault();
    }

    /* Focuses the next square that can be chosen. */
    goToLegal(direction) {
        const { size } = this.position;
        const from = this.at[0] * size + this.at[1];
        for (let i = 1; i <= size * size; i++) {
            const next = (from + direction * i + 2 * size * size) % (size * size);
            const row = Math.floor(next / size);
            if (this.cells[row][next % size].classList.contains('can'))
                return this.goTo(row, next % size, true);
        }
    }

    goTo(row, column, focus = false) {
        this.cells[this.at[0]]?.[this.at[1]]?.setAttribute('tabindex', '-1');
        this.at = [row, column];
        this.cells[row][column].setAttribute('tabindex', '0');
        if (!focus) return;
        this.byPointer = false;
        this.cells[row][column].focus();
    }

    /* Shows a position. active: the person may move. moved: the move that leads from the shown
     * position to this one; it is animated. Resolves when all animations have ended. */
    show(position, { active = false, moved = null } = {}) {
        this.rest();
        this.unsay();
        this.hand.drop();
        this.element.removeAttribute('aria-busy');
        const before = this.position;
        if (!before || before.size !== position.size || before.game !== position.game)
            this.build(position);
        this.position = position;
        this.active = active && !position.over;
        this.chosen = this.held = null;
        this.index();
        this.paint();
        this.drawing.clear();
        this.preview(-1, -1);
        if (!this.byPointer && this.grid.contains(document.activeElement)) this.point(...this.at);
        this.drawing.scene(position);
        this.drawing.last(position);
        const { dropped } = this;
        this.dropped = false;
        this.moving = moved && before && !dropped
            ? animate(pageOf(position.game).motion, this, before, moved, position) : [];
        return Promise.allSettled(this.moving.map((motion) => motion.finished));
    }

    /* Accepts no moves until the next position is shown. */
    wait() {
        this.active = false;
        this.element.setAttribute('aria-busy', 'true');
    }

    /* Shows a move until the next position is shown. */
    hold(move) {
        this.held = move;
        this.preview(-1, -1);
    }

    /* Ends all animations at once. */
    rest() {
        for (const motion of this.moving) motion.finish();
        this.moving = [];
        this.ghosts.replaceChildren();
    }

    build(position) {
        const { size } = position;
        const range = Array.from({ length: size }, (_, i) => i);
        this.element.dataset.game = position.game;
        this.element.style.setProperty('--n', size);
        this.element.classList.toggle('large', size > 16);
        this.grid.setAttribute('aria-rowcount', size);
        this.grid.setAttribute('aria-colcount', size);
        const square = h('div', { class: 'cell', role: 'gridcell', tabindex: '-1' },
            h('span', { class: 'ground' }), h('span'));
        this.cells = range.map((row) => range.map((column) =>
            Object.assign(square.cloneNode(true), { row, column, shown: '' })));
        this.grid.replaceChildren(...this.cells.map((row) => h('div', { role: 'row' }, row)));
        const names = (of) => range.map((i) => h('span', {}, of(i)));
        this.files.replaceChildren(...names((i) => position.letters
            ? String.fromCharCode(65 + i) : String(i)));
        this.ranks.replaceChildren(...names((i) => String(position.letters ? i + 1 : i)));
        const [down, right] = position.column_first ? ['y', 'x'] : ['row', 'col'];
        this.corner.replaceChildren(...axesOf(position)
            ? [h('span', {}, right, h('i', {}, '\u2192')), h('span', {}, down, h('i', {}, '\u2193'))]
            : []);
        this.drawing.size(size);
        this.at = [size >> 1, size >> 1];
        this.goTo(...this.at);
    }

    /* Indexes the legal moves by the squares that choose them. A move with a path takes two
     * squares, its start and its goal; so does a move whose square belongs to another move as
     * well. */
    index() {
        this.moves = new Map();
        this.targets = new Map();
        const touching = new Map();
        const enter = (map, square, make) => {
            if (!map.has(square)) map.set(square, make());
            return map.get(square);
        };
        const aim = (from, to, move) => enter(this.targets, from, () => new Map()).set(to, move);
        for (const move of this.position.legal) {
            if (move.path) aim(key(move.cells[0]), key(move.cells.at(-1)), move);
            else for (const cell of move.cells) enter(touching, key(cell), () => []).push(move);
        }
        for (const [square, moves] of touching) {
            if (moves.length === 1) this.moves.set(square, moves[0]);
            else for (const move of moves) for (const cell of move.cells)
                if (key(cell) !== square || move.cells.length === 1) aim(square, key(cell), move);
        }
    }

    moveAt(row, column) {
        const square = row * 64 + column;
        return this.chosen === null ? this.moves.get(square)
            : this.targets.get(this.chosen)?.get(square);
    }

    paint() {
        for (const row of this.cells) for (const cell of row) this.paintSquare(cell);
    }

    paintSquare(cell) {
        const { position } = this;
        const [ground, piece] = look(position.paint[cell.row][cell.column],
            position.ground?.[cell.row][cell.column]);
        const square = cell.row * 64 + cell.column;
        const move = this.moveAt(cell.row, cell.column);
        const movable = this.active && (Boolean(move) || this.targets.has(square));
        const classes = `cell ${ground}${movable ? ' can' : ''}`
            + (this.active && move && !piece ? ' dot' : '')
            + (this.active && piece && this.targets.has(square) ? ' grab' : '')
            + (this.chosen === square ? ' chosen' : '');
        const words = this.squareLabel(cell, move);
        const shown = `${classes}|${piece}|${words}`;
        if (shown === cell.shown) return;
        cell.shown = shown;
        cell.className = classes;
        dress(cell.lastChild, piece);
        cell.setAttribute('aria-label', words);
        if (this.chosen === square) cell.setAttribute('aria-selected', 'true');
        else cell.removeAttribute('aria-selected');
    }

    squareLabel({ row, column }, move) {
        const { position } = this;
        const words = `${squareName(position, row, column)}, ${squareWords(position, row, column)}`;
        if (!this.active) return words;
        if (move) return `${words}; ${pageOf(position.game).told(move)}`;
        const targets = this.chosen === null && this.targets.get(row * 64 + column);
        return targets ? `${words}; ${targets.size} moves` : words;
    }

    /* Previews the move of the square under the pointer or the focus. */
    preview(row, column) {
        if (!this.position) return;
        this.point(row, column);
        this.drawing.preview(null);
        for (const cell of this.grid.querySelectorAll('.will'))
            cell.classList.remove('will', 'will0', 'will1');
        if (this.held) return this.previewMove(this.held);
        if (!this.active || this.painting) return;
        const move = row < 0 ? null : this.moveAt(row, column);
        const piece = this.chosen ?? (row < 0 ? null : row * 64 + column);
        if (move) this.previewMove(move);
        else if (this.targets.has(piece))
            this.drawing.reach([...this.targets.get(piece).values()]);
    }

    /* Highlights the square's coordinates on the axes. */
    point(row, column) {
        for (const label of this.element.querySelectorAll('.here')) label.classList.remove('here');
        this.ranks.children[row]?.classList.add('here');
        this.files.children[column]?.classList.add('here');
    }

    previewMove(move) {
        this.drawing.preview(move, this.position);
        const own = new Set(move.cells.map(key));
        if (move.effect.every((cell) => own.has(key(cell)))) return; /* their border is drawn */
        for (const [row, column] of move.effect)
            this.cells[row][column].classList.add('will', `will${this.position.side}`);
    }

    choose(row, column) {
        this.unsay();
        const move = this.moveAt(row, column);
        const square = row * 64 + column;
        if (!this.active) {
            this.onrefuse?.([[row, column]]);
        } else if (move) {
            this.active = false;
            this.preview(-1, -1);
            this.onmove?.(move);
        } else if (square === this.chosen) {
            this.pick(null);
        } else if (this.targets.has(square)) {
            this.pick(square);
        } else {
            const from = this.chosen === null ? [] : [[this.chosen >> 6, this.chosen & 63]];
            this.onrefuse?.([...from, [row, column]]);
        }
    }

    /* Explains below the board why squares make no move, until the person tries something else. */
    refuse(words) {
        sound('no');
        announce(words);
        const note = h('p', { class: 'bubble' }, words);
        this.unsay();
        this.stack.append(note);
        setTimeout(() => note.remove(), 6000);
    }

    unsay() {
        this.stack.querySelector('.bubble')?.remove();
    }

    pick(square) {
        this.chosen = square;
        this.paint();
        this.drawing.preview(null);
        if (square !== null) this.drawing.reach([...this.targets.get(square).values()]);
    }

    /* Draws moves, best first: [{move, rank, proven}]. */
    suggest(list) {
        this.unsay();
        this.drawing.suggest(list);
    }

    /* Numbers the moves of a line on the board. squares: the squares of each move. */
    line(squares) {
        this.drawing.line(squares, this.position);
    }

    setPainting(on) {
        this.painting = on;
        this.element.classList.toggle('painting', on);
        this.preview(-1, -1);
    }

    focus() {
        this.cells[this.at[0]][this.at[1]].focus();
    }
}
