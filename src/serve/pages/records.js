/* records.js - the list of matches that the server was started with */
import { titleOf } from '/game.js';
import { picture } from '/kept.js';
import { h, plural, signed } from '/ui.js';

/* address(record): the address of its page. */
export function recordCards({ records, broken }, address) {
    return h('div', { class: 'stackup' }, cards(records, address),
        broken.map(({ id, error }) => h('p', { class: 'faint' },
            `${id} is no record: ${error}`)));
}

function cards(records, address) {
    const sorted = [...records].sort((a, b) => Number(b.running) - Number(a.running));
    return h('ul', { class: 'cards' }, sorted.map((record) => h('li', {},
        h('a', { class: 'card match', href: address(record) },
            picture(record),
            h('span', { class: 'what' },
                h('strong', {}, record.names?.join(' – ') ?? record.title),
                h('span', { class: 'faint' }, details(record))),
            record.running ? h('span', { class: 'live' }, 'live') : null))));
}

function details(record) {
    const parts = [titleOf(record.game), plural(record.games ?? 0, 'game')];
    if (Array.isArray(record.score)) parts.push(record.score.join('\u00a0:\u00a0'));
    if (Number.isFinite(record.elo)) parts.push(`${signed(Math.round(record.elo))}\u00a0Elo`);
    return parts.filter(Boolean).join(' · ');
}
