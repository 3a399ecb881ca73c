/* legend.js - what the colours of a laser board mean, in the words of who plays */
import { h, inSentence } from '/ui.js';

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
        const words = [...[...names, 'both'].map((name) => `Covered by ${inSentence(name)}`),
            'Block'];
        this.element.replaceChildren(...KEYS.map((key, i) => h('li', {},
            h('span', { class: `key ${key}`, 'aria-hidden': 'true' },
                h('span', { class: 'ground' })),
            words[i])));
    }
}
