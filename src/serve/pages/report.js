/* report.js - the script of a published report: finds agents, lists games, opens replays
 *
 * All its data is in the file. A replay has an address, #game-12, so that it can be linked to.
 */
import { Heat } from '/heat.js';
import { cast, Theatre } from '/theatre.js';
import { button, h, plural } from '/ui.js';

const AT_ONCE = 12; /* games listed before the button for more */
const THEN = 60;
const data = JSON.parse(document.getElementById('data').textContent);
const byId = new Map(data.games.map((game) => [game.id, game]));
const theatre = new Theatre(document.getElementById('replay'), data);
const list = document.getElementById('list');
const more = document.getElementById('more');
const chosen = document.getElementById('chosen');
const agents = document.getElementById('of');
const isOf = (game, row) => game.a === row || game.b === row;

let wanted = [];

function row(game) {
    const { first, second, result, how } = cast(data, game);
    const moves = game.moves ? game.moves.split(' ').length : 0;
    return h('li', {}, h('a', { href: `#game-${game.id}`, class: 'card' },
        h('span', { class: 'pair' }, h('bdi', {}, first), h('span', { class: 'faint' }, ' – '),
            h('bdi', {}, second)),
        h('strong', {}, result),
        h('span', { class: 'faint' }, `${how} · ${plural(moves, 'move')}`)));
}

function showMore() {
    const from = list.children.length;
    list.append(...wanted.slice(from, from + (from ? THEN : AT_ONCE)).map(row));
    more.hidden = list.children.length >= wanted.length;
}

function showGames(games, ...words) {
    wanted = games;
    list.replaceChildren();
    chosen.replaceChildren(...words);
    showMore();
}

const latest = () => [...data.games].reverse();
const all = () => {
    agents.value = '';
    showGames(latest(), plural(data.games.length, 'replay'), ', the latest first.');
};

function showCouple(a, b) {
    const games = latest().filter((game) => isOf(game, a) && isOf(game, b));
    showGames(games, games.length ? `${plural(games.length, 'replay')} of ` : 'No replay of ',
        h('bdi', {}, data.agents[a]), ' and ', h('bdi', {}, data.agents[b]),
        games.length ? '. ' : ' is in this file. ', button('Show all', all, { class: 'small' }));
    document.getElementById('games').scrollIntoView();
}

agents.append(h('option', { value: '' }, 'All agents'),
    ...data.agents.map((name, i) => h('option', { value: String(i) }, `${i + 1}. ${name}`)));
agents.addEventListener('change', () => {
    if (!agents.value) return all();
    const games = latest().filter((game) => isOf(game, Number(agents.value)));
    return showGames(games, `${plural(games.length, 'replay')} of `,
        h('bdi', {}, data.agents[agents.value]), '.');
});
more.addEventListener('click', showMore);
all();

/* Links in the cross table and in the faults. */
document.addEventListener('click', (event) => {
    const link = event.target.closest?.('[data-couple], [data-game][href]');
    if (!link) return;
    event.preventDefault();
    if (link.dataset.game) location.hash = `#game-${link.dataset.game}`;
    else showCouple(...link.dataset.couple.split('-').map(Number));
});

/* The address names the open replay. */
function follow() {
    const game = byId.get(Number(location.hash.match(/^#game-(\d+)$/)?.[1]));
    if (game) theatre.open(game);
    else if (theatre.dialog.open) theatre.dialog.close();
}
theatre.dialog.addEventListener('close', () => {
    if (location.hash.startsWith('#game-')) history.replaceState(null, '', '#games');
});
addEventListener('hashchange', follow);
follow();

/* A search field for the standings. */
const find = document.getElementById('find');
if (data.agents.length > 12) find.parentElement.hidden = false;
find.addEventListener('input', () => {
    const text = find.value.trim().toLowerCase();
    for (const line of document.querySelectorAll('#table tbody tr'))
        line.hidden = !line.querySelector('th').textContent.toLowerCase().includes(text);
});

/* The colour map for many agents. */
const map = document.getElementById('map');
if (map) {
    const scores = JSON.parse(document.getElementById('cross').textContent)
        .map((line) => line.split(' ').map((one) => (one ? one.split(':').map(Number) : null)));
    const score = (a, b) => {
        const found = a < b ? scores[a][b - a - 1] : scores[b][a - b - 1];
        return found && (a < b ? found : [found[0], 2 * found[0] - found[1]]);
    };
    const readout = document.getElementById('readout');
    const heat = new Heat(map, { count: data.agents.length, onchoose: showCoupleOf,
        share: (a, b) => { const s = score(a, b); return s && s[1] / (2 * s[0]); },
        onpoint: (a, b) => {
            const s = a === b ? null : score(a, b);
            readout.replaceChildren(h('bdi', {}, data.agents[a]), ' – ', h('bdi', {}, data.agents[b]),
                a === b ? '' : s ? `: ${s[1] / 2} of ${plural(s[0], 'point')}` : ': have not met',
                a !== b && s ? button('Games', () => showCouple(a, b), { class: 'small' }) : '');
        } });
    addEventListener('beforeprint', () => {
        document.documentElement.dataset.theme = 'light';
        heat.draw();
    });
    addEventListener('afterprint', () => {
        delete document.documentElement.dataset.theme;
        heat.draw();
    });
}

/* The first tap on a square shows it; a second tap on it, or Enter, goes to the games. */
let tapped = '';
function showCoupleOf(a, b) {
    if (tapped === `${a}-${b}` && a !== b) showCouple(a, b);
    tapped = `${a}-${b}`;
}
