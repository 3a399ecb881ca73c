/* legend.js - what the colours of a board mean, in the words of who plays */
import { pageOf } from '/game.js';
import { look } from '/paint.js';
import { h, inSentence } from '/ui.js';

export class Legend {
    constructor() {
        this.element = h('ul', { class: 'legend', 'aria-label': 'What the squares mean',
            hidden: true });
    }

    /* names: of both sides, as the players' cards have them. */
    show(position, names) {
        const { legend, camp } = pageOf(position.game);
        const paints = legend(position);
        const [first, second] = names.map(inSentence);
        const words = [null, null, null, `The ${camp} of ${first}`, `The ${camp} of ${second}`,
            `Covered by ${first}`, `Covered by ${second}`, 'Covered by both', 'Block'];
        this.element.hidden = !paints.length;
        this.element.dataset.game = position.game;
        this.element.replaceChildren(...paints.map((paint) => h('li', {},
            h('span', { class: `key ${look(paint)[0]}`, 'aria-hidden': 'true' },
                h('span', { class: 'ground' })),
            words[paint])));
    }
}
