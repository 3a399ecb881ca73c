/* record.js - a match read from its record: from a file, or line by line while it is written
 *
 * docs/records.md describes the events. An event may come twice, because a lost connection starts
 * over. So each is stored under its number and ply and never counted.
 */

const isText = (value) => typeof value === 'string';
const isPair = (value, is) => Array.isArray(value) && value.length === 2 && value.every(is);
const isNone = (value) => value === undefined || value === null;
const isScore = (value) => isNone(value) || isPair(value, Number.isFinite);

/* The members that each kind of event must have; other events are ignored. */
const FORMS = {
    match: (e) => isText(e.game) && isPair(e.name, isText),
    start: (e) => Number.isInteger(e.number) && isText(e.input),
    move: (e) => Number.isInteger(e.number) && Number.isInteger(e.ply) && e.ply >= 0
        && isText(e.move) && isScore(e.score) && isScore(e.left),
    end: (e) => Number.isInteger(e.number) && isScore(e.score)
        && (isNone(e.ending) || isText(e.ending)),
    moment: (e) => Number.isInteger(e.number) && Number.isInteger(e.ply) && e.ply >= 0,
};

const isGood = (event) => typeof event === 'object' && event !== null && isText(event.event)
    && (FORMS[event.event]?.(event) ?? true);

/* the ending of a game that was not finished */
export const LEFT = 'left when the match was over';

const bySide = ([a, b], { first }, opener) => ((first === 'a') === (opener === 0) ? [a, b] : [b, a]);

export class MatchRecord {
    constructor() {
        this.match = null;
        this.games = [];
        this.summary = null;
        this.left = false; /* it has no summary, but is no longer written */
        this.moments = new Map(); /* the ply before the deciding move, by game number */
    }

    /* From the server's JSON of a record, which differs in details from the record itself. */
    static from({ match, games, summary }) {
        const record = new MatchRecord();
        record.match = { ...match, name: match.names };
        record.summary = summary ?? null;
        record.games = games.map((game) => ({ ...game, over: !game.running,
            ending: game.ending ?? (game.running ? null : LEFT) }));
        for (const { number, moment } of games)
            if (!isNone(moment)) record.moments.set(number, moment);
        return record;
    }

    /* Parses a record file. Throws if it is invalid; ignores an incomplete last line. */
    static read(text) {
        const record = new MatchRecord();
        const lines = text.split('\n');
        lines.forEach((line, i) => {
            if (!line.trim()) return;
            try {
                record.enter(JSON.parse(line));
            } catch (error) {
                if (i < lines.length - 1) throw new Error(`Line ${i + 1}: ${error.message}`);
            }
        });
        if (!record.match) throw new Error('This is no record of a match.');
        record.left = !record.summary;
        return record;
    }

    get over() {
        return Boolean(this.summary) || this.left;
    }

    game(number) {
        return this.games.find((game) => game.number === number);
    }

    /* Throws if the event is invalid. */
    enter(event) {
        if (!isGood(event)) throw new Error('this is no event of a record');
        if (event.event === 'match') this.match = event;
        else if (event.event === 'summary') this.summary = event;
        else if (event.event === 'start') this.enterStart(event);
        else if (event.number !== undefined) this.enterOf(this.game(event.number), event);
    }

    enterStart(event) {
        const old = this.games.findIndex((game) => game.number === event.number);
        const game = { number: event.number, attempt: event.attempt, first: event.first,
            start: event.input, moves: [], clocks: [], values: [], score: null, ending: null,
            winner: null, over: false };
        if (old < 0) this.games.push(game);
        else this.games[old] = game;
        this.games.sort((a, b) => a.number - b.number);
    }

    enterOf(game, event) {
        if (!game) return;
        if (event.event === 'move') {
            if (event.ply > game.moves.length) throw new Error('a move before it is missing');
            game.moves[event.ply] = event.move;
            game.clocks[event.ply] = event.left ?? null;
            game.values[event.ply] = event.value ?? null;
            game.score = event.score;
        } else if (event.event === 'end') {
            Object.assign(game, { over: true, ending: event.ending, winner: event.winner,
                score: event.score, detail: event.detail });
        } else if (event.event === 'moment') {
            this.moments.set(event.number, event.ply);
        } else if (event.event === 'dropped') {
            Object.assign(game, { over: true, ending: LEFT });
        }
    }

    line(game) {
        return { game: this.match.game, rules: this.match.rules, start: game.start,
            moves: game.moves };
    }

    /* The names of both sides in this game; opener: the side that moves first. */
    names(game, opener = 0) {
        return bySide(this.match.name, game, opener);
    }

    /* Both clocks after this many moves. */
    clocks(game, ply, opener = 0) {
        const { time } = this.match;
        const left = ply > 0 ? game.clocks[ply - 1] : time && [time, time];
        return left ? bySide(left, game, opener) : null;
    }

    /* Points of a and b so far, and the half-width of the 95 % interval of a's share. */
    standing() {
        const done = this.games.filter((game) => game.over
            && !['our-failure', LEFT].includes(game.ending));
        const points = done.reduce((sum, game) =>
            sum + (game.winner === 'a' ? 1 : game.winner === 'b' ? 0 : 0.5), 0);
        const count = done.length;
        const share = count ? points / count : 0.5;
        const spread = count ? 1.96 * Math.sqrt(Math.max(share * (1 - share), 0.25 / count) / count)
            : 0.5;
        return { points: [points, count - points], count, share, spread: Math.min(0.5, spread) };
    }
}

const ENDINGS = {
    score: 'by points', rule: 'by the rules', 'time-tie': 'level, more time left', tie: 'level',
    'move-cap': 'too many moves', repetition: 'by repetition',
    resigned: 'by resignation', 'out-of-time': 'on time',
};

export const ending = (name) => ENDINGS[name] ?? name;

/* How a game ended, in words. If a record of one game has no end, the game was not finished. */
export function outcome(record, game) {
    const how = game.ending === LEFT && record.games.length === 1 ? 'left before its end'
        : ending(game.ending ?? '');
    if (!game.over) return record.left ? how || LEFT : 'running';
    if (game.winner === 'a' || game.winner === 'b') {
        const name = record.match.name[game.winner === 'a' ? 0 : 1];
        const score = game.ending === 'score' && game.score
            ? [Math.max(...game.score), Math.min(...game.score)].join(' to ') : how;
        return `${name} ${name === 'You' ? 'win' : 'wins'}, ${score}`;
    }
    return game.ending === LEFT ? how : `draw, ${how}`;
}
