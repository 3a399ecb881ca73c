/* agent.js - the page of one agent over all its recorded games: where does it lose most */
import * as api from '/api.js';
import { titleOf } from '/game.js';
import { ending } from '/record.js';
import { h, plural } from '/ui.js';

const PHASES = { opening: 'First third', middle: 'Second third', end: 'Last third' };
const SEATS = { first: 'Moving first', second: 'Moving second' };

export async function overview(root, name) {
    root.replaceChildren(h('p', { class: 'empty' }, `Looking at the games of ${name}…`));
    const { games: played } = await api.agent(name);
    root.replaceChildren(
        h('p', {}, h('a', { href: '/review' }, '← All matches')),
        h('h1', {}, `Where ${name} loses most`),
        ...played.flatMap((game) => [
            h('h2', { class: 'gap' }, titleOf(game.game)),
            h('p', { class: 'lead' }, `${plural(game.played, 'game')}: ${results(game)}. `
                + `Looked at the moves of ${game.reviewed}, briefly: what counts are differences.`),
            h('div', { class: 'columns' },
                bars('By phase of the game', game.by_phase.filter((one) => one.moves)
                    .map((one) => [PHASES[one.phase] ?? one.phase, one.mean_loss])),
                bars('By seat', game.by_seat.filter((one) => one.moves)
                    .map((one) => [SEATS[one.seat] ?? one.seat, one.mean_loss])),
                bars('By move of the game', thinned(game.by_ply)),
                lost(game.lost_by), costliest(game.costliest))]),
        played.length ? ''
            : h('p', { class: 'empty' }, 'No finished game of it is recorded here.'));
    return () => {};
}

function results({ first, second }) {
    const sum = (what) => first[what] + second[what];
    return `${sum('wins')} won, ${sum('draws')} drawn, ${sum('losses')} lost`;
}

/* A bar chart. The longest bar fills the width; each bar has its number beside it. */
function bars(title, rows) {
    if (!rows.length) return null;
    const most = Math.max(...rows.map(([, loss]) => loss), 1e-9);
    return h('section', { class: 'card stackup' }, h('h3', {}, title),
        h('p', { class: 'faint' }, 'Points lost a move, on average'),
        h('dl', { class: 'bars' }, rows.map(([name, loss]) => {
            const bar = h('span', { class: 'length' });
            bar.style.transform = `scaleX(${loss / most})`;
            return h('div', {}, h('dt', {}, name),
                h('dd', {}, h('span', { class: 'room' }, bar), loss.toFixed(2)));
        })));
}

/* Merges neighbouring moves so that at most a dozen rows remain. */
function thinned(plies) {
    const last = plies.at(-1)?.ply ?? 0;
    const step = Math.max(1, Math.ceil((last + 1) / 10));
    const rows = [];
    for (let from = 0; from <= last; from += step) {
        const part = plies.filter((one) => one.ply >= from && one.ply < from + step);
        const moves = part.reduce((sum, one) => sum + one.moves, 0);
        const loss = part.reduce((sum, one) => sum + one.moves * one.mean_loss, 0);
        if (moves) rows.push([step === 1 ? String(from + 1) : `${from + 1} to ${from + step}`,
            loss / moves]);
    }
    return rows;
}

function lost(ways) {
    const rows = Object.entries(ways ?? {});
    return h('section', { class: 'card stackup' }, h('h3', {}, 'How games were lost'), rows.length
        ? h('ul', {}, rows.map(([name, count]) => h('li', {}, `${ending(name)}: ${count}`)))
        : h('p', { class: 'faint' }, 'None was.'));
}

function costliest(list) {
    if (!list?.length) return null;
    const address = (one) => `/review?id=${encodeURIComponent(one.record)}&game=${one.number}`
        + `&ply=${one.ply}`;
    return h('section', { class: 'card stackup' }, h('h3', {}, 'Costliest moves'),
        h('ol', { class: 'costly' }, list.map((one) => h('li', {},
            h('a', { class: 'mistake button', href: address(one) },
                h('strong', {}, one.move), h('span', { class: 'cost' }, `−${one.loss.toFixed(1)}`),
                h('span', { class: 'why' }, `${one.record}, game ${one.number},`
                    + ` move ${one.ply + 1}; better ${one.best}`))))));
}
