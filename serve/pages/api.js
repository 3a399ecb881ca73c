/* api.js - the server's calls
 *
 * The server keeps nothing about a game: a line of play is {game, rules, start, moves}, and every
 * call carries it. So taking back, playing on from anywhere and links to a move cost nothing.
 */
import { load } from '/game.js';
import { given } from '/given.js';

async function answer(response) {
    if (response.ok) return response;
    const body = await response.json().catch(() => null);
    throw new Error(body?.error ?? `The server answered ${response.status}.`);
}

async function post(path, body, signal) {
    return answer(await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal,
    }));
}

const get = async (path) => (await answer(await fetch(path))).json();

/* An answer with a position, once all that shows its game is there. */
async function shown(reply) {
    await load(reply.position.game);
    return reply;
}

/* A fresh game; the one that came with the document if it is such a one and still untouched. */
export async function begin(setup) {
    const { first } = given;
    given.first = null;
    const same = first && Object.entries(setup).every(([name, value]) =>
        first.position[name] === value);
    return shown(same ? first : await (await post('/api/new', setup)).json());
}

export async function position(line) {
    return shown(await (await post('/api/position', bare(line))).json());
}

/* The position file of a board that was set up by hand: a brush's number for each square, side to
 * move. The line's start tells size and rules. */
export async function compose(line, side, cells) {
    return (await (await post('/api/compose', { ...bare(line), side, cells })).json()).input;
}

export async function move(line, options, signal) {
    return (await post('/api/move', { ...bare(line), ...options }, signal)).json();
}

export async function hint(line, signal) {
    return (await post('/api/hint', bare(line), signal)).json();
}

export const records = () => get('/api/records');
/* Long records come without moves; those of one game come with them. */
export const record = (id, game = 0) => get(`/api/record?id=${encodeURIComponent(id)}`
    + (game ? `&game=${game}` : ''));
export const agent = (name) => get(`/api/agent?id=${encodeURIComponent(name)}`);

/* A browser has six connections to a server, for all its tabs together. Streams may hold four of
 * them, so that pages and moves always get through; whoever comes later waits for its turn. */
const STREAMS = Array.from({ length: 4 }, (_, i) => `plywood.stream.${i}`);
const FAIR = 5000; /* milliseconds after which a search ends if another tab waits for its turn */

const waiting = async (name) => (await navigator.locks.query()).pending
    .some((lock) => lock.name === name);

/* Waits for the first of them that is given back, or for the signal. */
function anyTurn(signal, work) {
    const queue = new AbortController();
    const leave = () => queue.abort(signal.reason);
    signal.addEventListener('abort', leave);
    return new Promise((resolve, reject) => {
        const take = ({ name }) => {
            if (queue.signal.aborted) return null; /* two came at once, one is enough */
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
    if (!navigator.locks) return work(null); /* pages from afar have none */
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

/* Follows a record while the tab can be seen: listener.event(event) for every event as it comes,
 * .fault(line) for a line that is none, .anew() if the file was cut or replaced and is told from its
 * beginning, .fail() if it cannot be reached. Returns what ends it. */
export function watch(id, listener) {
    let next = 0;
    let over = false;
    let open = null; /* aborting it ends the stream */
    /* Until it is ended, or another tab waits for its turn. */
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
        source.addEventListener('end', () => {
            over = true;
            own.abort();
        });
        source.onerror = () => {
            listener.fail();
            if (source.readyState === EventSource.CLOSED) own.abort();
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

/* Calls tell(object) for every line of an answer that grows. Aborting the signal ends the search
 * on the server too. patient: it is of no use before its end. */
export function stream(path, line, options, tell, signal, patient = false) {
    return inTurn(signal, async (turn) => {
        const response = await post(path, { ...bare(line), ...options }, signal);
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        const began = performance.now();
        let rest = '';
        for (;;) {
            const { done, value } = await reader.read();
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
    });
}

export const aborted = (error) => error.name === 'AbortError';

function bare({ game, rules, start, moves }) {
    return { game, rules, start, moves };
}

/* Positions of one line of play by ply, each asked for once. */
export class Line {
    /* now: the position after all these moves, if it is known. */
    constructor({ game, rules, start, moves }, now = null) {
        Object.assign(this, { game, rules, start, moves: [...moves] });
        this.asked = new Map(now ? [[moves.length, Promise.resolve(now)]] : []);
    }

    at(ply) {
        if (!this.asked.has(ply)) {
            const part = { ...bare(this), moves: this.moves.slice(0, ply) };
            const asked = position(part).then((reply) => reply.position);
            asked.catch(() => this.asked.delete(ply));
            this.asked.set(ply, asked);
        }
        return this.asked.get(ply);
    }

    /* Makes a move after this ply; what came after it is forgotten. */
    play(ply, name) {
        this.cut(ply);
        this.moves.push(name);
    }

    cut(ply) {
        this.moves.length = Math.min(this.moves.length, ply);
        for (const known of [...this.asked.keys()]) if (known > ply) this.asked.delete(known);
    }

    /* The line up to a ply, as plain data. */
    until(ply) {
        return { ...bare(this), moves: this.moves.slice(0, ply) };
    }
}
