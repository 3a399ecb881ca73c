/* review.js - a game that is over, move by move: where it was won and where it was lost
 *
 * The game comes from the server's records (?id=…&game=…), from a file that the person picks, or
 * from another page (behind the #). The server values every move; the page draws what it has.
 */
import * as api from '/api.js';
import { lead } from '/bar.js';
import { Graph } from '/graph.js';
import { fromFragment, setAddress, toFragment } from '/link.js';
import { MatchRecord, outcome } from '/record.js';
import { recordCards } from '/records.js';
import { Replay } from '/replay.js';
import { overview } from '/agent.js';
import { button, capital, h, inSentence, plural, signed } from '/ui.js';
import { moveOf, sidesOf } from '/game.js';

export async function open(root, parameters) {
    const handed = fromFragment();
    if (handed) {
        const { position } = await api.position(handed);
        const line = { ...handed, game: position.game, rules: position.rules };
        const names = handed.names ?? sidesOf(position.game);
        return new Review(root, { line, names, ply: handed.ply,
            link: (ply) => `/review${toFragment(line, ply, names)}` }).close;
    }
    if (parameters.has('agent')) return overview(root, parameters.get('agent'));
    const id = parameters.get('id');
    if (!id) return choose(root);
    const number = Number(parameters.get('game')) || 0;
    let record = MatchRecord.from(await api.record(id, number));
    if (number && !record.game(number)) record = MatchRecord.from(await api.record(id));
    return ofRecord(root, record, `/review?id=${encodeURIComponent(id)}`, number,
        Number(parameters.get('ply') ?? NaN), id);
}

/* One game of a record, or the list of its games. */
function ofRecord(root, record, address, number, ply, id) {
    const game = number ? record.game(number) : null;
    if (!game) return listGames(root, record, address, id);
    const line = record.line(game);
    return new Review(root, { line, names: record.names(game),
        ply: Number.isNaN(ply) ? line.moves.length : ply, clocks: (at) => record.clocks(game, at),
        title: `Game ${game.number}: ${outcome(record, game)}`,
        link: (at) => `${address}&game=${number}&ply=${at}`, keep: id !== undefined }).close;
}

async function choose(root) {
    const file = h('input', { type: 'file', id: 'record-file', accept: '.jsonl,.json,.txt,.record',
        onchange: async () => {
            try {
                const record = MatchRecord.read(await file.files[0].text());
                listGames(root, record, '', undefined);
            } catch (error) {
                problem.textContent = error.message;
            }
        } });
    const problem = h('p', { class: 'note', role: 'alert' });
    const known = await api.records();
    root.replaceChildren(h('h1', {}, 'Review a game'),
        h('p', { class: 'lead' }, 'See how a game went, what each side did well, and where it '
            + 'was decided. A game that you have just played has a link to its review.'),
        h('section', { class: 'stackup' }, h('h2', {}, 'Recorded matches'),
            recordCards(known, (record) => `/review?id=${encodeURIComponent(record.id)}`,
                'No match is recorded here. Serve with --record FILE, or pick a file below.'),
            agentLinks(known.records.flatMap((record) => record.names ?? []))),
        h('section', { class: 'card stackup' },
            h('h2', {}, h('label', { for: 'record-file' }, 'A record on your machine')),
            h('p', { class: 'faint' }, 'A file that plywood match --record has written. It is read '
                + 'in the browser; only the moves of the game you choose go to the server.'),
            file, problem));
    return () => {};
}

function agentLinks(names) {
    return h('p', { class: 'links' }, [...new Set(names)].map((name) =>
        h('a', { href: `/review?agent=${encodeURIComponent(name)}` }, `Where ${name} loses most`)));
}

