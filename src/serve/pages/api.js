/* api.js - the calls to the server
 *
 * The server keeps no state of a game: a line of play is {game, rules, start, moves}, and every
 * call carries it. So taking back a move, playing on from any position and linking to a move cost
 * nothing.
 */
import { back, reach } from '/connection.js';
import { load } from '/game.js';
import { given } from '/given.js';

/* Returns the complete body of the answer, or throws an error with the reason and the answer's
 * status. Repeats a request whose answer broke off. */
async function ask(path, options) {
    for (;;) {
        const response = await reach(path, options);
        try {
            const text = await response.text();
            if (response.ok && text.trim()) return text;
            if (!response.ok)
                throw Object.assign(new Error(reason(text, response.status)),
                    { status: response.status });
        } catch (error) {
            if (error.name !== 'TypeError') throw error;
        }
        await back(options?.signal);
    }
}

function reason(text, status) {
    try {
        return JSON.parse(text).error;
    } catch {
        return `The server answered ${status}.`;
    }
}

const posted = (body, signal) => ({ method: 'POST', body, signal,
    headers: { 'Content-Type': 'application/json' } });

const post = async (path, body, signal) =>
    JSON.parse(await ask(path, posted(JSON.stringify(body), signal)));

export const get = async (path) => JSON.parse(await ask(path));

/* An answer with a position, after the modules that draw its game are loaded. */
async function shown(reply) {
    await load(reply.position.game);
    return reply;
}

/* A new game. Uses the one that came with the document if it has this setup and is unused. */
export async function begin(setup) {
    const { first } = given;
    given.first = null;
    const same = first && Object.entries(setup).every(([name, value]) =>
        first.position[name] === value);
    return shown(same ? first : await post('/api/new', setup));
}

export async function position(line) {
    return shown(await post('/api/position', bare(line)));
}

/* The position file of a board set up by hand: a brush number for each square, and the side to
 * move. The line's start gives size and rules. */
export async function compose(line, side, cells) {
    return (await post('/api/compose', { ...bare(line), side, cells })).input;
}

/* Why the squares that a person touched, [row, column] each, make no move. Always returns a
 * sentence. */
export async function why(line, touch) {
    try {
        return (await post('/api/why', { ...bare(line), touch })).why;
    } catch (error) {
        return error.message;
    }
}

/* An opponent's move and the position after it. */
export const move = (line, options, signal) =>
    post('/api/move', { ...bare(line), ...options }, signal);

export const hint = (line, signal) => post('/api/hint', bare(line), signal);

/* The side that moves first; in some starts it is the second side. */
export const opener = async (line) => (await position({ ...line, moves: [] })).position.side;

/* The ply before the deciding move of a game: {ply, decided}. */
export const moment = (line, signal) => post('/api/moment', bare(line), signal);

export const mistake = (line, signal) => post('/api/mistake', bare(line), signal);

const named = (path, id) => `${path}?id=${encodeURIComponent(id)}`;

/* A part of the list of games that the server keeps for this browser: {keeps, count, ids, records,
 * broken, next}. after: the next of the previous answer; least: minimum number of games in a
 * record. */
export const kept = (after = '', least = 0) => get(`/api/kept?after=${after}&least=${least}`);
export const keep = async (id, text) => JSON.parse(await ask(named('/api/keep', id),
    posted(text)));
export const forget = (id) => post(named('/api/forget', id), {});
export const restore = (id) => post(named('/api/restore', id), {});
export const text = (id) => ask(named('/api/text', id));

/* Matches started in the browser: the state of the current one, and the options for a new one. */
export const match = () => get('/api/match');
export const beginMatch = (wish) => post('/api/match/begin', wish);
export const tellMatch = (wish) => post(`/api/match/tell?wish=${wish}`, {});

export const records = () => get('/api/records');
/* A long record comes without moves; request its games one by one for their moves. */
export const record = (id, game = 0) => get(`/api/record?id=${encodeURIComponent(id)}`
    + (game ? `&game=${game}` : ''));
export const lessons = async (game) => {
    await load(game);
    return (await get(`/api/lessons?game=${encodeURIComponent(game)}`)).lessons;
};
export const agent = (name) => get(`/api/agent?id=${encodeURIComponent(name)}`);

/* A browser opens at most six connections to a server for all its tabs. Streams may use four of
 * them, so that pages and moves always get through; a further stream waits for its turn. */
const STREAMS = Array.from({ length: 4 }, (_, i) => `plywood.stream.${i}`);
const FAIR = 5000; /* milliseconds after which a search ends if another tab waits for its turn */

const waiting = async (name) => (await navigator.locks.query()).pending
    .some((lock) => lock.name === name);

/* Waits for the first lock that becomes free, or for the signal. */
function anyTurn(signal, work) {
    const queue = new AbortController();
    const leave = () => queue.abort(signal.reason);
    signal.addEventListener('abort', leave);
    return new Promise((resolve, reject) => {
        const take = ({ name }) => {
            if (queue.signal.aborted) return null; /* two locks came at once; one is enough */
            signal.removeEventListener('abort', leave);
            const working = work(name);
            resolve(working);
            queue.abort();
            return working;
        };
        for (const name of STREAMS)
            navigator.locks.request(name, { signal: queue.signal }, take).catch(reject);
    });
}

