/* legend.js - what the colours and coordinates of a board mean, with the players' names */
import { axesOf, pageOf } from '/game.js';
import { look, PAINT } from '/paint.js';
import { button, h, inSentence, plural } from '/ui.js';

const KEPT = 'plywood.digits';

/* Shows digits on the pieces if the person wants them. */
function setDigits(on) {
    document.documentElement.toggleAttribute('data-digits', on);
}
setDigits(localStorage.getItem(KEPT) === 'on');

function digits() {
    const on = document.documentElement.hasAttribute('data-digits');
    const toggle = button('Digits on the pieces', () => {
        setDigits(!on);
        localStorage.setItem(KEPT, on ? 'off' : 'on');
        toggle.replaceWith(digits());
    }, { class: 'link digits', 'aria-pressed': String(on) });
    return toggle;
}

/* A fact about a side: from a row of position.facts, the number under its name. */
function fact(position, row, name, side) {
    const { [`${row.unit}s`]: count, least, proven, won } = position[row.name][side];
    const number = count === null ? `at least ${plural(least, row.unit)} ${row.label}`
        : row.final && proven ? `exactly ${plural(count, row.unit)} ${row.label}, proven`
            : `about ${plural(count, row.unit)} ${row.label}`;
    const standing = row.standing ? `${position.standing[side]} ${row.standing}, ` : '';
    return h('li', { class: 'fact' },
        h('span', { class: `swatch side${side}`, 'aria-hidden': 'true' }),
        `${name}: ${standing}${number}${won ? `, wins the ${row.name}` : ''}`);
}

/* "At least 0" says nothing. */
function isTold(position, row, side) {
    const { [`${row.unit}s`]: count, least } = position[row.name][side];
    return count !== null || least > 0;
}

export class Legend {
    constructor() {
        this.element = h('ul', { class: 'legend', 'aria-label': 'What the board shows' });
    }

    /* names: of both sides, as on the player cards. */
    show(position, names) {
        const { game } = position;
        const { legend, camp, goal } = pageOf(game);
        const [first, second] = names.map(inSentence);
        const whose = names.map((name) => (name === 'You' ? `Your ${camp}`
            : `The ${camp} of ${name}`));
        const words = [null, null, null, ...whose,
            `Covered by ${first}`, `Covered by ${second}`, 'Covered by both', 'Block'];
        const keys = legend(position).map((paint) => h('li', {},
            h('span', { class: `key ${look(paint)[0]}`, 'aria-hidden': 'true' },
                h('span', { class: 'ground' })),
            words[paint] + (goal?.(paint, names) ?? '')));
        const axes = axesOf(position);
        const kinds = position.paint.some((row) => row.some((paint) => paint >= PAINT.kind));
        this.element.dataset.game = game;
        const facts = position.facts.flatMap((row) => [0, 1].filter((side) => isTold(position, row, side))
            .map((side) => fact(position, row, names[side], side)));
        this.element.replaceChildren(...facts, ...keys,
            ...axes ? [h('li', {}, `Squares are ${axes.join(',')} from 0`)] : [],
            ...kinds ? [h('li', {}, digits())] : [],
            h('li', {}, h('a', { href: `/howto?game=${game}` }, 'How to play')));
    }
}
