/* watch.js - live matches, and replays of finished ones
 *
 * /watch lists the matches, /watch?id=… shows one with its live boards, and &game=…&ply=… adds a
 * single game, so that every move of every game has an address. All data comes from the events of
 * the record; a record that is still being written simply has no end yet. /watch?tournament is
 * tournament.js.
 */
import * as api from '/api.js';
import { Board } from '/board.js';
import { Reins, askMatch, state } from '/contest.js';
import { Kept } from '/kept.js';
import { go, setAddress } from '/link.js';
import { Players } from '/players.js';
import { MatchRecord, outcome } from '/record.js';
import { recordCards } from '/records.js';
import { Replay } from '/replay.js';
import * as tournament from '/tournament.js';
import { announce, button, h, plural, signed } from '/ui.js';

/* maximum number of live boards */
const BOARDS = 4;
/* milliseconds: how long a board stays after its game is over, and between two updates */
const LINGER = 2000;
const GLANCE = 200;

export async function open(root, parameters) {
    const id = parameters.get('id');
    if (parameters.has('tournament')) return tournament.open(root, parameters);
    if (!id) return list(root);
    const page = new Match(root, id, Number(parameters.get('game')) || 0,
        Number(parameters.get('ply') ?? NaN));
    return () => page.close();
}

async function list(root) {
    const mine = new Kept({ page: '/watch', least: 2 });
    const [known, served, can] = await Promise.all([api.records(), tournament.overview(), state(),
        mine.load()]);
    const many = known.records.length + known.broken.length;
    root.replaceChildren(h('h1', {}, 'Watch'),
        h('p', { class: 'lead' }, 'Matches that are being played, and those that were.'),
        can ? invitation(can) : '',
        served ? h('p', { class: 'cards' }, tournament.card(served)) : '',
        mine.list.children.length ? h('section', { class: 'stackup' },
            h('h2', {}, 'Your matches'), mine.element) : '',
        many ? h('section', { class: 'stackup' }, h('h2', {}, 'Recorded matches'),
            recordCards(known, (record) => `/watch?id=${encodeURIComponent(record.id)}`)) : '',
        can || many || served ? '' : h('p', { class: 'empty' }, 'There is nothing to watch yet.'));
    return () => {};
}

/* The button for a new match, or the link to the running one. */
function invitation(can) {
    if (can.running)
        return h('section', { class: 'card stackup' },
            h('h2', {}, 'A match is being played', ' ', h('span', { class: 'live' }, 'live')),
            h('div', { class: 'buttons' },
                h('a', { class: 'button primary', href: `/watch?id=${can.id}` }, 'Watch it')));
    return h('section', { class: 'card stackup' }, h('h2', {}, 'Let two of them play'),
        h('p', { class: 'faint' }, 'Choose two levels, textbook agents or programs, and see who is '
            + 'better, and how sure that is.'),
        h('div', { class: 'buttons' }, button('New match…', () => askMatch(can, ({ id }) =>
            go(`/watch?id=${id}`)), { class: 'primary' })));
}

class Match {
    constructor(root, id, number, ply) {
        Object.assign(this, { id, number, ply });
        this.record = new MatchRecord();
        this.boards = new Map();
        this.found = new Map(); /* the deciding moves, by game number */
        this.work = new AbortController(); /* aborted when the page is left */
        this.address = `/watch?id=${encodeURIComponent(id)}`;
        this.title = h('h1', {}, 'A match');
        this.standing = h('div', { class: 'standing' });
        this.live = h('div', { class: 'boards' });
        this.table = h('tbody');
        const games = h('div', { class: 'card scrolls', tabindex: '0', role: 'region',
            'aria-label': 'Games' },
        h('table', {}, h('thead', {}, h('tr', {}, ['Game', 'Begins', 'Score', 'Moves', 'Result']
            .map((name) => h('th', { scope: 'col' }, name)))), this.table));
        this.alone = h('div');
        this.remark = h('p', { class: 'faint', role: 'status' });
        this.faults = [];
        this.reins = new Reins(() => this.draw());
        this.reins.follow(id);
        this.after = h('div', { class: 'buttons reins', hidden: true }, h('a', { class: 'button',
            href: `/review?id=${encodeURIComponent(id)}` }, 'Review this match'));
        root.replaceChildren(h('p', {}, h('a', { href: '/watch' }, '← All matches')), this.title,
            this.remark, this.standing, this.reins.element, this.after, this.alone, this.live, h('h2', { class: 'gap' }, 'Games'), games);
        this.leave = api.watch(id, {
            event: (event) => this.hear(event),
            fault: (line) => this.leaveOut(line),
            anew: () => this.startOver(),
            writer: (is) => {
                this.record.left = !is;
                this.draw();
            },
            fail: () => {
                if (!this.record.match) this.title.textContent = 'This match cannot be reached.';
            },
        });
    }

