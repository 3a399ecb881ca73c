/* kept.js - the list of games played or imported here, with a picture and actions for each
 *
 * The server's list is loaded in parts; games that only this browser has are merged into it. A
 * deleted game can be restored while the page is open, for at least an hour.
 */
import * as api from '/api.js';
import { infoOf, titleOf } from '/game.js';
import { dress, look } from '/paint.js';
import { LEFT, MatchRecord, ending } from '/record.js';
import * as shelf from '/shelf.js';
import { announce, button, capital, download, h, inSentence, plural, toast } from '/ui.js';

const address = (record, page = '/review') => `${page}?id=${encodeURIComponent(record.id)}${
    record.result ? '&game=1' : ''}`;

/* "today, 14:03", "17 Nov 2026" */
function day(seconds) {
    const date = new Date(seconds * 1000);
    if (date.toDateString() === new Date().toDateString())
        return `today, ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
    return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/* A small board. paints: of its squares, row by row. */
export function thumb(game, columns, paints) {
    const rows = Array.from({ length: paints.length / columns }, (_, row) => h('div', {},
        paints.slice(row * columns, (row + 1) * columns).map((paint) => {
            const [ground, piece] = look(paint);
            return h('span', { class: `cell ${ground}` },
                ground ? h('span', { class: 'ground' }) : null,
                piece ? dress(h('span'), piece) : null);
        })));
    const stack = h('span', { class: 'stack' }, h('span', { class: 'board' }, rows));
    stack.style.setProperty('--n', columns);
    return h('span', { class: 'tiny', 'data-game': game, 'aria-hidden': 'true' }, stack);
}

export function picture({ game, picture: shown }) {
    if (!shown) return h('span', { class: 'tiny', 'aria-hidden': 'true' });
    return thumb(game, shown.columns, [...shown.board].map((letter) => letter.charCodeAt(0) - 65));
}

/* The result of a match or a single game, in a few words. */
function outcomeOf({ game, names, result, score, finished, stopped, running }) {
    if (running) return 'running';
    if (!result)
        return `${stopped ? 'stopped after ' : ''}${plural(finished, 'game')}, ${
            score.join('\u00a0:\u00a0')}`;
    if (!result.ending) return `unfinished, ${plural(result.plies, 'move')}`;
    const winnersFirst = () => [...result.score].sort((a, b) => b - a).join('\u00a0:\u00a0');
    const points = infoOf(game)?.counts ? `, ${winnersFirst()}` : '';
    const how = ['score', 'rule'].includes(result.ending) ? '' : `, ${ending(result.ending)}`;
    if (!result.winner) return `a draw${points}${how}`;
    const winner = names[result.winner === 'a' ? 0 : 1];
    return `${inSentence(winner)} ${winner === 'You' ? 'won' : 'wins'}${points}${how}`;
}

/* Describes a game that only the browser has as the server would. here: the server does not have
 * it. */
async function local({ id, at, text }) {
    const record = MatchRecord.read(text);
    const [game] = record.games;
    const { moments } = record;
    const names = record.match.name;
    const { points, count } = record.standing();
    const card = { id, game: record.match.game, names, date: at / 1000, finished: count,
        games: Math.max(record.games.length, record.match.games ?? 0), score: points,
        stopped: record.summary?.stopped, here: true };
    if (card.games === 1)
        card.result = { winner: game.winner, ending: game.ending === LEFT ? null : game.ending,
            score: game.score ?? [0, 0], plies: game.moves.length };
    const ply = moments.get(game.number) ?? game.moves.length >> 1;
    const line = record.line(game);
    const { position } = await api.position({ ...line, moves: line.moves.slice(0, ply) });
    card.picture = { columns: position.size,
        board: String.fromCharCode(...position.paint.flat().map((paint) => 65 + paint)) };
    return card;
}

/* page: the target of a card, '/review' or '/watch'; least: minimum number of games in a record. */
export class Kept {
    constructor({ page = '/review', least = 0, otherwise = null } = {}) {
        Object.assign(this, { page, least, otherwise });
        this.list = h('ul', { class: 'cards' });
        this.more = button('Show more', () => this.load(), { hidden: true });
        this.note = h('p', { class: 'faint' });
        this.element = h('div', { class: 'stackup' }, this.note, this.list, this.more);
    }

    async load() {
        this.more.disabled = true;
        try {
            if (!this.next) await shelf.sendAll();
            const found = await api.kept(this.next, this.least);
            const here = this.next ? [] : await this.ofBrowser(found.ids);
            const all = [...found.records, ...found.broken, ...here];
            this.next = found.next;
            this.list.append(
                ...all.filter((one) => !one.error).sort((a, b) => b.date - a.date)
                    .map((record) => this.card(record)),
                ...all.filter((one) => one.error).map((one) => this.broken(one)));
        } finally {
            this.more.disabled = false;
        }
        this.more.hidden = !this.next;
        this.note.replaceChildren(...this.list.children.length ? [] : [this.otherwise ?? '']);
        this.note.hidden = !this.note.textContent;
    }

    async ofBrowser(ids) {
        const games = shelf.all().filter((one) => !ids.includes(one.id));
        const cards = await Promise.all(games.map((one) => local(one).catch((error) =>
            ({ id: one.id, error: error.message, here: true }))));
        return cards.filter((one) => one.error || one.games >= this.least);
    }

    card(record) {
        const item = h('li', { class: 'card kept' },
            h('a', { class: 'match', href: address(record, record.here ? '/review' : this.page) },
                picture(record),
                h('span', { class: 'what' },
                    h('strong', {}, record.names.join(' – ')),
                    h('span', {}, capital(outcomeOf(record))),
                    h('span', { class: 'faint' }, [titleOf(record.game), day(record.date),
                        record.here ? 'in this browser' : null].filter(Boolean).join(' · ')))),
            h('span', { class: 'buttons' },
                button('Export', () => this.export(record), { class: 'quiet',
                    'aria-label': `Export ${record.names.join(' – ')}, ${day(record.date)}` }),
                button('Delete', () => this.remove(record, item), { class: 'quiet',
                    'aria-label': `Delete ${record.names.join(' – ')}, ${day(record.date)}` })));
        return item;
    }

    broken(record) {
        const { id, error, here } = record;
        const item = h('li', { class: 'card kept' },
            h('p', {}, h('strong', {}, `${id}.record`), here ? ', in this browser,' : '',
                ` is no record: ${error}`),
            h('span', { class: 'buttons' },
                button('Delete', () => this.remove(record, item), { class: 'quiet' })));
        return item;
    }

    async export({ id, game, date }) {
        const name = new Date(date * 1000).toISOString().slice(0, 16).replace(/[T:]/g, '-');
        download(`${game}-${name}.record`, shelf.find(id)?.text ?? await api.text(id));
    }

    /* Server and browser keep a deleted game for a while. */
    async remove({ id, here }, item) {
        const own = shelf.find(id);
        try {
            if (!here) await api.forget(id);
        } catch (error) {
            return toast(capital(error.message));
        }
        shelf.drop(id);
        const undo = button('Undo', async () => {
            try {
                if (!here) await api.restore(id);
            } catch (error) {
                return toast(capital(error.message));
            }
            if (own) shelf.put(own);
            gone.replaceWith(item);
            item.querySelector('a, button').focus();
        });
        const gone = h('li', { class: 'card kept' }, h('p', {}, 'Deleted.'),
            h('span', { class: 'buttons' }, undo));
        item.replaceWith(gone);
        undo.focus();
        announce('Deleted. Undo is at hand.');
    }
}

/* Imports a record: a file that is chosen or dropped, or pasted text. done(id, record) gets its id
 * and its content; id is null if it is too large to be kept. */
export class Import {
    constructor(done) {
        this.done = done;
        this.problem = h('p', { class: 'note', role: 'alert' });
        this.file = h('input', { type: 'file', id: 'record-file',
            accept: '.jsonl,.json,.txt,.record', onchange: () => this.takeFile(this.file.files[0]) });
        const area = h('textarea', { id: 'record-text', rows: 3, spellcheck: 'false' });
        this.element = h('section', { class: 'card stackup' },
            h('h2', {}, h('label', { for: 'record-file' }, 'Import a record')),
            h('p', { class: 'faint' }, 'Drop a file anywhere on this page, paste its text, or choose '
                + 'it: what plywood match --record has written, or a game that was exported here.'),
            this.file,
            h('details', {}, h('summary', {}, 'Paste its text'),
                h('label', { class: 'unseen', for: 'record-text' }, 'The record’s text'), area,
                button('Import', () => this.take(area.value))),
            this.problem);
        const hear = (name, act) => {
            const listener = (event) => act(event);
            addEventListener(name, listener);
            return () => removeEventListener(name, listener);
        };
        const ends = [
            hear('dragover', (event) => event.preventDefault()),
            hear('drop', (event) => {
                event.preventDefault();
                const [file] = event.dataTransfer.files;
                if (file) this.takeFile(file);
                else this.take(event.dataTransfer.getData('text'));
            }),
            hear('paste', (event) => {
                if (!event.target.closest?.('textarea, input'))
                    this.take(event.clipboardData.getData('text'));
            })];
        this.close = () => ends.forEach((end) => end());
    }

    async takeFile(file) {
        if (file) this.take(await file.text());
    }

    async take(text) {
        const id = shelf.draw();
        this.problem.textContent = '';
        try {
            const record = MatchRecord.read(text);
            this.done(await this.keep(id, text), record);
            if (record.left) toast('This record ends before its match does.');
        } catch (error) {
            this.problem.textContent = capital(error.message);
        }
    }

    /* Keeps it on the server or, where the server keeps nothing or has no space, in the browser.
     * Returns null if neither keeps it. */
    async keep(id, text) {
        if (text.length > 200000) return null;
        try {
            if ((await api.keep(id, text)).kept) return id;
        } catch (error) {
            if (error.status !== 507) throw error;
            toast(`The record is kept in this browser only: ${error.message}.`);
        }
        shelf.put({ id, at: Date.now(), text, sent: false });
        return shelf.find(id) ? id : null;
    }
}
