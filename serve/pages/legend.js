/* legend.js - what the colours of a laser board mean, in the words of who plays */
import { h } from '/ui.js';

const KEYS = ['cover0', 'cover1', 'cover0 cover1', 'block'];

export class Legend {
    constructor() {
        this.element = h('ul', { class: 'legend', 'aria-label': 'What the squares mean',
            hidden: true });
    }

    /* names: of both sides, as the players' cards have them. */
    show({ game }, names) {
        this.element.hidden = game !== 'laser';
        this.element.dataset.game = game;
        if (game !== 'laser') return;
        const words = [...names.map(coveredBy), 'Covered by both', 'Block'];
        this.element.replaceChildren(...KEYS.map((key, i) => h('li', {},
            h('span', { class: `key cell ${key}`, 'aria-hidden': 'true' },
                h('span', { class: 'ground' })),
            words[i])));
    }
}

const coveredBy = (name) => `Covered by ${name === 'You' ? 'you' : name}`;
