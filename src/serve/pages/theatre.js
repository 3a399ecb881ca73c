/* theatre.js - a replay made of pictures only: the board of a report
 *
 * The page knows no rules. A game is the picture of its start and, for each ply, the squares that
 * change (encoded by serve/report_games.c).
 */
import { dress, look } from '/paint.js';
import { place } from '/moves.js';
import { ending } from '/record.js';
import { button, capital, h, sign, svg } from '/ui.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const PACE = 600; /* milliseconds per move of the autoplay */
const number = (text, at) => LETTERS.indexOf(text[at]) * 64 + LETTERS.indexOf(text[at + 1]);

/* Splits "12:8 …" into one item per ply. */
const parts = (text) => (text ? text.split(' ') : []);

/* The names of both sides, and the ending in words. */
export function cast(data, game) {
    const firstMover = game.first === 0 ? game.a : game.b;
    const second = game.first === 0 ? game.b : game.a;
    const sides = game.side === 0 ? [firstMover, second] : [second, firstMover];
    const winner = game.winner < 0 ? -1 : game.winner === 0 ? game.a : game.b;
    return { first: data.agents[firstMover], second: data.agents[second],
        sides: sides.map((row) => data.agents[row]), winner: winner < 0 ? null : data.agents[winner],
        result: winner < 0 ? '½–½' : winner === firstMover ? '1–0' : '0–1',
        how: ending(game.ending) };
}

export class Theatre {
    constructor(dialog, data) {
        Object.assign(this, { dialog, data, playing: null });
        dialog.addEventListener('keydown', (event) => this.key(event));
        dialog.addEventListener('close', () => this.setPlaying(false));
        dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
    }

    open(game) {
        this.game = game;
        this.moves = parts(game.moves);
        this.scores = parts(game.scores);
        this.unfold();
        this.stage();
        this.go(0);
        if (!this.dialog.open) this.dialog.showModal();
        this.auto.focus();
    }

    /* Decodes the picture at every ply, and the squares of the move before it. */
    unfold() {
        const start = this.data.starts[this.game.start];
        this.start = start;
        this.pictures = [[...start.board].map((letter) => LETTERS.indexOf(letter))];
        this.marks = [[]];
        for (const change of this.moves.length ? this.game.changes.split(' ') : []) {
            const picture = [...this.pictures.at(-1)];
            const [squares, marks] = change.split('!');
            for (let i = 0; i < squares.length; i += 3)
                picture[number(squares, i)] = LETTERS.indexOf(squares[i + 2]);
            this.pictures.push(picture);
            this.marks.push(Array.from({ length: marks.length / 2 }, (_, i) => number(marks, 2 * i)));
        }
    }

    stage() {
        const { first, second, sides, result, how } = cast(this.data, this.game);
        const name = (side) => h('div', { class: `player side${side}` },
            h('span', { class: `swatch side${side}`, 'aria-hidden': 'true' }),
            h('span', { class: 'who' }, h('bdi', { class: 'name' }, sides[side]),
                h('span', { class: 'turn' }, capital(this.data.sides[side]))),
            this.points[side]);
        this.points = [0, 1].map(() => h('span', { class: 'score' }));
        this.range = h('input', { type: 'range', min: 0, max: this.moves.length, value: 0,
            'aria-label': 'Move', oninput: () => this.go(Number(this.range.value)) });
        this.count = h('span', { class: 'count' });
        this.auto = button(sign('play'), () => this.setPlaying(!this.playing),
            { class: 'primary', 'aria-label': 'Play' });
        this.list = h('ol', { class: 'moves' }, ['start', ...this.moves].map((move, ply) =>
            h('li', place(ply, this.game.side), button(move, () => this.go(ply), { class: this.classOf(ply) }))));
        this.dialog.replaceChildren(
            h('div', { class: 'split' },
                h('h2', {}, h('bdi', {}, first), ' – ', h('bdi', {}, second), ` ${result}`),
                button('Close', () => this.dialog.close(), { class: 'close' })),
            h('p', { class: 'faint' }, `Game ${this.game.id}, ${how}`
                + (this.game.opening ? `, the first ${this.game.opening} moves drawn at random` : '')),
            h('div', { class: 'stage' },
                h('div', { class: 'players', 'data-game': this.data.game }, name(0), name(1)),
                this.board(),
                h('div', { class: 'scrubber' },
                    button(sign('start'), () => this.go(0), { 'aria-label': 'Start' }),
                    button(sign('back'), () => this.go(this.ply - 1), { 'aria-label': 'Back' }),
                    this.auto,
                    button(sign('forward'), () => this.go(this.ply + 1), { 'aria-label': 'Forward' }),
                    button(sign('end'), () => this.go(Infinity), { 'aria-label': 'End' }),
                    this.range, this.count)),
            this.list);
    }

