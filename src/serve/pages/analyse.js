/* analyse.js - the page that analyses one position
 *
 * The search runs on the server while this page reads its stream. When the position changes, the
 * page ends one stream and opens the next. The results are listed and drawn on the board.
 */
import * as api from '/api.js';
import { Bar, ended, lead, outlook } from '/bar.js';
import { Board } from '/board.js';
import { Editor } from '/editor.js';
import { fromFragment, setAddress, toFragment } from '/link.js';
import { Legend } from '/legend.js';
import { Moves, gainOf } from '/moves.js';
import { Players } from '/players.js';
import { button, compact, copy, download, field, h, select, sign } from '/ui.js';
import { infoOf, moveOf, sidesOf } from '/game.js';
import { given } from '/given.js';
import { stepKeys } from '/keys.js';
import { sound } from '/sound.js';
import { lastGame, ruleChoices } from '/setup.js';

const SECONDS = 60; /* after which the search of a position ends */

export async function open(root) {
    const page = new Analyse(root);
    await page.enter(fromFragment());
    return () => page.leave();
}

class Analyse {
    constructor(root) {
        this.ply = 0;
        this.count = 3;
        this.running = true;
        this.turn = 0;
        this.board = new Board({ label: 'Position', onmove: (move) => this.make(move.move),
            onrefuse: (squares) => this.refuse(squares) });
        this.endKeys = stepKeys((by) => this.step(by));
        this.bar = new Bar();
        this.legend = new Legend();
        this.players = new Players();
        this.moves = new Moves((ply) => this.go(ply));
        this.editor = new Editor(this.board, { touched: () => this.stop(),
            changed: (text) => this.edited(text) });
        this.layOut(root);
        this.seen = () => this.look();
        document.addEventListener('visibilitychange', this.seen);
    }

    layOut(root) {
        this.toggle = button('Stop', () => this.setRunning(!this.running));
        this.facts = h('dl', { class: 'facts' });
        this.lines = h('ol', { class: 'lines' });
        this.note = h('p', { class: 'note', role: 'status' });
        this.text = h('textarea', { rows: '9', spellcheck: 'false', autocomplete: 'off' });
        this.rules = h('div', { class: 'whole' });
        this.edit = button('Set up by hand', () => this.toggleEditor(),
            { 'aria-pressed': 'false' });
        this.noEdit = h('p', { class: 'faint' },
            'This game cannot be set up by hand; paste a position instead.');
        const count = select([1, 2, 3, 4, 5].map((n) => [n, String(n)]), this.count, (value) => {
            this.count = Number(value);
            this.restart();
        });
        this.back = button([sign('back'), 'Back'], () => this.step(-1));
        this.on = button([sign('forward'), 'Forward'], () => this.step(1));
        this.playOn = h('a', { class: 'button' }, sign('play'), 'Play on from here');
        const fresh = select([['', 'Choose…'], ...given.known.games.map(({ name, title }) =>
            [name, title])], '', (name) => {
            if (name) this.start(name);
            fresh.value = '';
        });
        root.replaceChildren(h('h1', { class: 'unseen' }, 'Analyse'),
            h('div', { class: 'table' },
                this.players.element,
                h('section', { class: 'arena', 'aria-label': 'The position' },
                    h('div', { class: 'barred' }, this.bar.element, this.board.element),
                    this.legend.element,
                    h('div', { class: 'buttons thumb' }, this.back, this.on, this.playOn)),
                this.moves.element,
                h('aside', { class: 'side', 'aria-label': 'The analysis' },
                    h('section', { class: 'card stackup' },
                        h('div', { class: 'split' }, h('h2', {}, 'Best lines'), this.toggle),
                        this.facts, this.lines, field('Lines', count)),
                    h('section', { class: 'card stackup' },
                        h('h2', {}, 'Position'),
                        field('New board', fresh), this.rules,
                        h('div', { class: 'buttons' }, this.edit), this.noEdit,
                        this.editor.element,
                        h('label', { for: 'input' }, 'input.txt'),
                        Object.assign(this.text, { id: 'input' }), this.note,
                        h('div', { class: 'buttons' },
                            button('Load', () => this.load(this.text.value)),
                            button('Copy', () => copy(this.text.value, 'input.txt is copied.')),
                            button('Download', () => download('input.txt', this.text.value)))))));
    }