async function inTurn(signal, work) {
    if (!navigator.locks) return work(null); /* insecure contexts have no locks */
    for (const name of STREAMS) {
        let begun = false;
        const result = await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
            begun = lock !== null && !signal.aborted;
            return begun ? work(name) : null;
        });
        if (begun) return result;
    }
    signal.throwIfAborted();
    return anyTurn(signal, work);
}

/* Follows a record while the tab is visible. Calls listener.event(event) for every event,
 * .fault(line) for a line that is not an event, .anew() if the file was truncated or replaced and
 * is read again from its start, .writer(is) with whether the record is still being written, and
 * .fail() if the record cannot be reached. Returns a function that ends it. */
export function watch(id, listener) {
    let next = 0;
    let over = false;
    let open = null; /* aborting it ends the stream */
    /* Runs until it is ended, or until another tab waits for its turn. */
    const follow = (own, turn) => new Promise((done) => {
        const source = new EventSource(`/api/watch?id=${encodeURIComponent(id)}&from=${next}`);
        const glance = setInterval(async () => {
            if (turn && await waiting(turn)) close();
        }, FAIR);
        const close = () => {
            clearInterval(glance);
            source.close();
            done();
        };
        source.onmessage = (event) => {
            const line = Number(event.lastEventId);
            next = line + 1;
            try {
                listener.event(JSON.parse(event.data));
            } catch {
                listener.fault(line);
            }
        };
        source.addEventListener('anew', () => {
            next = 0;
            listener.anew();
        });
        source.addEventListener('writer', ({ data }) => listener.writer(data === 'true'));
        source.addEventListener('end', () => {
            over = true;
            own.abort();
        });
        source.onerror = async () => {
            if (source.readyState === EventSource.CLOSED) {
                listener.fail();
                return own.abort();
            }
            source.close();
            await back(own.signal).catch(() => {});
            close();
        };
        own.signal.addEventListener('abort', close);
    });
    const begin = async () => {
        const own = new AbortController();
        open = own;
        try {
            while (!own.signal.aborted)
                await inTurn(own.signal, (turn) => follow(own, turn));
        } catch (error) {
            if (!aborted(error)) throw error; /* else it was ended before its turn came */
        }
    };
    const look = () => {
        if (document.hidden) open?.abort();
        else if (!over && (open?.signal.aborted ?? true)) begin();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
        document.removeEventListener('visibilitychange', look);
        open?.abort();
    };
}

/* Calls tell(object) for every line of a streamed answer. Aborting the signal ends the search on
 * the server too. patient: the result is useless before it is complete. */
export function stream(path, line, options, tell, signal, patient = false) {
    return inTurn(signal, async (turn) => {
        for (;;) {
            try {
                return await listen(path, { ...bare(line), ...options }, tell, signal, patient,
                    turn);
            } catch (error) {
                if (error !== BROKEN) throw error;
                await back(signal);
            }
        }
    });
}

/* The error of an answer that broke off. */
const BROKEN = new Error('The answer broke off.');

async function listen(path, body, tell, signal, patient, turn) {
    const response = await reach(path, posted(JSON.stringify(body), signal));
    if (!response.ok) throw new Error(reason(await response.text(), response.status));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const began = performance.now();
    let rest = '';
    for (;;) {
        const { done, value } = await reader.read().catch((error) => {
            throw signal.aborted ? error : BROKEN;
        });
        if (done) return;
        const lines = (rest + value).split('\n');
        rest = lines.pop();
        for (const text of lines) {
            if (!text.trim()) continue;
            const object = JSON.parse(text);
            if (object.error) throw new Error(object.error);
            tell(object);
        }
        const long = !patient && turn && performance.now() - began > FAIR;
        if (long && await waiting(turn)) return void reader.cancel();
    }
}

export const aborted = (error) => error.name === 'AbortError';

function bare({ game, rules, start, moves }) {
    return { game, rules, start, moves };
}

/* The positions of one line of play, by ply; each is requested only once. */
export class Line {
    /* now: the position after all these moves, if known. */
    constructor({ game, rules, start, moves }, now = null) {
        Object.assign(this, { game, rules, start, moves: [...moves] });
        this.asked = new Map(now ? [[moves.length, Promise.resolve(now)]] : []);
        this.gains = now?.gains ?? []; /* gains of the moves, as far as known */
    }

    at(ply) {
        if (!this.asked.has(ply)) {
            const asked = position(this.until(ply)).then((reply) => {
                const { gains = [] } = reply.position;
                if (gains.length > this.gains.length && this.moves.length >= ply)
                    this.gains = gains;
                return reply.position;
            });
            asked.catch(() => this.asked.delete(ply));
            this.asked.set(ply, asked);
        }
        return this.asked.get(ply);
    }

    /* The position after one further move. The line does not change. */
    async beyond(name) {
        return (await position({ ...bare(this), moves: [...this.moves, name] })).position;
    }

    /* Plays a move after this ply and drops all later moves. now: the position after it, if
     * known. */
    play(ply, name, now = null) {
        this.cut(ply);
        this.moves.push(name);
        if (!now) return;
        this.asked.set(ply + 1, Promise.resolve(now));
        this.gains = now.gains ?? this.gains;
    }

    cut(ply) {
        this.moves.length = Math.min(this.moves.length, ply);
        this.gains = this.gains.slice(0, ply);
        for (const known of [...this.asked.keys()]) if (known > ply) this.asked.delete(known);
    }

    /* The line up to a ply, as plain data. */
    until(ply) {
        return { ...bare(this), moves: this.moves.slice(0, ply) };
    }
}
