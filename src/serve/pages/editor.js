/* editor.js - sets up a board by hand; the server makes its position file */
import * as api from '/api.js';
import { infoOf, sidesOf } from '/game.js';
import { dress, look } from '/paint.js';
import { button, field, h, select } from '/ui.js';

const PAUSE = 250; /* milliseconds to debounce, because a brush stroke is many touches */

export class Editor {
    /* touched() is called at every touch. changed(text) gets the position file once the touches
     * pause (debounce). */
    constructor(board, { touched, changed }) {
        Object.assign(this, { board, touched, changed });
        this.element = h('div', { class: 'editor', hidden: true });
        this.waiting = null;
        this.turn = 0;
        board.onpaint = (row, column) => this.paint(row, column);
    }

    /* Starts from a line without moves, and its position. */
    begin(line, position) {
        this.line = line;
        this.brushes = infoOf(position.game).brushes;
        this.side = position.side;
        this.cells = position.paint.map((row) => row.map((paint) =>
            Math.max(0, this.brushes.findIndex((brush) => brush.paint === paint))));
        this.shown = position;
        this.brush = 1;
        this.layOut();
        this.element.hidden = false;
        this.board.setPainting(true);
    }

    end() {
        this.drop();
        this.element.hidden = true;
        this.board.setPainting(false);
    }

    layOut() {
        const { game } = this.shown;
        const tools = this.brushes.map(({ name, paint }, i) => {
            const [ground, piece] = look(paint);
            return h('button', { type: 'button', class: `tool ${piece ? '' : ground}`,
                'aria-pressed': String(i === this.brush), 'aria-label': name, title: name,
                onclick: () => { this.brush = i; this.layOut(); } },
            h('span', { class: 'ground' }), dress(h('span'), piece));
        });
        const mover = select(sidesOf(game).map((name, i) => [i, name]), this.side,
            (value) => { this.side = Number(value); this.tell(); });
        this.element.replaceChildren(
            h('p', { class: 'faint' }, 'Choose what to put down, then touch or drag over squares.'),
            h('div', { class: 'tools', 'data-game': game, role: 'group',
                'aria-label': 'What to put down' }, tools),
            ...infoOf(game).has_mover ? [field('To move', mover)] : [],
            h('div', { class: 'buttons' }, button('Clear the board', () => this.clear())));
    }

    clear() {
        for (const row of this.cells) row.fill(0);
        this.tell();
    }

    paint(row, column) {
        if (this.cells[row][column] === this.brush) return;
        this.cells[row][column] = this.brush;
        this.shown.paint[row][column] = this.brushes[this.brush].paint;
        this.board.paintSquare(this.board.cells[row][column]);
        this.tell();
    }

    tell() {
        this.touched();
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.flush(), PAUSE);
    }

    /* Discards the touches since the last pause. */
    drop() {
        clearTimeout(this.waiting);
        this.waiting = null;
        this.turn++;
    }

    /* Sends the touches since the last pause, if there are any. */
    async flush() {
        if (!this.waiting) return;
        this.drop();
        const { turn } = this;
        const text = await api.compose(this.line, this.side, this.cells);
        if (turn === this.turn && !this.waiting) await this.changed(text);
    }
}