    leave() {
        this.endKeys();
        this.stop();
        this.turn++;
        this.editor.drop();
        document.removeEventListener('visibilitychange', this.seen);
    }

    async enter(handed) {
        const names = given.known.games.map((game) => game.name);
        if (!handed) return this.start(names.includes(lastGame()) ? lastGame() : names[0]);
        try {
            const { position } = await api.position(handed);
            await this.set({ ...handed, game: position.game, rules: position.rules }, handed.ply,
                position);
        } catch (error) {
            await this.start(names[0]);
            this.note.textContent = `This link has no position: ${error.message}.`;
        }
    }

    async start(game) {
        const turn = ++this.turn;
        const { start, position } = await api.begin({ game });
        if (turn !== this.turn) return;
        await this.set({ game, rules: position.rules, start, moves: [] }, 0);
    }

    /* now: the position after all moves of the line, if known. */
    async set(line, ply, now = null) {
        if (!this.editor.element.hidden && line.game !== this.line.game) this.closeEditor();
        this.line = new api.Line(line, now);
        this.note.textContent = '';
        await this.go(ply);
        this.showRules();
        if (!this.editor.element.hidden) this.editor.begin(this.line.until(0), this.position);
    }

    showRules() {
        const info = infoOf(this.line.game);
        this.edit.hidden = !info.brushes;
        this.noEdit.hidden = Boolean(info.brushes);
        if (info.rules.length < 2) return this.rules.replaceChildren();
        const choice = select(ruleChoices(info), this.line.rules,
            (rules) => this.set({ ...this.line.until(0), rules }, 0));
        this.rules.replaceChildren(field('Rules', choice));
    }

    /* Loads a position file that a person wrote. */
    async load(text, { quietly = false } = {}) {
        if (!quietly) this.editor.drop();
        const turn = ++this.turn;
        try {
            const line = { start: text, moves: [] };
            if (quietly) Object.assign(line, { game: this.line.game, rules: this.line.rules });
            const { position, remarks } = await api.position(line);
            if (turn !== this.turn) return;
            const asked = new api.Line({ game: position.game, rules: position.rules, start: text,
                moves: [] });
            if (quietly) {
                this.line = asked;
                this.note.textContent = '';
                await this.go(0);
                this.editor.shown = this.position;
            } else {
                await this.set(asked, 0);
            }
            if (remarks?.length) this.note.textContent = remarks.join(' ');
        } catch (error) {
            this.note.textContent = error.message;
        }
    }

    edited(text) {
        this.text.value = text;
        return this.load(text, { quietly: true });
    }

    async toggleEditor() {
        if (this.editor.element.hidden) return this.openEditor();
        await this.editor.flush();
        this.closeEditor();
        return this.go(this.ply);
    }

    async openEditor() {
        this.edit.setAttribute('aria-pressed', 'true');
        this.edit.textContent = 'Done';
        if (this.ply > 0)
            await this.load(this.position.input, { quietly: true });
        this.editor.begin(this.line.until(0), this.position);
    }

    closeEditor() {
        this.edit.setAttribute('aria-pressed', 'false');
        this.edit.textContent = 'Set up by hand';
        this.editor.end();
    }

    async go(ply, moved = null) {
        this.stop();
        const turn = ++this.turn;
        const position = await this.line.at(ply);
        if (turn !== this.turn) return;
        this.ply = ply;
        this.position = position;
        this.board.show(position, { active: true, moved });
        if (moved) sound('move');
        const sides = sidesOf(position.game);
        this.players.show(position, sides, 'to move', ['', '']);
        this.players.clocks(null);
        this.legend.show(position, sides);
        this.moves.show(this.line, (position.side + ply) % 2, ply, (i) => gainOf(this.line, i));
        this.back.disabled = ply === 0;
        this.on.disabled = ply >= this.line.moves.length;
        this.playOn.href = `/${toFragment(this.line.until(ply))}`;
        if (document.activeElement !== this.text) this.text.value = position.input;
        setAddress(`/analyse${toFragment(this.line, ply)}`);
        this.restart();
    }