function listGames(root, record, address, id) {
    let leave = () => {};
    const openGame = (number) => { leave = ofRecord(root, record, address, number, NaN); };
    const [a, b] = record.match.name;
    const { points, count } = record.standing();
    const rows = record.games.map((game) => h('tr', {},
        h('td', {}, id === undefined ? button(`Game ${game.number}`, () => openGame(game.number))
            : h('a', { href: `${address}&game=${game.number}` }, `Game ${game.number}`)),
        h('td', {}, record.names(game)[0]), h('td', {}, game.score ? game.score.join(' : ') : ''),
        h('td', {}, String(game.moves?.length ?? game.plies)), h('td', {}, outcome(record, game))));
    root.replaceChildren(h('h1', {}, `${a} – ${b}`),
        h('p', { class: 'lead' }, `${points.join(' : ')} after ${plural(count, 'game')}. `
            + 'Choose one to review.'),
        id === undefined ? '' : agentLinks([a, b]),
        h('div', { class: 'card scrolls', tabindex: '0', role: 'region', 'aria-label': 'Games' },
            h('table', {}, h('thead', {}, h('tr', {}, ['Game', 'Begins', 'Score', 'Moves', 'Result']
                .map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, rows))));
    return () => leave();
}

class Review {
    constructor(root, { line, names, ply, clocks, title, link, keep = true }) {
        Object.assign(this, { line, names, keep });
        this.close = () => {
            this.work?.abort();
            this.replay.close();
        };
        this.found = [];
        this.replay = new Replay({ link, onply: (at, position) => this.at(at, position, link) });
        this.graph = new Graph((at) => this.replay.go(at));
        this.progress = h('progress', { max: line.moves.length, value: 0,
            'aria-label': 'Moves looked at' });
        this.accuracy = h('div', { class: 'accuracy' });
        this.now = h('div', { class: 'now', role: 'status' });
        this.costly = h('ol', { class: 'costly' });
        this.note = h('p', { class: 'note', role: 'alert' });
        root.replaceChildren(h('h1', { class: title ? '' : 'unseen' }, title ?? 'Review'),
            h('div', { class: 'table' }, this.replay.element,
                h('aside', { class: 'side', 'aria-label': 'The review' },
                    h('section', { class: 'card stackup' }, h('h2', {}, 'How it went'),
                        this.progress, this.graph.element, this.accuracy),
                    h('section', { class: 'card stackup' }, h('h2', {}, 'This move'), this.now),
                    h('section', { class: 'card stackup' }, h('h2', {}, 'Mistakes that mattered'),
                        this.costly, this.note))));
        this.replay.load(line, { names, clocks }, ply).then(() => this.run());
    }

    async run() {
        if (!this.line.moves.length) {
            this.note.textContent = 'No move was made in this game.';
            this.progress.hidden = true;
            return;
        }
        const work = this.work = new AbortController();
        try {
            await api.stream('/api/review', this.line, {}, (found) => this.enter(found),
                work.signal, true);
            this.progress.hidden = true;
        } catch (error) {
            if (!api.aborted(error)) this.note.textContent = error.message;
        }
    }

    enter(found) {
        if (found.summary) return this.sum(found.summary);
        if (found.ply === undefined) return;
        this.found[found.ply] = found;
        this.progress.value = this.found.filter(Boolean).length;
        this.draw();
        if (found.ply === this.replay.ply - 1) this.at(this.replay.ply, this.replay.position);
    }

    draw() {
        const { position } = this.replay;
        if (!position) return;
        const sign = (one) => (one.side === 0 ? 1 : -1);
        const margins = this.found.flatMap((one) => [[one.ply + 1, sign(one) * one.value]]);
        const first = this.found[0];
        if (first) margins.unshift([0, sign(first) * first.best_value]);
        this.graph.show(margins, this.mistakes().map((one) => one.ply + 1), this.line.moves.length,
            position);
        this.graph.at(this.replay.ply);
        this.showCostly();
    }

    /* The move that decided the game, then the costliest ones. */
    mistakes() {
        const deciding = this.deciding();
        const first = (one) => (one === deciding ? Infinity : one.loss);
        return this.found.filter((one) => one && this.costs(one))
            .sort((a, b) => first(b) - first(a)).slice(0, 6);
    }

    costs(one) {
        return one.loss > 0.5 || one === this.deciding();
    }

    /* The last move that made a worse result of a better one, however little it cost. */
    deciding() {
        return this.found.findLast((one) => one && result(one.value) < result(one.best_value));
    }

    showCostly() {
        const list = this.mistakes();
        const deciding = this.deciding();
        this.costly.replaceChildren(...list.map((one) => h('li', {},
            button([h('span', { class: `dot side${one.side}`, 'aria-hidden': 'true' }),
                h('strong', {}, `Move ${one.ply + 1}: ${one.move}`),
                h('span', { class: 'cost' }, signed(-one.loss)),
                one === deciding ? h('span', { class: 'verdict why' }, 'This decided the game.')
                    : null,
                h('span', { class: 'why' }, `${this.names[one.side]}; better was ${one.best}.`
                    + (one.verdict ? ` ${capital(one.verdict)}.` : ''))].filter(Boolean),
            () => this.replay.go(one.ply), { class: 'mistake' }))));
        if (!list.length) this.costly.replaceChildren(h('li', { class: 'faint' },
            this.progress.hidden ? 'None worth a word.' : 'Looking…'));
    }

    sum({ accuracy }) {
        this.progress.hidden = true;
        if (accuracy)
            this.accuracy.replaceChildren(h('h3', {}, 'Accuracy'),
                ...accuracy.map((share, side) => h('div', {},
                    h('span', { class: `dot side${side}`, 'aria-hidden': 'true' }),
                    h('span', { class: 'name' }, this.names[side]),
                    h('strong', {}, share === null ? '–' : `${share.toFixed(1)} %`))),
                h('p', { class: 'faint' }, '100 %: no move threw a chance to win away.'));
        this.accuracy.dataset.game = this.line.game;
        this.showCostly();
    }

    /* What is said about the position shown: the move that comes next, and a better one. */
    at(ply, position, link) {
        this.graph.at(ply);
        if (link && this.keep) setAddress(link(ply));
        const next = this.found[ply];
        const past = this.found[ply - 1];
        this.replay.board.suggest([]);
        this.now.replaceChildren(...[past && this.sentence(past, position, 'Played as'),
            next && this.sentence(next, position, 'Next,')].filter(Boolean));
        if (!past && !next)
            this.now.replaceChildren(h('p', { class: 'faint' }, 'Not looked at yet.'));
        const better = next && this.costs(next) && moveOf(position, next.best);
        if (better) this.replay.board.suggest([{ move: better, rank: 1, proven: next.proven }]);
    }

    sentence(one, position, when) {
        const margin = one.side === 0 ? one.value : -one.value;
        const good = !this.costs(one);
        return h('div', { class: good ? 'good' : 'bad' },
            h('p', {}, h('span', { class: 'faint' }, `${when} move ${one.ply + 1}: `),
                h('strong', {}, one.move), ` by ${inSentence(this.names[one.side])}. Expected: `,
                lead(margin, position, this.names),
                one.proven ? h('span', { class: 'seal' }, 'proven') : null),
            one.verdict ? h('p', { class: 'verdict' }, `${capital(one.verdict)}.`) : null,
            good ? null : h('p', {},
                `It cost ${plural(Number(one.loss.toFixed(1)), 'point')}. Better: `,
                h('strong', {}, (one.line?.length ? one.line : [one.best]).slice(0, 8).join(' '))));
    }
}

/* What a margin comes to: won 1, drawn 0, lost -1. Search values tell less than a twentieth. */
function result(margin) {
    return Math.abs(margin) < 0.05 ? 0 : Math.sign(margin);
}
