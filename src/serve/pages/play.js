/* play.js - the page on which a person plays
 *
 * A game starts by itself, so that there is a board at once. The tab keeps one unfinished game for
 * each of the site's games. The number this.turn changes whenever the game moves on: code that
 * waited for an answer compares it and leaves the board alone if it has changed.
 */
import * as api from '/api.js';
import { Board } from '/board.js';
import { toFragment, fromFragment } from '/link.js';
import { Legend } from '/legend.js';
import { Moves, gainOf } from '/moves.js';
import { Players } from '/players.js';
import { askSetup, beginning, lastGame, opponentChoices, remember, remembered } from '/setup.js';
import { draw, wish } from '/setup.js';
import { announce, button, capital, confirmed, h, plural, select, sign } from '/ui.js';
import { still, toast } from '/ui.js';
import { icon, infoOf, moveOf, pageOf, sidesOf } from '/game.js';
import { given } from '/given.js';
import { stepKeys } from '/keys.js';
import { sound } from '/sound.js';
import { bring, lostFor } from '/connection.js';
import * as shelf from '/shelf.js';

const KEPT = 'plywood.games';

export async function open(root, parameters) {
    const page = new Play(root);
    await page.enter(fromFragment(), parameters.get('game') ?? lastGame());
    return () => page.leave();
}

class Play {
    constructor(root) {
        this.games = given.known.games;
        this.opponents = given.known.opponents ?? [];
        this.turn = 0;
        this.view = null; /* the ply shown; null: the current position */
        this.result = null;
        this.fault = null; /* why the opponent has not answered, in words */
        this.clock = null;
        this.pending = null; /* a move of the person that the server has not confirmed yet */
        this.board = new Board({ label: 'Board', onmove: (move) => this.make(move),
            onrefuse: (squares) => this.refuse(squares) });
        this.legend = new Legend();
        this.players = new Players();
        this.layOut(root);
        this.ticking = setInterval(() => this.tick(), 100);
        this.endKeys = stepKeys((by) => this.step(by), (event) => this.key(event));
    }

    layOut(root) {
        this.picker = h('div', { class: 'picker', role: 'group', 'aria-label': 'Which game' },
            this.games.map((game) => h('button', { type: 'button', 'data-game': game.name,
                title: game.title, onclick: () => this.turnTo(game.name) },
            icon(game.name), h('span', { class: 'title' }, game.title))));
        this.status = h('div', { class: 'status' });
        this.goal = h('p', { class: 'goal faint' });
        this.hintText = h('p', { class: 'hint', hidden: true });
        this.opponent = h('div', { class: 'opponent' });
        this.moves = new Moves((ply) => this.look(ply));
        const action = (name, text, act) => button([sign(name), text], act);
        this.buttons = {
            hint: action('hint', 'Hint', () => this.hint()),
            back: action('undo', 'Take back', () => this.takeBack()),
            resign: action('flag', 'Resign', () => this.resign()),
            fresh: action('fresh', 'New game…', () => this.ask()),
        };
        this.links = {
            analyse: h('a', {}, 'Analyse this position'),
            review: h('a', {}, 'Review this game'),
        };
        this.side = h('aside', { class: 'side', 'aria-label': 'What you can do' }, this.hintText,
            h('div', { class: 'buttons thumb' }, Object.values(this.buttons)), this.opponent,
            this.goal, h('p', { class: 'links' }, Object.values(this.links)));
        root.replaceChildren(h('h1', { class: 'unseen' }, 'Play'),
            h('div', { class: 'table' }, this.picker, this.players.element,
                h('section', { class: 'arena', 'aria-label': 'The game' }, this.board.element,
                    this.legend.element),
                this.moves.element, this.side));
        this.wide = matchMedia('(min-width: 60rem)');
        this.place = () => {
            if (this.wide.matches) this.side.prepend(this.status);
            else this.players.element.after(this.status);
        };
        this.wide.addEventListener('change', this.place);
        this.place();
    }

    async enter(handed, wanted) {
        if (handed) {
            history.replaceState(null, '', '/');
            return this.playOn(handed);
        }
        const names = this.games.map((game) => game.name);
        return this.pickGame(names.includes(wanted) ? wanted : names[0]);
    }

    leave() {
        this.stop();
        clearInterval(this.ticking);
        this.endKeys();
        this.wide.removeEventListener('change', this.place);
    }