    close() {
        this.work.abort();
        this.leave();
        this.reins.over();
        this.replay?.close();
        clearTimeout(this.waiting);
    }

    /* A line that is not an event: skips it and goes on. */
    leaveOut(line) {
        this.faults.push(line);
        const { length } = this.faults;
        this.remark.textContent = length === 1
            ? `Line ${line} of the record cannot be read and is left out.`
            : `${length} lines of the record, the last one line ${line}, cannot be read and are left `
                + 'out.';
    }

    /* The file was truncated or replaced: starts over. */
    startOver() {
        const { left } = this.record;
        this.record = Object.assign(new MatchRecord(), { left });
        this.faults = [];
        this.replay?.close();
        this.replay = null;
        this.alone.replaceChildren();
        this.boards.clear();
        this.found.clear();
        this.live.replaceChildren();
        this.table.replaceChildren();
        this.remark.textContent = 'The record was cut or replaced; this is what it tells now.';
    }

    hear(event) {
        const { record } = this;
        record.enter(event);
        if (event.event === 'summary') {
            this.leave();
            this.reins.over();
        }
        if (this.replay?.line && event.event === 'move' && event.number === this.number)
            this.replay.extend(event.move, event.ply);
        if (event.event === 'end' && this.caughtUp)
            announce(`Game ${event.number}: ${outcome(record, record.game(event.number))}`);
        /* a long record arrives as thousands of events, so draw only when they pause (debounce) */
        this.waiting ??= setTimeout(() => {
            this.waiting = null;
            this.draw();
            this.caughtUp = true;
        }, GLANCE);
    }

    draw() {
        const { record } = this;
        if (!record.match || this.work.signal.aborted) return;
        if (this.reins.why) this.remark.textContent = `The match has ended: ${this.reins.why}.`;
        this.after.hidden = !record.over;
        this.title.textContent = record.match.name.join(' – ');
        this.drawStanding();
        this.drawTable();
        if (this.number) this.drawAlone();
        else this.drawBoards();
    }

    drawStanding() {
        const { points, count, share, spread } = this.record.standing();
        const [a, b] = this.record.match.name;
        const { summary } = this.record;
        const percent = (part) => `${Math.round(100 * part)} %`;
        /* the interval is that of pairs of games and says nothing about an unpaired game */
        const known = [summary?.elo, ...summary?.elo_interval ?? []];
        const [elo, low, high] = count % 2 === 0 && known.every(Number.isFinite)
            ? known.map((one) => signed(Math.round(one))) : [];
        const range = h('span', { class: 'low' });
        range.style.left = `${100 * Math.max(0, share - spread)}%`;
        range.style.right = `${100 * Math.max(0, 1 - share - spread)}%`;
        const point = h('span', { class: 'point' });
        point.style.left = `${100 * share}%`;
        this.standing.replaceChildren(
            h('p', { class: 'versus' }, h('span', { class: 'end' }, a),
                h('strong', {}, points.map(String).join(' : ')), h('span', {}, b)),
            h('div', { class: 'interval', role: 'img',
                'aria-label': `${a} has ${percent(share)} of the points, give or take ${
                    percent(spread)}` }, range, point),
            h('p', { class: 'faint' }, [
                `${count} of ${plural(this.record.match.games ?? count, 'game')}`,
                count ? `${percent(share)} ± ${percent(spread)} for ${a}` : null,
                high ? `Elo\u00a0${elo} (${low} … ${high})` : null,
                summary?.stopped ? 'stopped' : summary ? 'finished'
                    : this.record.left ? 'unfinished, nobody plays it any more'
                        : this.reins.paused ? 'paused' : 'running'].filter(Boolean).join(' · ')));
    }

    drawTable() {
        const { record } = this;
        this.table.replaceChildren(...record.games.map((game) => h('tr', {
            'aria-current': game.number === this.number ? 'true' : null },
        h('td', {}, h('a', { href: `${this.address}&game=${game.number}` }, `Game ${game.number}`)),
        h('td', {}, record.names(game)[0]), h('td', {}, game.score ? game.score.join(' : ') : ''),
        h('td', {}, String(game.moves.length)), h('td', {}, outcome(record, game)))));
    }

