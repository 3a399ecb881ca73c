/* legend.js - what the colours and names of a board mean, in the words of who plays */
import { axesOf, pageOf } from '/game.js';
import { look, PAINT } from '/paint.js';
import { button, h, inSentence, plural } from '/ui.js';

const KEPT = 'plywood.digits';

/* Kinds carry their digits where somebody wants it. */
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

/* How far a side still has to go, where moves can be counted. */
function distance({ standing, race, decoupled }, name, side) {
    const { moves, least, proven, won } = race[side];
    const left = moves === null ? `at least ${plural(least, 'move')} left`
        : decoupled && proven ? `exactly ${plural(moves, 'move')} left, proven`
            : `about ${plural(moves, 'move')} left`;
    return h('li', { class: 'race' },
        h('span', { class: `swatch side${side}`, 'aria-hidden': 'true' }),
        `${name}: ${standing[side]} home, ${left}${won ? ', wins the race' : ''}`);
}

export class Legend {
    constructor() {
        this.element = h('ul', { class: 'legend', 'aria-label': 'What the board shows' });
    }

    /* names: of both sides, as the players' cards have them. */
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
        const races = position.race ? [0, 1].map((side) => distance(position, names[side], side)) : [];
        this.element.replaceChildren(...races, ...keys,
            ...axes ? [h('li', {}, `Squares are ${axes.join(',')} from 0`)] : [],
            ...kinds ? [h('li', {}, digits())] : [],
            h('li', {}, h('a', { href: `/howto?game=${game}` }, 'How to play')));
    }
}