    /* Puts the game's name into the address, so that a reload shows the same game. */
    turnTo(name) {
        history.replaceState(null, '', `/?game=${name}`);
        return this.pickGame(name);
    }

    /* Continues this game's unfinished game, or starts a new one. */
    async pickGame(name) {
        const kept = unfinished()[name];
        const setup = remembered(infoOf(name), this.opponents);
        if (!kept) return this.start(setup);
        try {
            await this.set({ ...setup, ...kept.setup }, kept.line, kept);
        } catch {
            await this.start(setup);
        }
    }

    async start(wanted) {
        const setup = draw(wanted);
        this.stop();
        const { turn } = this;
        this.board.wait();
        this.showSetup(setup);
        const { game } = setup;
        try {
            const { start, position } = await api.begin(beginning(setup));
            if (turn !== this.turn) return;
            remember(setup);
            await this.set(setup, { game, rules: position.rules, start, moves: [] }, { position });
        } catch (error) {
            toast(error.message);
            if (turn !== this.turn || !this.position) return;
            this.showSetup(this.setup);
            await this.go(this.position, null);
        }
    }

    /* Plays a position from another page; the person plays the side to move. */
    async playOn({ game, rules, start, ply, moves }) {
        try {
            const line = { game, rules, start, moves: moves.slice(0, ply) };
            const { position } = await api.position(line);
            const setup = remembered(infoOf(position.game), this.opponents);
            await this.set({ ...setup, size: position.size, rules: position.rules,
                seat: String(position.side) },
            { ...line, game: position.game, rules: position.rules }, { position });
        } catch (error) {
            toast(error.message);
            await this.pickGame(this.games[0].name);
        }
    }

    async set(setup, line, { clock = null, position: now = null, id = shelf.draw(),
        scores = [], against = [[0, setup.opponent]] } = {}) {
        if (this.line && !this.result && this.id !== id) this.shelve(true);
        this.stop();
        this.setup = setup; /* always the setup of this.line */
        this.id = id;
        this.scores = scores;
        this.against = against; /* [ply, opponent], each from this ply on */
        this.line = new api.Line(line, now);
        this.result = null;
        this.view = null;
        const { game_seconds: game, move_seconds: move } = infoOf(setup.game);
        const seconds = game || move;
        this.clock = setup.clock === 'course' ? clock ?? [seconds, seconds] : null;
        this.showSetup(setup);
        announce(infoOf(setup.game).title); /* replaces the announcement of the last game's end */
        const { turn } = this;
        const position = await this.line.at(this.line.moves.length);
        if (turn !== this.turn) return;
        this.opener = (position.side + this.line.moves.length) % 2;
        this.board.grid.setAttribute('aria-label', infoOf(setup.game).title);
        await this.go(position, null);
    }

    /* Shows the setup of the game on the board, or of the one that is about to begin. */
    showSetup(setup) {
        this.wanted = setup;
        const info = infoOf(setup.game);
        this.goal.textContent = info.goal ?? '';
        for (const one of this.picker.children)
            one.setAttribute('aria-pressed', String(one.dataset.game === info.name));
        const choice = select(opponentChoices(info, this.opponents),
            setup.opponent, (value) => this.setOpponent(setup, value));
        choice.id = 'opponent';
        this.opponent.replaceChildren(h('label', { for: 'opponent' }, 'Opponent'), choice);
        this.opponent.hidden = setup.seat === 'both';
    }

    /* Replaces the opponent. If it is the opponent's turn, the new one moves at once. A finished
     * game keeps its opponents. */
    setOpponent(setup, value) {
        setup.opponent = value;
        remember(setup);
        if (setup !== this.setup || this.result) return;
        this.meet(this.line.moves.length);
        if (this.begun()) toast(`The opponent is now ${this.titleOf(value)}.`);
        if (this.human(this.position.side)) {
            this.keep();
            this.refresh();
        } else {
            this.go(this.position, null);
        }
    }

    human(side) {
        return this.setup.seat === 'both' || this.setup.seat === String(side);
    }

    /* Records that the chosen opponent plays from this ply on. An opponent who has not moved is
     * dropped from the list. */
    meet(ply) {
        const next = (i) => Math.min(ply, this.against[i + 1]?.[0] ?? ply);
        const moved = this.against.filter(([from], i) => this.line.moves.slice(0, next(i))
            .some((_, at) => at >= from && !this.human(this.mover(at))));
        this.against = [...moved, [ply, this.setup.opponent]];
    }

