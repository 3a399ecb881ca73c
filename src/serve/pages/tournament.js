/* tournament.js - a live tournament: /watch?tournament, and one of its games with &game=…
 *
 * The server's event stream says in one line that something has changed (games, a new version of
 * the standings), and the page requests the parts that it shows. Standings are paged and
 * searchable, so that three hundred agents fit a phone.
 */
import * as api from '/api.js';
import { Board } from '/board.js';
import { icon, moveOf, titleOf } from '/game.js';
import { Heat } from '/heat.js';
import { Players } from '/players.js';
import { ending } from '/record.js';
import { Replay } from '/replay.js';
import { announce, button, h, plural, still, svg } from '/ui.js';

/* rows of the standings per page */
const AT_ONCE = 50;
const BOARDS = 4;
/* milliseconds per move */
const PACE = 1200;
/* steps for which a final position stays */
const REST = 4;
const CHIPS = { above: 'strict', equal: 'equal', below: 'below', open: 'open' };
const FORMATS = { 'round-robin': 'Round robin', gauntlet: 'Gauntlet', swiss: 'Swiss system',
    'knock-out': 'Knock-out', 'until-certain': 'Until certain' };

const number = (value) => value.toLocaleString('en');
const signedNumber = (value) => String(Math.round(value)).replace('-', '\u2212');

/* The overview of the served tournament, or null. */
export const overview = async () => (await api.get('/api/tournament')).tournament;

/* The tournament's card in the list of matches. */
export function card(tournament) {
    return h('a', { class: 'card match', href: '/watch?tournament' }, icon(tournament.game),
        h('span', { class: 'what' }, h('strong', {}, tournament.title),
            h('span', { class: 'faint' }, `${words(tournament)} · ${
                plural(tournament.rows.length, 'agent')} · ${plural(tournament.games, 'game')}`)),
        tournament.finished ? null : h('span', { class: 'live' }, 'live'));
}

function words({ format, encounter, best_of }) {
    const name = FORMATS[format] ?? format;
    if (format === 'until-certain') return name;
    return `${name}, ${best_of ? `best of ${encounter}` : plural(encounter, 'game')} each`;
}

export async function open(root, parameters) {
    dressUp();
    root.classList.add('tournament');
    const tournament = await overview();
    if (!tournament) {
        root.replaceChildren(h('p', { class: 'empty' }, 'No tournament is served. Start the server '
            + 'with plywood serve --tournament STORE.'));
        return () => {};
    }
    if (parameters.get('game'))
        return openGame(root, tournament, parameters.get('game'), parameters.get('ply'));
    const page = new Tournament(root, tournament);
    return () => page.close();
}

/* Loads this page's style sheet, which the first page does not contain. */
function dressUp() {
    if (document.getElementById('tournament-style')) return;
    document.head.append(h('link', { id: 'tournament-style', rel: 'stylesheet',
        href: '/tournament.css' }));
}

const lineOf = (tournament, { start, moves }) => ({ game: tournament.game,
    rules: tournament.rules, start, moves });

const told = ({ names, winner, ending: how }) =>
    (winner < 0 ? `Drawn, ${ending(how)}` : `${names[winner]} wins, ${ending(how)}`);

async function openGame(root, tournament, id, ply) {
    const { games: [game] } = await api.get(`/api/tournament/games?id=${encodeURIComponent(id)}`);
    if (!game) throw new Error('There is no such game in this tournament.');
    const link = (at) => `/watch?tournament&game=${game.id}&ply=${at}`;
    const replay = new Replay({ link });
    root.replaceChildren(h('p', {}, h('a', { href: '/watch?tournament' }, '← The tournament')),
        h('h1', {}, game.names.join(' – ')), h('p', { class: 'faint' }, told(game)),
        h('div', { class: 'alone' }, replay.element));
    const { position } = await api.position({ ...lineOf(tournament, game), moves: [] });
    const names = position.side === 0 ? game.names : [...game.names].reverse();
    await replay.load(lineOf(tournament, game), { names }, ply === null ? Infinity : Number(ply));
    return () => replay.close();
}

