/* editor.js - a board set up by hand, written as the position file that an agent would read
 *
 * The draft holds the cells as the file does. Scores are not part of a file, except land bidding's,
 * which follow from the board.
 */
import { button, field, h, select } from '/ui.js';
import { FRUITS, PAINT, WORDS } from '/words.js';

/* A tool: the cell it writes, the paint it shows, its name. */
const side = (cell, number, noun) => (game) => [cell, PAINT.first + number,
    `${WORDS[game].sides[number]} ${noun}`];
const TOOLS = {
    fruit: [() => ['*', PAINT.empty, 'empty'],
        ...FRUITS.map((name, i) => () => [String(i), PAINT.kind + i, name])],
    halma: [() => ['.', PAINT.empty, 'empty'], side('B', 0, 'piece'), side('W', 1, 'piece')],
    reversi: [() => ['0', PAINT.empty, 'empty'], side('1', 0, 'land'), side('2', 1, 'land')],
    laser: [() => ['0', PAINT.empty, 'empty'], side('1', 0, 'emitter'), side('2', 1, 'emitter'),
        () => ['3', PAINT.block, 'block']],
};

/* A picture's cell as the file writes it. */
const CELLS = {
    fruit: (glyph) => glyph,
    halma: (glyph) => glyph,
    reversi: (glyph) => (glyph === '.' ? '0' : glyph),
    laser: (glyph) => ({ 1: '1', 2: '2', '#': '3' }[glyph] ?? '0'),
};

const WRITERS = {
    fruit: ({ cells, kinds }) => [cells.length, kinds, '300.0', ...rows(cells)],
    halma: ({ cells, mover }) => ['GAME', ['BLACK', 'WHITE'][mover], '300.0', ...rows(cells)],
    reversi: ({ cells, mover }) => {
        const count = (cell) => cells.flat().filter((one) => one === cell).length;
        return [mover + 1, `SCORE ${count('1')} ${count('2')}`,
            `(${cells.map((row) => `(${row.join(', ')})`).join(', ')})`];
    },
    laser: ({ cells }) => [cells.length, ...rows(cells)],
};

const rows = (cells) => cells.map((row) => row.join(''));

export class Editor {
    /* changed(text) gets the position file after every touch. */
    constructor(board, changed) {
        this.board = board;
        this.changed = changed;
        this.element = h('div', { class: 'editor', hidden: true });
        board.onpaint = (row, column) => this.paint(row, column);
    }

    /* Starts from a position at whose beginning nothing was played. */
    begin(position) {
        const { game } = position;
        this.draft = { game, mover: position.side,
            kinds: position.kinds,
            cells: position.rows.map((row) => [...row].map(CELLS[game])) };
        this.shown = position;
        this.tool = TOOLS[game][1](game);
        this.layOut();
        this.element.hidden = false;
        this.board.setPainting(true);
    }

    end() {
        this.element.hidden = true;
        this.board.setPainting(false);
    }

    layOut() {
        const { game } = this.draft;
        const tools = TOOLS[game].map((make) => {
            const [cell, paint, name] = make(game);
            const look = paint >= PAINT.kind ? `fruit k${paint - PAINT.kind}`
                : ['', 'piece side0', 'piece side1'][paint] ?? 'blocked';
            const chosen = cell === this.tool[0];
            return h('button', { type: 'button', class: 'tool', 'aria-pressed': String(chosen),
                'aria-label': name, title: name,
                onclick: () => { this.tool = [cell, paint, name]; this.layOut(); } },
            h('span', { class: look, 'data-kind': look.startsWith('fruit') ? cell : null }));
        });
        const moverChoice = select(WORDS[game].sides.map((name, i) => [i, name]), this.draft.mover,
            (value) => { this.draft.mover = Number(value); this.tell(); });
        const hasMover = game === 'halma' || game === 'reversi';
        this.element.replaceChildren(
            h('p', { class: 'faint' }, 'Choose what to put down, then touch or drag over squares.'),
            h('div', { class: 'tools', 'data-game': game, role: 'group',
                'aria-label': 'What to put down' }, tools),
            ...hasMover ? [field('To move', moverChoice)] : [],
            h('div', { class: 'buttons' }, button('Clear the board', () => this.clear())));
    }

    clear() {
        const empty = TOOLS[this.draft.game][0](this.draft.game)[0];
        for (const row of this.draft.cells) row.fill(empty);
        this.tell();
    }

    paint(row, column) {
        const [cell, paint] = this.tool;
        if (this.draft.cells[row][column] === cell) return;
        this.draft.cells[row][column] = cell;
        if (this.draft.game === 'fruit' && cell !== '*')
            this.draft.kinds = Math.max(this.draft.kinds, Number(cell) + 1);
        this.shown.paint[row][column] = paint;
        this.board.paintSquare(this.board.cells[row][column]);
        this.tell();
    }

    tell() {
        this.changed(`${WRITERS[this.draft.game](this.draft).join('\n')}\n`);
    }
}