    titleOf(opponent) {
        return opponentChoices(infoOf(this.setup.game), this.opponents)
            .find(([value]) => value === opponent)?.[1] ?? 'Plywood';
    }

    names() {
        const program = (title) => title.startsWith('Program: ');
        const inTurn = (words) => words.filter((word, i) => word !== words[i - 1]).join(', then ');
        const titles = this.against.map(([, opponent]) => this.titleOf(opponent));
        const sides = sidesOf(this.setup.game);
        const other = inTurn(titles.map((title) => (program(title) ? title.slice(9) : 'Plywood')));
        this.level = inTurn(titles.map((title) => (program(title) ? 'program' : title)));
        return [0, 1].map((side) => {
            if (this.setup.seat === 'both') return sides[side];
            if (this.setup.seat === 'none') return `${other}, ${sides[side]}`;
            return this.human(side) ? 'You' : other;
        });
    }

    /* Stops everything that is in progress. */
    stop() {
        this.turn++;
        this.thinking?.abort();
        this.thinking = null;
        this.fault = null;
        this.pending = null;
        this.endStory?.();
        this.endStory = null;
        this.story = h('div');
    }

    /* Shows the current position and lets the side to move play. */
    async go(position, moved) {
        this.stop();
        const { turn } = this;
        this.position = position;
        this.view = null;
        this.scores.length = this.line.moves.length;
        this.scores.push(position.score);
        this.hintText.hidden = true;
        if (position.over && !this.result) this.result = this.ending(position);
        const mine = !this.result && this.human(position.side);
        this.moveBegan = performance.now();
        this.refresh();
        this.keep();
        const resting = this.board.show(position, { active: mine, moved });
        if (moved && !this.result) sound('move');
        if (this.result) return this.finished();
        if (!mine) await this.think(turn, resting);
    }

    /* Explains why the touched squares make no move. */
    async refuse(squares) {
        const { turn, view, position, result } = this;
        if (!position || this.board.element.ariaBusy) return;
        let words = result ? 'The game is over.' : 'It is not your turn.';
        if (view !== null) words = 'This is an earlier position.';
        else if (this.pending) words = this.waiting();
        else if (lostFor()) words = 'The connection to the server is lost.';
        else if (!result && this.human(position.side)) {
            words = await api.why(this.line.until(this.line.moves.length), squares);
            if (turn !== this.turn || view !== this.view) return;
        }
        this.board.refuse(words);
    }

    waiting() {
        return lostFor() ? `Your move ${this.pending.move} waits until the connection is back.`
            : `Your move ${this.pending.move} is on its way.`;
    }

    /* Makes the person's move. It is part of the game once the server has confirmed it; until then
     * it can be taken back. */
    async make(move) {
        if (this.view !== null || this.result || this.pending) return;
        this.spend();
        const turn = ++this.turn;
        this.pending = move;
        this.buttons.back.disabled = false;
        try {
            const position = await this.line.beyond(move.move);
            if (turn === this.turn) await this.follow(move, position);
        } catch (error) {
            toast(error.message);
            if (turn === this.turn) await this.go(this.position, null);
        }
    }

    /* Continues with the position after a move. */
    async follow(move, position) {
        announce(this.told(this.names()[this.position.side], move, position));
        this.line.play(this.line.moves.length, move.move, position);
        if (this.view !== null) this.board.show(this.position);
        await this.go(position, move);
    }

    told(who, move, position) {
        const words = pageOf(position.game).told(move);
        const said = who === 'You' ? words.replace(/^(\w+?)s\b/, '$1') : words;
        const [first, second] = position.score;
        const score = infoOf(position.game).counts ? ` ${first} to ${second}.` : '';
        return `${who} ${said}.${score}${this.human(position.side) && !position.over
            ? ' Your turn.' : ''}`;
    }