class Tournament {
    constructor(root, tournament) {
        Object.assign(this, { tournament, from: 0, text: '', boards: new Map(), couple: null });
        this.facts = h('p', { class: 'faint', role: 'status' });
        this.progress = h('progress', { 'aria-label': 'Games played' });
        this.body = h('tbody');
        this.pages = h('div', { class: 'buttons pager' });
        this.find = h('input', { type: 'search', placeholder: 'Find an agent',
            'aria-label': 'Find an agent', oninput: () => {
                this.text = this.find.value.trim().toLowerCase();
                this.from = 0;
                this.drawRows();
            } });
        this.live = h('div', { class: 'boards' });
        this.readout = h('p', { class: 'readout', role: 'status' });
        this.found = h('ul', { class: 'plain' });
        this.canvas = h('canvas', { tabindex: '0', role: 'img',
            'aria-label': 'Cross table as a map of colours' });
        this.build(root);
        this.draw();
        this.drawBoards();
        this.drawCross();
        this.stop = new AbortController();
        this.follow();
        this.pace = setInterval(() => this.step(), PACE);
    }

    build(root) {
        const column = (name, kind) => h('th', { scope: 'col', class: kind }, name);
        root.replaceChildren(h('p', {}, h('a', { href: '/watch' }, '← All matches')),
            h('h1', {}, this.tournament.title),
            h('p', { class: 'faint' }, [titleOf(this.tournament.game), words(this.tournament)]
                .filter((text) => text !== this.tournament.title).join(' · ')),
            this.progress, this.facts,
            h('section', { 'aria-labelledby': 'standings' },
                h('div', { class: 'headed' }, h('h2', { id: 'standings' }, 'Standings'),
                    h('div', { class: 'finder' }, this.find)),
                h('div', { class: 'card flush scrolls', tabindex: '0', role: 'region',
                    'aria-label': 'Standings' },
                h('table', { class: 'standings' }, h('thead', {}, h('tr', {}, column('#', 'number'),
                    column('Agent'), column('Rating', 'bar-of'), column('Elo', 'number middle'),
                    column('Places', 'number'), column('Next'), column('Points', 'number'),
                    column('Games', 'number wide'), column('Rank so far', 'wide'),
                    column('Faults', 'number wide'))), this.body)), this.pages),
            h('section', { 'aria-labelledby': 'boards' },
                h('h2', { id: 'boards' }, 'Latest games'), this.live),
            h('section', { 'aria-labelledby': 'cross' }, h('h2', { id: 'cross' }, 'Cross table'),
                h('div', { class: 'card mapped' }, h('div', {},
                    h('p', { class: 'faint' }, 'A row and a column for each agent, in the order of the '
                        + 'standings; a square is the score of the row against the column.'),
                    h('p', { class: 'ramp', 'aria-hidden': 'true' }, h('span', {}, 'lost all'),
                        h('i'), h('span', {}, 'won all')), this.readout, this.found),
                h('div', { class: 'map' }, this.canvas))));
    }

    close() {
        clearInterval(this.pace);
        this.stop.abort();
    }

    /* Reads the event stream until the page is left; another tab may take over the connection for a
     * while. */
    async follow() {
        const { signal } = this.stop;
        while (!signal.aborted) {
            try {
                await api.stream('/api/tournament/watch', {}, {}, (tick) => this.hear(tick), signal);
            } catch (error) {
                if (api.aborted(error) || signal.aborted) return;
                await new Promise((done) => { setTimeout(done, 3000); });
            }
        }
    }

    hear(tick) {
        const { version } = this.tournament;
        this.newest = tick.version;
        Object.assign(this.tournament, tick, { version });
        this.drawFacts();
        if (!this.asking) this.refresh();
    }

    /* Requests updates until it is up to date. */
    async refresh() {
        this.asking = true;
        try {
            while (this.newest !== this.tournament.version && !this.stop.signal.aborted) {
                const before = this.tournament.rows[0]?.name;
                this.tournament = await overview();
                this.draw();
                await Promise.all([this.drawBoards(), this.drawCross()]);
                const leader = this.tournament.rows[0]?.name;
                if (leader !== before) announce(`${leader} leads.`);
                this.newest = Math.max(this.newest, this.tournament.version);
            }
        } finally {
            this.asking = false;
        }
    }

