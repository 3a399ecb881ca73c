/* review.js - chooses the game to review: from a record of the server (?id=…&game=…), from a file
 * that the person picks, or from another page (in the fragment) */
import * as api from '/api.js';
import { fromFragment, go, toFragment } from '/link.js';
import { MatchRecord, outcome } from '/record.js';
import { Import, Kept } from '/kept.js';
import { recordCards } from '/records.js';
import { Reviewed } from '/reviewed.js';
import * as shelf from '/shelf.js';
import { overview } from '/agent.js';
import { button, capital, h, plural } from '/ui.js';
import { sidesOf } from '/game.js';

export async function open(root, parameters) {
    const handed = fromFragment();
    if (handed) {
        const { position } = await api.position(handed);
        const line = { ...handed, game: position.game, rules: position.rules };
        const names = handed.names ?? sidesOf(position.game);
        return new Reviewed(root, { line, names, ply: handed.hasPly ? handed.ply : NaN,
            link: (ply) => `/review${toFragment(line, ply, names)}` }).close;
    }
    if (parameters.has('agent')) return overview(root, parameters.get('agent'));
    const id = parameters.get('id');
    if (!id) return choose(root);
    const number = Number(parameters.get('game')) || 0;
    const here = shelf.find(id);
    let record = here ? MatchRecord.read(here.text) : MatchRecord.from(await api.record(id, number));
    if (number && !record.game(number) && !here) record = MatchRecord.from(await api.record(id));
    return ofRecord(root, record, `/review?id=${encodeURIComponent(id)}`, number,
        Number(parameters.get('ply') ?? NaN), id);
}

/* Manages a part of the page that is opened later. enter(opening) waits for the function that
 * closes it, and closes the previous part. leave() closes it with the page, which may be left while
 * the part is still opening. */
function later() {
    let end = () => {};
    let left = false;
    return {
        async enter(opening) {
            const close = await opening;
            if (left) return close();
            end();
            end = close;
        },
        leave() {
            left = true;
            end();
        },
    };
}

/* A record's game, if it has exactly one; else null. */
const only = ({ games }) => (games.length === 1 ? games[0] : null);

/* Shows one game of a record, or the list of its games. */
async function ofRecord(root, record, address, wanted, ply, id) {
    const game = wanted ? record.game(wanted) : only(record);
    if (!game) return listGames(root, record, address, id);
    const { number } = game;
    const line = record.line(game);
    const opener = await api.opener(line);
    return new Reviewed(root, { line, names: record.names(game, opener),
        ply, moment: record.moments.get(number), clocks: (at) => record.clocks(game, at, opener),
        title: only(record) ? capital(outcome(record, game))
            : `Game ${game.number}: ${outcome(record, game)}`,
        link: (at) => `${address}&game=${number}&ply=${at}`, keep: id !== undefined,
        decided: (at) => shelf.decide(id, number, at) }).close;
}

async function choose(root) {
    const mine = new Kept({ otherwise: h('span', { class: 'stackup' }, 'Nothing yet. Every game that '
        + 'you play here is kept and listed, with its opponent and result.',
    h('span', { class: 'buttons' }, h('a', { class: 'button primary', href: '/' }, 'Play a game'),
        h('a', { class: 'button', href: '/watch' }, 'Let two programs play'))) });
    const inside = later();
    const bring = new Import((id, record) => {
        if (id !== null) return go(`/review?id=${id}`);
        return inside.enter(ofRecord(root, record, '', 0, NaN));
    });
    const [known] = await Promise.all([api.records(), mine.load()]);
    const { length } = known.records;
    root.replaceChildren(h('h1', {}, 'Review a game'),
        h('p', { class: 'lead' }, 'See how a game went, what each side did well, and where it '
            + 'was decided.'),
        h('section', { class: 'stackup' }, h('h2', {}, 'Your games'), mine.element),
        length + known.broken.length ? h('section', { class: 'stackup' },
            h('h2', {}, 'Recorded matches'),
            recordCards(known, (record) => `/review?id=${encodeURIComponent(record.id)}`),
            agentLinks(known.records.flatMap((record) => record.names ?? []))) : '',
        bring.element);
    return () => { bring.close(); inside.leave(); };
}

function agentLinks(names) {
    return h('p', { class: 'links' }, [...new Set(names)].map((name) =>
        h('a', { href: `/review?agent=${encodeURIComponent(name)}` }, `Where ${name} loses most`)));
}

function listGames(root, record, address, id) {
    const inside = later();
    const openGame = (number) => inside.enter(ofRecord(root, record, address, number, NaN));
    const [a, b] = record.match.name;
    const { points, count } = record.standing();
    const rows = record.games.map((game) => h('tr', {},
        h('td', {}, id === undefined ? button(`Game ${game.number}`, () => openGame(game.number))
            : h('a', { href: `${address}&game=${game.number}` }, `Game ${game.number}`)),
        h('td', {}, record.names(game)[0]), h('td', {}, game.score ? game.score.join(' : ') : ''),
        h('td', {}, String(game.moves?.length ?? game.plies)), h('td', {}, outcome(record, game))));
    root.replaceChildren(h('h1', {}, `${a} – ${b}`),
        h('p', { class: 'lead' }, `${points.join(' : ')} after ${plural(count, 'game')}. `
            + 'Choose one to review.'),
        id === undefined ? '' : agentLinks([a, b]),
        h('div', { class: 'card scrolls', tabindex: '0', role: 'region', 'aria-label': 'Games' },
            h('table', {}, h('thead', {}, h('tr', {}, ['Game', 'Begins', 'Score', 'Moves', 'Result']
                .map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, rows))));
    return inside.leave;
}