    async think(turn, resting) {
        const thinking = this.thinking = new AbortController();
        const [sort, id] = this.setup.opponent.split(/:(.*)/);
        const options = sort === 'program' ? { opponent: id } : { level: Number(id) };
        if (this.clock) options.clock = { remaining: this.clock[this.position.side] };
        try {
            const [reply] = await Promise.all([
                api.move(this.line.until(this.line.moves.length), options, thinking.signal),
                resting,
                new Promise((done) => { setTimeout(done, still() ? 0 : 350); }),
            ]);
            if (turn !== this.turn) return;
            this.spend(reply.seconds);
            await this.follow(moveOf(this.position, reply.move), reply.position);
        } catch (error) {
            if (api.aborted(error) || turn !== this.turn) return;
            this.fault = error.message.replace(/\.?$/, '.');
            this.refresh();
            announce(`The opponent did not answer: ${this.fault}`);
        }
    }

    /* Subtracts the move's time from the mover's clock; a person's clock measures elapsed time. */
    spend(seconds = (performance.now() - this.moveBegan) / 1000) {
        if (!this.clock) return;
        const { side } = this.position;
        const { game_seconds: whole, move_seconds: one } = infoOf(this.setup.game);
        this.clock[side] = whole ? Math.max(0, this.clock[side] - seconds) : one;
    }

    tick() {
        if (this.pending && lostFor() && this.view === null && this.board.held !== this.pending) {
            this.board.hold(this.pending);
            this.say(h('p', { class: 'headline' }, this.waiting()));
            announce(this.waiting());
        }
        if (!this.clock || this.result || this.fault || this.pending || !this.position) return;
        /* clocks stop while the server cannot be reached */
        const lost = lostFor();
        if (lost) this.moveBegan = Math.max(this.moveBegan, performance.now() - this.ticked);
        else this.ticked = performance.now() - this.moveBegan;
        const { side } = this.position;
        const shown = [...this.clock];
        shown[side] -= (performance.now() - this.moveBegan) / 1000;
        this.players.clocks(shown);
        if (shown[side] > 0 || !this.human(side)) return;
        this.clock[side] = 0;
        this.end({ winner: 1 - side, why: 'the time is up', ending: 'out-of-time' });
    }

    ending(position) {
        let { winner } = position;
        let why = position.meaning.replace(/^[^:]*: |\.$/g, '');
        let ending = winner === null && position.ending === 'score' ? 'tie' : position.ending;
        if (winner === null && this.clock && infoOf(this.setup.game).game_seconds
            && this.clock[0] !== this.clock[1]) {
            winner = this.clock[0] > this.clock[1] ? 0 : 1;
            why = `${why}; level, and more time was left`;
            if (ending === 'tie') ending = 'time-tie';
        }
        return { winner, why, ending };
    }

    end(result) {
        this.stop();
        this.result = result;
        this.hintText.hidden = true;
        this.board.show(this.position);
        this.refresh();
        this.keep();
        this.finished();
    }

    finished() {
        sound('end');
        this.status.scrollIntoView({ block: 'nearest' });
        this.tellStory();
        announce(this.headline().join(''));
    }

    /* Who won, and why: the two halves of a sentence. */
    headline() {
        const { winner, why } = this.result;
        const [first, second] = this.position.score;
        const score = infoOf(this.position.game).counts
            ? `, ${Math.max(first, second)} to ${Math.min(first, second)}` : '';
        const name = this.names()[winner];
        const who = winner === null ? 'A draw' : name === 'You' ? 'You win' : `${name} wins`;
        return [`${who}${this.position.over ? score : ''}: `, `${why}.`];
    }

    /* Shows how the game went, below the result, once the review has it. */
    async tellStory() {
        const { turn } = this;
        if (!this.line.moves.length) return;
        const { ending } = await bring(() => import('/ending.js'));
        if (turn !== this.turn) return;
        const { length } = this.line.moves;
        const { element, stop } = ending(this.line.until(length), this.names(),
            (ply) => this.look(ply), (ply) => shelf.decide(this.id, 1, ply));
        this.story.replaceChildren(element);
        this.endStory = stop;
    }

    say(...parts) {
        this.status.className = 'status';
        this.status.replaceChildren(...parts);
    }

