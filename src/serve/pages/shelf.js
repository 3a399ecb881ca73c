/* shelf.js - games played in this browser: stored in it, and sent to the server
 *
 * A game is stored as a record (docs/records.md): {id, at, text, sent}. The browser keeps the
 * latest ones. The server keeps more of them for longer; it gets each game when the game is over,
 * or later if it could not be reached.
 */
import * as api from '/api.js';
import { toast } from '/ui.js';

const STORE = 'plywood.kept';
const GAMES = 30;
const LETTERS = 1e6; /* maximum characters of all games */

export function all() {
    try {
        return JSON.parse(localStorage.getItem(STORE)) ?? [];
    } catch {
        return [];
    }
}

/* If the browser's storage is full or disabled, only the server keeps the games. */
function save(games) {
    for (let list = games.slice(0, GAMES); list.length; list.pop()) {
        const text = JSON.stringify(list);
        try {
            if (text.length > LETTERS) continue;
            return localStorage.setItem(STORE, text);
        } catch { /* retry with one game less */ }
    }
    localStorage.removeItem(STORE);
}

export const find = (id) => all().find((one) => one.id === id);

export const drop = (id) => save(all().filter((one) => one.id !== id));

export function put(game) {
    save([game, ...all().filter((one) => one.id !== game.id)]);
    return game;
}

export const draw = () => [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0')).join('');

/* Sends a record to the server; false if the server does not keep it. */
async function send(game) {
    const { kept } = await api.keep(game.id, game.text);
    if (kept && find(game.id)?.text === game.text) put({ ...game, sent: true });
    return kept;
}

/* Sends the games that the server does not have yet. */
export async function sendAll() {
    for (const game of all().filter((one) => !one.sent))
        await send(game).catch(() => {});
}

/* A played game as lines of a record. names: of the first and second mover, who are a and b;
 * scores: theirs by ply, where known; result: {winner, ending}, winner 0, 1 or null, or null for an
 * unfinished game; moment: the ply before the deciding move, if known. */
function recordOf({ game, rules, start, moves }, { names, scores, result, moment, time = 0,
    cap = 0 }) {
    const letter = (who) => (who === null ? null : 'ab'[who]);
    const lines = [{ event: 'match', version: 1, game, rules, spec: names, name: names, games: 1,
        time, cap, seed: 0, date: new Date().toISOString() },
    { event: 'start', number: 1, attempt: 1, first: 'a', seed: 0, input: start },
    ...moves.map((move, ply) => ({ event: 'move', number: 1, ply, by: letter(ply % 2), move,
        score: scores[ply + 1] }))];
    if (result)
        lines.push({ event: 'end', game, first: 'a', winner: letter(result.winner),
            ending: result.ending, score: scores[moves.length], plies: moves.length, seed: 0,
            number: 1, attempts: 1 });
    else lines.push({ event: 'dropped', number: 1 });
    if (moment !== undefined) lines.push({ event: 'moment', number: 1, ply: moment });
    const points = !result ? [0, 0] : result.winner === null ? [0.5, 0.5]
        : [1 - result.winner, result.winner];
    lines.push({ event: 'summary', summary: true, game, a: names[0], b: names[1],
        games: result ? 1 : 0, points, voids: 0, stopped: !result });
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/* Adds the deciding move that a whole review found to a kept record; undefined: there is none. */
export async function decide(id, number, ply) {
    const game = find(id);
    const mark = `{"event":"moment","number":${number},`;
    const lines = game?.text.trimEnd().split('\n').filter((line) => !line.startsWith(mark)) ?? [];
    if (ply !== undefined) lines.splice(-1, 0, `${mark}"ply":${ply}}`);
    const text = `${lines.join('\n')}\n`;
    if (game && text !== game.text)
        await send(put({ ...game, text, sent: false })).catch(() => {}); /* sent another time */
}

/* Keeps a game as it stands. once: it is over, or left for another one, so it is sent to the
 * server. */
export async function keep(id, line, facts, once) {
    const game = { id, at: Date.now(), sent: false };
    put({ ...game, text: recordOf(line, facts) });
    if (!once) return;
    try {
        const { ply, decided } = line.moves.length ? await api.moment(line) : {};
        const moment = decided ? ply : undefined;
        await send(put({ ...game, text: recordOf(line, { ...facts, moment }) }));
    } catch (error) {
        toast(`The game is kept in this browser only: ${error.message}.`);
    }
}
