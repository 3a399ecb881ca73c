/* replay.js - a played game with a scrubber: the board of the pages Review and Watch */
import { Line } from '/api.js';
import { Board } from '/board.js';
import { Legend } from '/legend.js';
import { toFragment } from '/link.js';
import { Moves, gainOf } from '/moves.js';
import { Players } from '/players.js';
import { button, copy, h, sign, toast } from '/ui.js';
import { moveOf } from '/game.js';
import { stepKeys } from '/keys.js';
import { sound } from '/sound.js';

/* milliseconds per move of the autoplay */
const PACE = 700;

export class Replay {
    /* onply(ply) is called whenever another position is shown; link(ply) is its address. */
    constructor({ onply, link }) {
        this.onply = onply;
        this.link = link;
        this.ply = 0;
        this.turn = 0;
        this.closed = false; /* if true, nothing is shown any more */
        this.board = new Board({ label: 'Board' });
        this.legend = new Legend();
        this.players = new Players();
        this.range = h('input', { type: 'range', min: 0, max: 0, step: 1, value: 0,
            'aria-label': 'Move', oninput: () => this.go(Number(this.range.value)) });
        this.count = h('span', { class: 'count' });
        this.auto = button(sign('play'), () => this.setPlaying(!this.playing),
            { 'aria-label': 'Play' });
        this.playing = null;
        this.endKeys = stepKeys((by) => {
            this.setPlaying(false);
            this.go(this.ply + by);
        });
        this.onward = { analyse: h('a', { class: 'button' }, 'Analyse'),
            play: h('a', { class: 'button' }, 'Play on from here') };
        this.moves = new Moves((ply) => this.go(ply));
        this.notes = (i) => gainOf(this.line, i);
        const arena = h('section', { class: 'arena', 'aria-label': 'The game' },
            this.board.element, this.legend.element,
            h('div', { class: 'scrubber' },
                h('div', { class: 'buttons thumb' },
                    button(sign('start'), () => this.go(0), { 'aria-label': 'Start' }),
                    button(sign('back'), () => this.go(this.ply - 1), { 'aria-label': 'Back' }),
                    this.auto,
                    button(sign('forward'), () => this.go(this.ply + 1),
                        { 'aria-label': 'Forward' }),
                    button(sign('end'), () => this.go(Infinity), { 'aria-label': 'End' })),
                this.range, this.count));
        this.side = h('aside', { class: 'side', 'aria-label': 'About the game' },
            h('div', { class: 'buttons' }, this.onward.analyse, this.onward.play,
                button('Copy a link', () => copy(
                    new URL(this.link(this.ply), location.href).href, 'The link is copied.'))));
        this.element = h('div', { class: 'table' }, this.players.element, arena,
            this.moves.element, this.side);
    }

    /* names: of both sides; clocks(ply): seconds left for both, or null. */
    load(line, { names, clocks = () => null }, ply) {
        this.line = new Line(line);
        this.names = names;
        this.clocks = clocks;
        this.line.at(line.moves.length).then(() => this.showMoves()).catch(() => {});
        return this.go(ply);
    }

    /* Appends a new move; shows it if the last position was shown. */
    extend(name, ply) {
        const along = this.ply === this.line.moves.length;
        this.line.moves[ply] = name;
        if (along) this.go(this.line.moves.length);
        else this.refresh();
    }

    async go(wanted) {
        if (this.closed) return;
        const ply = Math.min(this.line.moves.length, Math.max(0, wanted));
        const turn = ++this.turn;
        try {
            const position = await this.line.at(ply);
            if (turn !== this.turn) return;
            const next = ply === this.ply + 1 && this.position;
            const moved = next ? moveOf(this.position, this.line.moves[this.ply]) : null;
            this.ply = ply;
            this.position = position;
            this.board.show(position, { moved });
            if (moved) sound('move');
            this.refresh();
            this.onply?.(ply, position);
            if (ply < this.line.moves.length) this.line.at(ply + 1).catch(() => {});
        } catch (error) {
            if (turn === this.turn) toast(error.message);
        }
    }

    refresh() {
        const last = this.line.moves.length;
        const { position, ply } = this;
        if (!position) return;
        this.players.show(position, this.names, 'to move');
        this.legend.show(position, this.names);
        this.players.clocks(this.clocks(ply));
        this.range.max = last;
        this.range.value = ply;
        const name = ply ? this.line.moves[ply - 1] : 'start';
        this.range.setAttribute('aria-valuetext', `${ply} of ${last}, ${name}`);
        this.count.textContent = ply ? `After move ${ply} of ${last}` : `The start, 0 of ${last}`;
        const fragment = toFragment(this.line.until(ply));
        this.onward.analyse.href = `/analyse${fragment}`;
        this.onward.play.href = `/${fragment}`;
        this.showMoves();
        if (this.playing && ply >= last) this.setPlaying(false);
    }

    /* notes(i): what stands beside a move instead of its gain. */
    showMoves() {
        if (!this.position) return;
        this.moves.show(this.line, (this.position.side + this.ply) % 2, this.ply, this.notes);
    }

    setPlaying(on) {
        clearInterval(this.playing);
        this.playing = null;
        if (on) {
            if (this.ply >= this.line.moves.length) this.go(0);
            this.playing = setInterval(() => this.go(this.ply + 1), PACE);
        }
        this.auto.replaceChildren(sign(on ? 'pause' : 'play'));
        this.auto.setAttribute('aria-label', on ? 'Pause' : 'Play');
    }

    close() {
        this.closed = true;
        this.endKeys();
        this.setPlaying(false);
        this.turn++;
    }
}
