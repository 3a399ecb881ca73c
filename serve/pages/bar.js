/* bar.js - the evaluation bar: who is how far ahead, seen from the first side */
import { h, signed } from '/ui.js';
import { pageOf, sidesOf } from '/game.js';

/* A margin of the first side as a share of the bar, 0 to 1. */
export function share(margin, position) {
    return 0.5 + 0.5 * Math.tanh(margin / pageOf(position.game).scale(position));
}

/* "First +12.5", "level" */
export function lead(margin, position, names = sidesOf(position.game)) {
    if (Math.abs(margin) < 0.05) return 'level';
    return `${names[margin > 0 ? 0 : 1]} ${signed(Math.abs(margin))}`;
}

export class Bar {
    constructor() {
        this.level = h('span', { class: 'level' });
        this.element = h('div', { class: 'bar', role: 'meter', 'aria-label': 'Evaluation',
            'aria-valuemin': '0', 'aria-valuemax': '100', 'aria-valuenow': '50' }, this.level);
    }

    show(margin, position, proven = false) {
        const part = share(margin, position);
        const words = `${lead(margin, position)}${proven ? ', proven' : ''}`;
        this.element.dataset.game = position.game;
        this.level.style.transform = `scaleY(${part})`;
        this.element.setAttribute('aria-valuenow', Math.round(part * 100));
        this.element.setAttribute('aria-valuetext', words);
        this.element.title = words;
        this.element.classList.toggle('proven', proven);
    }
}