    /* The class of the side whose move led to this ply. */
    classOf(ply) {
        return ply ? `of${(this.game.side + ply - 1) % 2}` : null;
    }

    board() {
        const { n, letters } = this.start;
        const rows = Math.round(this.start.board.length / n);
        const range = (count) => Array.from({ length: count }, (_, i) => i);
        this.cells = range(rows * n).map(() => h('span', { class: 'cell' },
            h('span', { class: 'ground' }), h('span')));
        this.mark = svg('path', { class: 'mark' });
        const element = h('div', { class: `frame${n > 16 ? ' large' : ''}`, 'data-game': this.data.game,
            role: 'img', 'aria-label': 'The board' },
        h('div', { class: 'files' }, range(n).map((i) =>
            h('span', {}, letters ? String.fromCharCode(65 + i) : String(i)))),
        h('div', { class: 'ranks' }, range(rows).map((i) =>
            h('span', {}, String(letters ? i + 1 : i)))),
        h('div', { class: 'stack' },
            h('div', { class: 'board' }, range(rows).map((row) =>
                h('div', {}, this.cells.slice(row * n, (row + 1) * n)))),
            svg('svg', { class: 'drawing', viewBox: `0 0 ${n} ${rows}` }, this.mark)));
        element.style.setProperty('--n', n);
        this.shown = [];
        return element;
    }

    go(wanted) {
        this.ply = Math.min(this.moves.length, Math.max(0, wanted));
        const { ply, start: { n } } = this;
        this.pictures[ply].forEach((paint, square) => {
            if (this.shown[square] === paint) return;
            this.shown[square] = paint;
            const [ground, piece] = look(paint);
            this.cells[square].className = `cell ${ground}`;
            dress(this.cells[square].lastChild, piece);
        });
        this.mark.setAttribute('d', this.marks[ply].map((square) =>
            `M${square % n} ${Math.floor(square / n)}h1v1h-1z`).join(''));
        this.range.value = ply;
        this.count.textContent = ply ? `${this.moves[ply - 1]}, move ${ply} of ${this.moves.length}`
            : `The start, 0 of ${this.moves.length}`;
        this.range.setAttribute('aria-valuetext', this.count.textContent);
        const score = ply ? this.scores[ply - 1]?.split(':') : ['0', '0'];
        this.points.forEach((element, side) => {
            element.textContent = this.scores.length ? score?.[side] ?? '' : '';
        });
        this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
        const now = this.list.children[ply].firstChild;
        now.setAttribute('aria-current', 'true');
        this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
        if (this.playing && ply === this.moves.length) this.setPlaying(false);
    }

    setPlaying(on) {
        clearInterval(this.playing);
        this.playing = null;
        if (on) {
            if (this.ply === this.moves.length) this.go(0);
            this.playing = setInterval(() => this.go(this.ply + 1), PACE);
        }
        this.auto?.replaceChildren(sign(on ? 'pause' : 'play'));
        this.auto?.setAttribute('aria-label', on ? 'Pause' : 'Play');
    }

    key(event) {
        if (event.target === this.range || event.ctrlKey || event.metaKey || event.altKey) return;
        const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0,
            End: Infinity }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        this.setPlaying(false);
        this.go(to);
    }
}
