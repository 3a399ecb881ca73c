/* reviewed.js - the review of a finished game, move by move: where it was won and lost */
import * as api from '/api.js';
import { figure, lead } from '/bar.js';
import { setAddress } from '/link.js';
import { gainOf } from '/moves.js';
import { Replay } from '/replay.js';
import { Story, thrown } from '/story.js';
import { Taught } from '/taught.js';
import { button, capital, h, inSentence, plural } from '/ui.js';
import { infoOf, moveOf } from '/game.js';

const percent = (part) => `${Math.round(100 * part)}\u00a0%`;

export class Reviewed {
    /* ply: the position to show first; NaN: the deciding move once it is known, else the end.
     * moment: the deciding move that the caller found. decided(ply): called when the whole review
     * has found it; undefined: there is none. */
    constructor(root, { line, names, ply, moment, clocks, title, link, keep = true,
        decided = () => {} }) {
        Object.assign(this, { line, names, keep, decided });
        this.work = new AbortController(); /* aborted when the page is left */
        this.close = () => {
            this.work.abort();
            this.story.stop();
            this.replay.close();
        };
        this.replay = new Replay({ link, onply: (at, position) => this.at(at, position, link) });
        this.story = new Story(line, (at) => this.replay.go(at), (found) => this.learn(found));
        this.replay.notes = (i) => this.notes(i);
        this.progress = h('progress', { max: line.moves.length, value: 0,
            'aria-label': 'Moves looked at' });
        this.accuracy = h('div', { class: 'accuracy' });
        this.now = h('div', { class: 'now', role: 'status' });
        this.costly = h('ol', { class: 'costly' });
        this.note = h('p', { class: 'note', role: 'alert' });
        this.taught = new Taught(this.work.signal);
        root.replaceChildren(h('h1', { class: title ? '' : 'unseen' }, title ?? 'Review'),
            this.replay.element);
        this.replay.element.dataset.game = line.game;
        this.replay.element.classList.add('reviewed');
        this.replay.side.prepend(
            h('section', { class: 'card stackup' }, h('h2', {}, 'How it went'),
                this.progress, this.story.graph.element, this.accuracy),
            h('section', { class: 'card stackup' }, h('h2', {}, 'This move'), this.now),
            h('section', { class: 'card stackup' }, h('h2', {}, 'Mistakes that mattered'),
                this.costly, this.note), this.taught.element);
        const unsaid = Number.isNaN(ply);
        this.toDecision = unsaid;
        this.replay.load(line, { names, clocks }, unsaid ? Infinity : ply).then(() => {
            if (this.work.signal.aborted) return;
            this.run();
            if (unsaid) this.seek(moment);
        });
    }

    /* Opens at the deciding move that a quick search finds; the whole review may correct it. */
    async seek(moment) {
        const { replay, line: { moves } } = this;
        if (!moves.length) return;
        const ply = moment ?? await api.moment(this.line, this.work.signal)
            .then(({ ply: at, decided }) => (decided ? at : NaN), () => NaN);
        if (!(ply < moves.length) || replay.ply < moves.length || this.story.summary) return;
        const going = replay.go(ply);
        this.sought = replay.turn;
        await going;
    }

    async run() {
        if (!this.line.moves.length) {
            this.note.textContent = 'No move was made in this game.';
            this.progress.hidden = true;
            return;
        }
        try {
            await this.story.run();
        } catch (error) {
            this.note.textContent = error.message;
        }
    }

    learn(found) {
        const { replay, story } = this;
        this.progress.value = story.found.filter(Boolean).length;
        if (found.summary) {
            this.sum(found.summary);
            this.decided(story.deciding()?.ply);
        }
        this.showCostly();
        replay.showMoves();
        story.graph.at(replay.ply);
        const there = this.toDecision
            && (replay.ply === this.line.moves.length || replay.turn === this.sought);
        if (found.summary && there) replay.go(story.deciding()?.ply ?? this.line.moves.length);
        else if ([replay.ply, replay.ply - 1].includes(found.ply)) this.at(replay.ply, replay.position);
    }