    draw() {
        this.drawFacts();
        this.drawRows();
    }

    drawFacts() {
        const { games, planned, faults, finished, rows, rounds, seat } = this.tournament;
        this.progress.max = Math.max(1, planned, games);
        this.progress.value = finished ? this.progress.max : games;
        this.facts.textContent = [`${number(games)} of ${number(Math.max(games, planned))} games`,
            plural(rows.length, 'agent'), rounds > 1 ? `round ${rounds}` : null,
            faults ? plural(faults, 'fault') : null,
            games ? `the first move is worth ${signedNumber(seat)} Elo` : null,
            finished ? 'finished' : 'running'].filter(Boolean).join(' · ');
    }

    drawRows() {
        const all = this.tournament.rows.filter(({ name }) => name.toLowerCase().includes(this.text));
        const low = Math.min(-50, ...this.tournament.rows.map((row) => row.low));
        const high = Math.max(50, ...this.tournament.rows.map((row) => row.high));
        this.from = Math.min(this.from, Math.max(0, all.length - 1));
        this.from -= this.from % AT_ONCE;
        const shown = all.slice(this.from, this.from + AT_ONCE);
        this.body.replaceChildren(...shown.map((row) => this.row(row, low, high)));
        const pages = Math.ceil(all.length / AT_ONCE);
        this.pages.replaceChildren(...(pages < 2 ? [] : Array.from({ length: pages }, (_, i) =>
            button(`${i * AT_ONCE + 1}–${Math.min(all.length, (i + 1) * AT_ONCE)}`, () => {
                this.from = i * AT_ONCE;
                this.drawRows();
            }, { 'aria-pressed': String(i * AT_ONCE === this.from) }))));
    }

    row(row, low, high) {
        const points = Math.floor(row.points);
        const half = row.points > points ? '½' : '';
        return h('tr', { class: `${row.out ? 'out' : ''}${row.next === 'above' ? ' step' : ''}` },
            h('td', { class: 'number rank-of' }, row.rank ? String(row.rank) : '·'),
            h('th', { scope: 'row' }, h('bdi', {}, row.name),
                row.out ? h('span', { class: 'chip open' }, 'out') : null),
            h('td', { class: 'bar-of' }, whisker(row, low, high)),
            h('td', { class: 'number middle' }, signedNumber(row.elo)),
            h('td', { class: `number${row.best === row.worst ? ' strong' : ''}` },
                row.best === row.worst ? String(row.best) : `${row.best}–${row.worst}`),
            h('td', {}, row.next ? h('span', { class: `chip ${CHIPS[row.next]}` }, row.next) : ''),
            h('td', { class: 'number' }, `${points || !half ? points : ''}${half}`),
            h('td', { class: 'number wide' }, String(row.games)),
            h('td', { class: 'wide' }, moved(row.history, this.tournament.rows.length)),
            h('td', { class: 'number wide faint' }, String(row.faults)));
    }

    /* Shows the latest games: replayed in a loop, or still if the person prefers reduced motion. */
    async drawBoards() {
        const { games } = await api.get('/api/tournament/games');
        const chosen = games.slice(0, BOARDS);
        for (const [id, { element }] of this.boards)
            if (!chosen.some((game) => game.id === id)) {
                element.remove();
                this.boards.delete(id);
            }
        for (const game of chosen) if (!this.boards.has(game.id)) {
            const shown = { game, line: new api.Line(lineOf(this.tournament, game)), ply: 0,
                board: new Board({ label: `Game ${game.id}` }), players: new Players() };
            shown.element = h('article', { class: 'mini' },
                h('a', { href: `/watch?tournament&game=${game.id}` }, told(game)),
                shown.players.element, shown.board.element);
            this.boards.set(game.id, shown);
            this.live.prepend(shown.element);
            await this.drawBoard(shown, Math.ceil(game.moves.length * 0.6));
        }
        this.live.dataset.count = this.boards.size;
    }