    step(by) {
        if (!this.position) return;
        const ply = Math.min(this.line.moves.length, Math.max(0, this.ply + by));
        const next = ply === this.ply + 1 ? this.line.moves[this.ply] : null;
        if (ply !== this.ply) this.go(ply, next && moveOf(this.position, next));
    }

    async refuse(squares) {
        const { turn } = this;
        const words = await api.why(this.line.until(this.ply), squares);
        if (turn === this.turn) this.board.refuse(words);
    }

    async make(name) {
        const move = moveOf(this.position, name);
        if (this.line.moves[this.ply] !== name) this.line.play(this.ply, name);
        await this.go(this.ply + 1, move);
    }

    /* Plays these moves of a line. */
    follow(names) {
        this.line.cut(this.ply);
        names.forEach((name, i) => this.line.play(this.ply + i, name));
        this.go(this.ply + names.length);
    }

    setRunning(on) {
        this.running = on;
        this.toggle.textContent = on ? 'Stop' : 'Go on';
        this.toggle.classList.toggle('primary', !on);
        if (on) this.restart();
        else this.stop();
    }

    /* Pauses the search while the tab is hidden and resumes it when the tab is visible again. */
    look() {
        if (document.hidden) {
            this.unseen = Boolean(this.search);
            this.stop();
        } else if (this.unseen) {
            this.restart();
        }
    }

    stop() {
        this.search?.abort();
        this.search = null;
    }

    async restart() {
        this.stop();
        this.board.suggest([]);
        this.lines.replaceChildren();
        this.facts.classList.remove('proven');
        if (this.position.over) {
            this.facts.replaceChildren(h('dd', {}, this.position.meaning));
            this.bar.show(ended(this.position), this.position);
            return;
        }
        this.facts.replaceChildren();
        if (!this.running) return;
        this.unseen = document.hidden;
        if (this.unseen) return;
        this.facts.replaceChildren(h('dd', { class: 'faint wide' }, 'Looking…'));
        const search = this.search = new AbortController();
        try {
            await api.stream('/api/analyze', this.line.until(this.ply),
                { lines: this.count, seconds: SECONDS },
                (update) => { if (search === this.search) this.showUpdate(update); },
                search.signal);
        } catch (error) {
            if (!api.aborted(error)) this.note.textContent = error.message;
        }
        if (search === this.search) this.search = null;
    }

    showUpdate(update) {
        if (!update.lines?.length) return;
        const { position } = this;
        const best = update.lines[0];
        if (best.value === null) return;
        const expected = outlook(position.side, best);
        this.bar.show(expected, position);
        const fact = (name, value, wide) => h('div', { class: wide ? 'wide' : '' },
            h('dt', {}, name), h('dd', {}, value));
        this.facts.replaceChildren(
            fact('Expected', lead(expected, position), true),
            fact('Depth', update.depth), fact('Nodes', compact(update.nodes)),
            fact('Nodes/s', compact(update.nps)));
        this.facts.classList.toggle('proven', best.proven);
        const shown = update.lines.map((line, i) => ({ ...line, move: moveOf(position, line.move),
            rank: i + 1 })).filter((line) => line.move);
        this.board.suggest(shown);
        this.showLines(shown);
    }

    showLines(shown) {
        const held = document.activeElement?.dataset?.place;
        this.lines.replaceChildren(...shown.map((line) => h('li', {
            class: `rank${Math.min(4, line.rank)}`,
            onpointerenter: () => this.board.line(line.cells),
            onpointerleave: () => this.board.line([]),
            onfocusin: () => this.board.line(line.cells),
            onfocusout: () => this.board.line([]),
        },
        h('span', { class: 'rank' }, String(line.rank)),
        h('strong', {}, lead(outlook(this.position.side, line), this.position)),
        line.proven ? h('span', { class: 'seal' }, 'proven') : null,
        h('span', { class: 'names' }, line.line.slice(0, 12).map((name, i) =>
            button(name, () => this.follow(line.line.slice(0, i + 1)),
                { 'data-place': `${line.rank}.${i}`,
                    'aria-label': `Follow line ${line.rank} to ${name}` }))))));
        if (held) this.lines.querySelector(`[data-place="${held}"]`)?.focus();
    }
}
