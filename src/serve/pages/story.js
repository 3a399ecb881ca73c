/* story.js - a game that is over as the server's review tells it: the curve, and where it was decided
 *
 * The review comes from the last move to the first; what is known so far is shown. A move has a mark
 * if it threw a chance to win away (serve/review.h), and only such moves are mistakes.
 */
import * as api from '/api.js';
import { Graph } from '/graph.js';
import { outlook } from '/bar.js';

const MOST = 10;

/* Whole reviews by their lines: the review of a game that has just ended is there at once. */
const known = new Map();
const nameOf = ({ game, rules, start, moves }) => JSON.stringify([game, rules, start.trim(), moves]);

function remember(name, story) {
    known.set(name, story);
    if (known.size > MOST) known.delete(known.keys().next().value);
}

export class Story {
    /* onply(ply): somebody touched the curve; changed(): something more is known. */
    constructor(line, onply, changed) {
        Object.assign(this, { line, changed });
        this.found = []; /* by ply: what the server says of the move */
        this.summary = null;
        this.graph = new Graph(onply);
    }

    /* Until everything is known; throws what the server or the connection says. */
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

    /* What is to be expected after a move, by the first side; undefined: not known yet. */
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

    /* The move that decided the game, as far as that is known. */
    deciding() {
        return this.found[this.summary?.deciding ?? -1];
    }

    /* The loser's first mistake in the list. */
    worst() {
        const { side, chance } = this.found.at(-1);
        const loser = chance[1] > 0.5 ? 1 - side : side;
        return this.mistakes().find((one) => one.side === loser);
    }

    /* The moves with marks: the one that decided, then those that threw most away. */
    mistakes() {
        const deciding = this.deciding();
        const weight = (one) => (one === deciding ? 2 : thrown(one));
        return this.found.filter((one) => one?.mark).sort((a, b) => weight(b) - weight(a));
    }
}

/* The part of the chance to win that a move threw away. */
export const thrown = ({ chance: [before, after] }) => before - after;
