/* records.js - the list of matches that the server was started with */
import { icon } from '/game.js';
import { h, plural, signed } from '/ui.js';

/* address(record): where its page is; otherwise: what is said if there is none. */
export function recordCards({ records, broken }, address, otherwise) {
    return h('div', { class: 'stackup' },
        records.length ? cards(records, address) : h('p', { class: 'empty' }, otherwise),
        broken.map(({ id, error }) => h('p', { class: 'faint' },
            `${id} is no record: ${error}`)));
}

function cards(records, address) {
    const sorted = [...records].sort((a, b) => Number(b.running) - Number(a.running));
    return h('ul', { class: 'cards' }, sorted.map((record) => h('li', {},
        h('a', { class: 'card match', href: address(record) },
            icon(record.game),
            h('span', { class: 'what' },
                h('strong', {}, record.names?.join(' – ') ?? record.title),
                h('span', { class: 'faint' }, details(record))),
            record.running ? h('span', { class: 'live' }, 'live') : null))));
}

function details(record) {
    const parts = [record.title, plural(record.games ?? 0, 'game')];
    if (Array.isArray(record.score)) parts.push(record.score.join(' : '));
    if (Number.isFinite(record.elo)) parts.push(`${signed(Math.round(record.elo))} Elo`);
    return parts.filter(Boolean).join(' · ');
}