    async drawBoard(shown, ply) {
        const { game, board, players, line } = shown;
        const before = board.position;
        const position = await line.at(ply);
        const moved = before && ply === shown.ply + 1 ? moveOf(before, game.moves[shown.ply]) : null;
        shown.ply = ply;
        board.show(position, { moved });
        /* the side that moved first */
        const first = (position.side + ply) % 2;
        players.show(position, first ? [...game.names].reverse() : game.names, 'to move');
        players.clocks(null);
    }

    /* Shows the next move on every board; a finished game stays for a while. */
    step() {
        if (document.hidden || still()) return;
        for (const shown of this.boards.values()) {
            const last = shown.game.moves.length;
            shown.rest = shown.ply < last ? REST : shown.rest - 1;
            if (shown.ply < last) this.drawBoard(shown, shown.ply + 1).catch(() => {});
            else if (shown.rest < 0) this.drawBoard(shown, 0).catch(() => {});
        }
    }

    async drawCross() {
        const { cross } = await api.get('/api/tournament/cross');
        const scores = cross.map((line) => line.split(' ')
            .map((one) => (one ? one.split(':').map(Number) : null)));
        const names = this.tournament.rows.map((row) => row.name);
        this.score = (a, b) => {
            const found = a < b ? scores[a]?.[b - a - 1] : scores[b]?.[a - b - 1];
            return found ? (a < b ? found : [found[0], 2 * found[0] - found[1]]) : null;
        };
        const share = (a, b) => { const s = this.score(a, b); return s && s[1] / (2 * s[0]); };
        const point = (a, b) => this.read(names, a, b);
        if (this.heat) {
            this.heat.onpoint = this.heat.onchoose = point;
            this.heat.update({ count: cross.length, share });
        } else {
            this.heat = new Heat(this.canvas, { count: cross.length, share, onpoint: point,
                onchoose: point });
        }
    }

    read(names, a, b) {
        const s = a === b ? null : this.score(a, b);
        this.readout.replaceChildren(h('bdi', {}, names[a]), ' – ', h('bdi', {}, names[b]),
            a === b ? '' : s ? `: ${s[1] / 2} of ${plural(s[0], 'point')} ` : ': have not met',
            s ? button('Games', () => this.listGames(names[a], names[b]), { class: 'small' }) : '');
    }

    async listGames(a, b) {
        const { games } = await api.get(`/api/tournament/games?of=${encodeURIComponent(a)}&and=${
            encodeURIComponent(b)}`);
        this.found.replaceChildren(...games.map((game) => h('li', {},
            h('a', { href: `/watch?tournament&game=${game.id}` }, `Game ${game.id}`),
            ` ${told(game)}`)));
    }
}

/* Draws a rating and its interval on a common scale. */
function whisker({ elo, low, high }, least, most) {
    const across = (value) => 240 * (value - least) / (most - least || 1);
    const round = (value) => value.toFixed(1);
    return svg('svg', { class: 'whisker', viewBox: '0 0 240 18', preserveAspectRatio: 'none',
        role: 'img', 'aria-label': `${Math.round(low)} to ${Math.round(high)}` },
    svg('path', { class: 'zero', d: `M${round(across(0))} 0v18` }),
    svg('rect', { class: 'span', x: round(across(low)), y: 5, height: 8, rx: 2,
        width: round(Math.max(2, across(high) - across(low))) }),
    svg('rect', { class: 'mid', x: round(across(elo) - 1.5), y: 2, width: 3, height: 14, rx: 1 }));
}

/* Draws the history of the rank, with the first rank at the top. */
function moved(history, count) {
    const known = history.map((rank, i) => [i, rank]).filter(([, rank]) => rank > 0);
    const [first, last] = [known[0]?.[1], known.at(-1)?.[1]];
    if (known.length < 2) return '';
    const x = (i) => (96 * i / (history.length - 1)).toFixed(1);
    const y = (rank) => (2 + 18 * (rank - 1) / Math.max(1, count - 1)).toFixed(1);
    return svg('svg', { class: 'moved', viewBox: '0 0 100 22', role: 'img',
        'aria-label': first === last ? `stayed at ${last}` : `from ${first} to ${last}` },
    svg('polyline', { points: known.map(([i, rank]) => `${x(i)},${y(rank)}`).join(' ') }),
    svg('circle', { cx: x(known.at(-1)[0]), cy: y(last), r: 2.5 }));
}
