/* story.js - the server's review of a finished game: its curve and its deciding move
 *
 * The review goes from the last move to the first; the results so far are shown. A move has a mark
 * if it gave away a chance to win (serve/review.h), and only such moves are mistakes.
 */
import * as api from '/api.js';
import { Graph } from '/graph.js';
import { outlook } from '/bar.js';

const MOST = 10;

/* Cache of whole reviews by line, so that the review of a game that has just ended opens at
 * once. */
const known = new Map();
const nameOf = ({ game, rules, start, moves }) => JSON.stringify([game, rules, start.trim(), moves]);

function remember(name, story) {
    known.set(name, story);
    if (known.size > MOST) known.delete(known.keys().next().value);
}

export class Story {
    /* onply(ply): the person clicked on the curve; changed(): there are new results. */
    constructor(line, onply, changed) {
        Object.assign(this, { line, changed });
        this.found = []; /* the server's review of each move, by ply */
        this.summary = null;
        this.graph = new Graph(onply);
    }

    /* Runs until the review is complete; throws the error of the server or the connection. */
    async run() {
        const name = nameOf(this.line);
        const told = known.get(name);
        if (told) {
            this.found = told.found;
            return this.enter({ summary: told.summary });
        }
        this.work = new AbortController();
        try {
            await api.stream('/api/review', this.line, {}, (found) => this.enter(found), this.work.signal, true);
            if (this.summary) remember(name, { found: this.found, summary: this.summary });
        } catch (error) {
            if (!api.aborted(error)) throw error;
        }
    }

    stop() {
        this.work?.abort();
    }

    enter(found) {
        if (found.summary) this.summary = found.summary;
        else if (found.ply === undefined) return;
        else this.found[found.ply] = found;
        this.draw();
        this.changed(found);
    }

    /* The expected result after a move, for the first side; undefined: not known yet. */
    after(i) {
        const one = this.found[i];
        return one && outlook(one.side, { ...one, chance: one.chance[1],
            proven: one.value_proven });
    }

    draw() {
        const expected = this.found.flatMap((one) => [[one.ply + 1, this.after(one.ply)]]);
        const first = this.found[0];
        if (first) expected.unshift([0, outlook(first.side, { value: first.best_value,
            chance: first.chance[0], decided: first.best_decided, beyond: first.best_beyond })]);
        this.graph.show(expected, this.mistakes().map(({ ply, side }) => [ply + 1, side]),
            this.line.moves.length, this.line.game);
    }

    /* The deciding move, as far as it is known. */
    deciding() {
        return this.found[this.summary?.deciding ?? -1];
    }

    /* The first of the loser's mistakes in the list. */
    worst() {
        const { side, chance } = this.found.at(-1);
        const loser = chance[1] > 0.5 ? 1 - side : side;
        return this.mistakes().find((one) => one.side === loser);
    }

    /* The moves with marks: the deciding one, then the others by lost chance. */
    mistakes() {
        const deciding = this.deciding();
        const weight = (one) => (one === deciding ? 2 : thrown(one));
        return this.found.filter((one) => one?.mark).sort((a, b) => weight(b) - weight(a));
    }
}

/* The part of the chance to win that a move gave away. */
export const thrown = ({ chance: [before, after] }) => before - after;