    refresh() {
        const { position, result } = this;
        const mine = this.human(position.side);
        const names = this.names();
        const person = names[position.side] === 'You' ? 'your turn' : 'to move';
        const other = this.fault ? 'did not answer' : 'thinks…';
        const others = sidesOf(position.game).map((name, side) => (this.human(side) ? name
            : this.level));
        this.players.show(position, names, result || this.view !== null ? null : mine ? person : other, others);
        this.players.clocks(this.clock);
        this.legend.show(position, names);
        if (this.view !== null) this.sayView();
        else if (result) this.sayResult();
        else if (this.fault) this.sayFault();
        else this.sayTurn(mine, names);
        const plies = this.line.moves.length;
        this.buttons.hint.disabled = !mine || this.view !== null;
        this.buttons.back.disabled = !this.pending && this.backTo() === null;
        this.buttons.resign.disabled = this.setup.seat === 'none' || plies === 0;
        this.buttons.hint.hidden = this.buttons.resign.hidden = this.goal.hidden = Boolean(result);
        const ply = this.view ?? plies;
        this.links.analyse.href = `/analyse${toFragment(this.line.until(ply))}`;
        this.links.review.href = this.reviewAddress();
        this.links.review.hidden = plies === 0 || Boolean(result);
        this.showMoves();
    }

    /* Shows what to do next. A pass, a move without squares, has a button. */
    sayTurn(mine, names) {
        const { position } = this;
        const { stuck, turn } = pageOf(position.game);
        const name = names[position.side];
        const say = (words, passes = []) => this.say(h('p', { class: 'headline' }, words),
            ...passes.map((pass) => button(capital(pass.move), () => this.make(pass),
                { class: 'primary' })));
        if (!mine) return say(`${name} is thinking…`);
        const passes = position.legal.filter((move) => !move.cells.length);
        if (passes.length === position.legal.length) return say(stuck, passes);
        const who = this.setup.seat === 'both' ? `${name}:` : 'Your turn.';
        return say(`${who} ${turn(position)}`, passes);
    }

    /* The review's address, which opens a finished game at its deciding move. */
    reviewAddress() {
        const { length } = this.line.moves;
        return `/review${toFragment(this.line.until(length), this.result ? null : length,
            this.names())}`;
    }

    sayFault() {
        this.say(h('p', { class: 'headline' }, 'The opponent did not answer.'),
            h('p', {}, `The reason: ${this.fault}`),
            h('p', { class: 'faint' }, 'Ask again, or choose another opponent below.'),
            h('div', { class: 'buttons' },
                button('Ask again', () => this.go(this.position, null), { class: 'primary' })));
    }

    sayResult() {
        const { winner } = this.result;
        const mood = winner === null ? 'draw' : this.human(winner) ? 'win' : 'loss';
        const [who, why] = this.headline();
        this.say(h('p', { class: 'headline' }, who, h('span', {}, why)),
            this.story,
            h('div', { class: 'buttons' },
                button('Play again', () => this.start(wish(this.setup)), { class: 'primary' }),
                this.line.moves.length ? h('a', { class: 'button', href: this.reviewAddress() },
                    'Review the game') : null));
        this.status.classList.add('result', mood);
    }

    sayView() {
        const ply = this.view;
        this.say(h('p', { class: 'headline' }, ply === 0 ? 'The start.'
            : `After move ${ply} of ${this.line.moves.length}.`),
        h('div', { class: 'buttons' },
            button('Play on from here', () => this.rewind(ply), { class: 'primary' }),
            button('Back to the game', () => this.back())));
    }

    showMoves() {
        this.moves.show(this.line, this.mover(0), this.view ?? this.line.moves.length,
            (i) => gainOf(this.line, i));
    }

    /* The side that made the move of this ply. Sides alternate; a pass is also a move. */
    mover(ply) {
        return (this.opener + ply) % 2;
    }

    /* Shows an earlier position; the game waits. */
    async look(ply) {
        const turn = this.turn;
        const position = await this.line.at(ply);
        if (turn !== this.turn) return;
        if (ply === this.line.moves.length) return this.back();
        this.view = ply;
        this.board.show(position);
        this.refresh();
    }

    /* Keys step through the moves; u and Ctrl+Z take back, like the button. */
    step(by) {
        const last = this.line?.moves.length;
        if (!last) return;
        const ply = Math.min(last, Math.max(0, (this.view ?? last) + by));
        if (ply !== (this.view ?? last)) this.look(ply);
    }

    key(event) {
        const far = event.ctrlKey || event.metaKey;
        const { hint } = this.buttons;
        if (event.key === 'h' && !far && !hint.disabled && !hint.hidden) return hint.click();
        const undo = far ? event.key === 'z' : event.key === 'u';
        if (!undo || event.shiftKey || !this.line) return;
        event.preventDefault();
        this.takeBack();
    }