    /* The notes beside a move in the list. */
    notes(i) {
        const after = this.story.after(i);
        return [...(after ? [['grade', this.story.found[i].mark]] : []), ...gainOf(this.replay.line, i),
            ...(after ? [['value', figure(after)]] : [])];
    }

    showCostly() {
        const list = this.story.mistakes().slice(0, 6);
        const deciding = this.story.deciding();
        this.costly.replaceChildren(...list.map((one) => h('li', {},
            button([h('span', { class: `dot side${one.side}`, 'aria-hidden': 'true' }),
                h('strong', {}, `Move ${one.ply + 1}: ${one.move}`, h('span', { class: 'grade' },
                    one.mark)),
                h('span', { class: 'cost' }, `\u2212${percent(thrown(one))}`),
                one === deciding ? h('span', { class: 'verdict why' }, 'This decided the game.')
                    : null,
                h('span', { class: 'why' }, `${this.names[one.side]}; better was ${one.best}.`
                    + (one.verdict ? ` ${capital(one.verdict)}.` : ''))].filter(Boolean),
            () => this.replay.go(one.ply), { class: `mistake of${one.side}` }))));
        if (!list.length) this.costly.replaceChildren(h('li', { class: 'faint' },
            this.story.summary ? 'None: nobody threw a chance to win away.' : 'Looking…'));
    }

    /* Rounded down, so that only a game without any mistake shows 100 %. */
    sum({ accuracy, moves }) {
        this.progress.hidden = true;
        const worst = this.story.worst();
        if (worst) this.taught.offer(this.line, worst.ply);
        this.accuracy.replaceChildren(h('h3', {}, 'Accuracy'),
            ...accuracy.map((share, side) => h('div', {},
                h('span', { class: `dot side${side}`, 'aria-hidden': 'true' }),
                h('span', { class: 'name' }, this.names[side]),
                h('strong', {}, moves[side] ? `${(Math.floor(share * 10) / 10).toFixed(1)} %`
                    : '–'))),
            h('p', { class: 'faint' }, '100 % would mean that no move threw a chance to win away.'));
    }

    /* Describes the shown position: the move that comes next, and a better one. */
    at(ply, position, link) {
        const { graph, found } = this.story;
        graph.at(ply);
        if (link && this.keep) setAddress(link(ply));
        const next = found[ply];
        const past = found[ply - 1];
        this.replay.board.suggest([]);
        this.now.replaceChildren(...[past && this.sentence(past, position, 'Played as'),
            next && this.sentence(next, position, 'Next,')].filter(Boolean));
        if (!past && !next)
            this.now.replaceChildren(h('p', { class: 'faint' }, 'Not looked at yet.'));
        const better = next?.mark && moveOf(position, next.best);
        if (better) this.replay.board.suggest([{ move: better, rank: 1, proven: next.proven }]);
    }

    sentence(one, position, when) {
        const told = infoOf(position.game).counts && !one.beyond && !one.best_beyond;
        const points = told && one.loss >= 0.05
            ? `${plural(Number(one.loss.toFixed(1)), 'point')} and ` : '';
        return h('div', { class: `of${one.side} ${one.mark ? 'bad' : 'good'}` },
            h('p', {}, h('span', { class: 'faint' }, `${when} move ${one.ply + 1}: `),
                h('strong', {}, one.move, h('span', { class: 'grade' }, one.mark)),
                ` by ${inSentence(this.names[one.side])}. Expected: `,
                lead(this.story.after(one.ply), position, this.names),
                one.proven ? h('span', { class: 'seal' }, 'proven') : null),
            one.mark && one.verdict ? h('p', { class: 'verdict' }, `${capital(one.verdict)}.`) : null,
            one.mark ? h('p', {},
                `It cost ${points}${percent(thrown(one))} of the chance to win. Better: `,
                h('strong', {}, one.best), one.line?.length > 1
                    ? `, then ${one.line.slice(1, 8).join(' ')}` : '', '.') : null);
    }
}
