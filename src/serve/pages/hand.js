/* hand.js - dragging a piece by mouse, pen or finger
 *
 * A press on a movable piece is a click until the pointer has moved some pixels. Then a copy of the
 * piece follows the pointer and is dropped where the pointer is released. Only squares of such
 * pieces keep a finger from scrolling the page (.grab in style.css).
 */
import { h } from '/ui.js';
import { dress } from '/paint.js';

const SLACK = { mouse: 4, touch: 9 }; /* pixels that a click may move */

export class Hand {
    constructor(board) {
        this.board = board;
        this.press = null; /* place and square of the press */
        this.ghost = null; /* the dragged copy, if any */
        this.during = null; /* removes page-wide listeners: a fast pointer leaves the board */
        board.grid.addEventListener('pointerdown', (event) => this.down(event));
    }

    holds() {
        return this.ghost !== null;
    }

    down(event) {
        const cell = event.target.closest('.cell.grab');
        this.drop();
        if (!cell || event.button || this.board.painting) return;
        this.press = { x: event.clientX, y: event.clientY, id: event.pointerId, cell };
        this.during = new AbortController();
        const { signal } = this.during;
        document.addEventListener('pointermove', (moved) => this.move(moved), { signal });
        document.addEventListener('pointerup', (ended) => this.up(ended), { signal });
        document.addEventListener('pointercancel', () => this.drop(), { signal });
    }

    move(event) {
        const { press } = this;
        if (!press || event.pointerId !== press.id) return;
        const gone = Math.hypot(event.clientX - press.x, event.clientY - press.y);
        if (!this.ghost && gone > (SLACK[event.pointerType] ?? SLACK.touch)) this.lift(press);
        if (!this.ghost) return;
        const { left, top } = this.board.stack.getBoundingClientRect();
        this.ghost.style.transform =
            `translate(${event.clientX - left}px, ${event.clientY - top}px)`;
        const under = this.under(event);
        this.board.preview(under?.row ?? -1, under?.column ?? -1);
    }

    lift({ id, cell }) {
        const { board } = this;
        board.grid.setPointerCapture(id);
        board.goTo(cell.row, cell.column);
        board.pick(cell.row * 64 + cell.column);
        cell.classList.add('lifted');
        this.ghost = h('span', { class: 'held' }, dress(h('span'), cell.lastChild.className));
        board.ghosts.append(this.ghost);
    }

    /* The square at a point of the screen. */
    under({ clientX, clientY }) {
        const { stack, position, cells } = this.board;
        const { left, top, width } = stack.getBoundingClientRect();
        const at = (from, to) => Math.floor((to - from) / width * position.size);
        return cells[at(top, clientY)]?.[at(left, clientX)];
    }

    up(event) {
        const { board, press } = this;
        if (!press || event.pointerId !== press.id) return;
        const held = this.holds();
        const to = held && this.under(event);
        this.drop();
        if (held && !to) return board.pick(null);
        if (!to || to === press.cell) return;
        board.dropped = Boolean(board.moveAt(to.row, to.column));
        board.choose(to.row, to.column);
    }

    /* Ends the drag without a move. */
    drop() {
        this.press?.cell.classList.remove('lifted');
        this.during?.abort();
        this.ghost?.remove();
        this.press = this.ghost = null;
    }
}