    back() {
        this.view = null;
        this.board.show(this.position,
            { active: !this.result && !this.pending && this.human(this.position.side) });
        this.refresh();
    }

    async rewind(ply) {
        this.stop();
        this.result = null;
        this.view = null;
        this.line.cut(ply);
        this.meet(ply);
        const turn = this.turn;
        const position = await this.line.at(ply);
        if (turn !== this.turn) return;
        if (this.setup.seat !== 'both') this.setup.seat = String(position.side);
        await this.go(position, null);
    }

    /* The ply of the person's last choice, or null. */
    backTo() {
        const plies = this.line.moves.length;
        if (this.setup.seat === 'none' || this.view !== null) return null;
        for (let ply = plies - 1; ply >= 0; ply--)
            if (this.human(this.mover(ply))) return ply;
        return null;
    }

    async takeBack() {
        if (this.pending) {
            await this.go(this.position, null);
            return announce('Taken back.');
        }
        const ply = this.backTo();
        if (ply === null) return;
        await this.rewind(ply);
        announce(`Taken back. ${plural(ply, 'move')} made.`);
    }

    async hint() {
        const turn = this.turn;
        this.hintText.hidden = false;
        this.hintText.textContent = 'Looking…';
        const thinking = this.thinking = new AbortController();
        try {
            const line = this.line.until(this.line.moves.length);
            const reply = await api.hint(line, thinking.signal);
            if (turn !== this.turn) return;
            const move = moveOf(this.position, reply.move);
            if (move) this.board.suggest([{ move, rank: 1, proven: reply.proven }]);
            this.hintText.replaceChildren(h('strong', {}, reply.move), ` ${reply.reason}`);
            this.hintText.scrollIntoView({ block: 'nearest' });
            announce(`Hint: ${reply.move} ${reply.reason}`);
        } catch (error) {
            if (!api.aborted(error)) this.hintText.textContent = error.message;
        }
    }

    async resign() {
        const { line } = this;
        if (!await confirmed('Resign this game?', 'Resign', 'Play on')) return;
        if (line !== this.line || this.result) return;
        const loser = this.setup.seat === 'both' ? this.position.side : Number(this.setup.seat);
        if (this.view !== null) this.view = null;
        const who = this.setup.seat === 'both' ? this.names()[loser] : 'you';
        this.end({ winner: 1 - loser, why: `${who} resigned`, ending: 'resigned' });
    }

    ask() {
        askSetup(infoOf(this.wanted.game), this.opponents, wish(this.wanted),
            (setup) => this.start(setup), this.result || !this.begun() ? ''
                : 'The game on the board is not over. A new one takes its place.');
    }

    /* True if a person has made a move in this game. */
    begun() {
        return this.line?.moves.some((_, ply) => this.human(this.mover(ply)));
    }

    /* Stores unfinished games in the tab, so that neither a reload nor another page loses one. */
    keep() {
        const all = unfinished();
        if (this.result) delete all[this.setup.game];
        else all[this.setup.game] = { setup: this.setup, clock: this.clock, id: this.id,
            scores: this.scores, against: this.against,
            line: this.line.until(this.line.moves.length) };
        try {
            sessionStorage.setItem(KEPT, JSON.stringify(all));
        } catch { /* storage is full or disabled: a reload starts a new game */ }
        this.shelve(Boolean(this.result));
    }

    /* Stores a game of two or more moves in the browser and on the server. once: the game is over,
     * or another one begins. */
    shelve(once) {
        const { length } = this.line.moves;
        const { winner = null, ending } = this.result ?? {};
        const told = `${this.id} ${length} ${ending} ${once}`;
        if (length < 2 || told === this.shelved) return;
        this.shelved = told;
        const first = this.opener;
        const sides = (pair) => pair && [pair[first], pair[1 - first]];
        const { game_seconds: time, move_seconds: cap } = infoOf(this.setup.game);
        shelf.keep(this.id, this.line.until(length), {
            names: sides(this.names().map((name) => (name === 'Plywood'
                ? `Plywood, ${this.level}` : name))),
            scores: this.scores.map(sides),
            result: this.result && { winner: winner === null ? null : winner ^ first, ending },
            ...this.clock && { time, cap } }, once);
    }
}

function unfinished() {
    try {
        return JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
    } catch {
        return {};
    }
}