    /* Shows one game with its scrubber; follows it while it runs. */
    async drawAlone() {
        const game = this.record.game(this.number);
        if (!game || this.replay) return;
        const link = (ply) => `${this.address}&game=${this.number}&ply=${ply}`;
        const replay = new Replay({ link, onply: (ply) => setAddress(link(ply)) });
        this.replay = replay;
        this.alone.replaceChildren(replay.element,
            h('p', { class: 'links' },
                h('a', { href: `/review?id=${encodeURIComponent(this.id)}&game=${this.number}` },
                    'Review this game'),
                h('a', { href: this.address }, 'All boards of this match')));
        this.alone.className = 'alone';
        const opener = await api.opener(this.record.line(game));
        if (replay !== this.replay) return;
        replay.load(this.record.line(game), { names: this.record.names(game, opener),
            clocks: (ply) => this.record.clocks(this.record.game(this.number), ply, opener) },
        Number.isNaN(this.ply) ? game.moves.length : this.ply);
    }

    /* Shows the running games or, after the match, the closest games, which are the most
     * interesting. */
    drawBoards() {
        const { games, over } = this.record;
        const running = games.filter((game) => !game.over);
        const margin = ({ score, winner }) => (winner ? Math.abs(score[0] - score[1]) : -1);
        const ended = games.filter((game) => game.over && game.score && game.moves.length);
        const closest = [...ended].sort((a, b) => margin(a) - margin(b)).slice(0, BOARDS)
            .sort((a, b) => a.number - b.number);
        const chosen = running.length && !over ? this.followed(running)
            : over && ended.length ? closest : [...ended, ...running].slice(-BOARDS);
        for (const [number, shown] of this.boards)
            if (!chosen.some((game) => game.number === number)) {
                shown.element.remove();
                this.boards.delete(number);
            }
        for (const game of chosen) this.drawBoard(game);
        this.live.dataset.count = chosen.length;
    }

    /* The running games. A board keeps its finished game for a while, because quick agents would
     * make the boards flicker. */
    followed(running) {
        const now = Date.now();
        const places = Math.min(BOARDS, running.length);
        const stay = [...this.boards].map(([number, shown]) => {
            const game = this.record.game(number);
            if (game.over) shown.ended ??= now;
            return game.over && now - shown.ended > LINGER ? null : game;
        }).filter(Boolean).slice(-places);
        const others = running.filter((game) => !stay.includes(game));
        return [...stay, ...others.slice(stay.length - places || others.length)]
            .sort((a, b) => a.number - b.number);
    }

    /* The ply at which a game is shown: the latest one or, after the match, the one before the
     * deciding move. */
    async momentOf(game) {
        if (!this.record.over || !game.over || !game.moves.length) return game.moves.length;
        if (!this.found.has(game.number))
            this.found.set(game.number,
                await api.moment(this.record.line(game), this.work.signal));
        return this.found.get(game.number).ply;
    }

    async drawBoard(game) {
        let shown = this.boards.get(game.number);
        if (!shown) {
            const board = new Board({ label: `Game ${game.number}` });
            const players = new Players();
            const caption = h('a', { href: `${this.address}&game=${game.number}` });
            shown = { board, players, caption, ply: -1,
                element: h('article', { class: 'mini' }, caption, players.element, board.element) };
            this.boards.set(game.number, shown);
            this.live.append(shown.element);
        }
        const over = game.over ? outcome(this.record, game) : `move ${game.moves.length}`;
        shown.caption.textContent = `Game ${game.number}: ${over}`;
        const stateNow = () => `${game.moves.length} ${this.record.over} ${this.reins.paused}`;
        const state = stateNow();
        if (shown.state === state || shown.asking) return;
        shown.asking = true;
        let ply = game.moves.length;
        try {
            /* show a position while the deciding move is being searched */
            if (this.record.over && shown.ply < 0) await this.setBoard(shown, game, ply, false);
            ply = await this.momentOf(game);
            const telling = ply < game.moves.length;
            if (telling) {
                const { decided } = this.found.get(game.number);
                shown.caption.textContent = `Game ${game.number}: ${over}. Before move ${ply + 1}, ${
                    game.moves[ply]}, which ${decided ? 'decided it' : 'told most'}`;
                shown.caption.href = `/review?id=${encodeURIComponent(this.id)}&game=${
                    game.number}&ply=${ply}`;
            }
            await this.setBoard(shown, game, ply, telling);
        } catch (error) {
            shown.caption.textContent = `Game ${game.number}: ${error.message}`;
        } finally {
            /* after an error, retry only when there is another move */
            shown.asking = false;
            shown.state = state;
        }
        if (state !== stateNow()) this.drawBoard(game);
    }

    async setBoard(shown, game, ply, telling) {
        const { position } = await api.position({ ...this.record.line(game),
            moves: game.moves.slice(0, ply) });
        const moved = ply === shown.ply + 1 ? position.last : null;
        const opener = (position.side + ply) % 2;
        shown.ply = ply;
        shown.board.show(position, { moved });
        shown.players.show(position, this.record.names(game, opener),
            telling || this.record.over ? 'to move' : this.reins.paused ? 'paused' : 'thinks…');
        shown.players.clocks(this.record.clocks(game, ply, opener));
    }
}
