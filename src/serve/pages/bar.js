/* bar.js - the evaluation bar: which side is ahead and by how much, seen from the first side
 *
 * An outlook is the expected result: margin (of the first side, in points), chance (of the first
 * side to win), decided (the result is certain), proven (the margin is certain too), beyond (the
 * estimate exceeds what the board can give, so only the leading side is shown). Only decided
 * results reach the ends of the scale, so that a won game never looks like a nearly level one.
 */
import { h, signed } from '/ui.js';
import { infoOf, pageOf, sidesOf } from '/game.js';

/* Converts what the server says of a side: a line of an analysis or a move of a review. */
export function outlook(side, { value, chance, decided, proven, beyond }) {
    const sign = side === 0 ? 1 : -1;
    return { margin: sign * value, chance: side === 0 ? chance : 1 - chance, decided, proven,
        beyond };
}

/* The outlook of a finished game. */
export function ended({ winner, score: [first, second] }) {
    const sign = winner === null ? 0 : 1 - 2 * winner;
    return { margin: sign * Math.max(1, sign * (first - second)), chance: (1 + sign) / 2,
        decided: true, proven: true };
}

/* The first side's share of the bar, 0 to 1. */
export const share = ({ chance, decided }) => (decided ? chance : 0.05 + 0.9 * chance);

/* "First +12.5 points", "level", "First wins by 5" */
export function lead({ margin, decided, proven, beyond }, { game }, names = sidesOf(game)) {
    if (Math.abs(margin) < 0.05) return decided ? 'a draw' : 'level';
    const name = names[margin > 0 ? 0 : 1];
    if (beyond && !decided) return `${name} far ahead`;
    if (!decided) return `${name} ${signed(Math.abs(margin))} ${pageOf(game).unit}`.trimEnd();
    const by = proven && infoOf(game).counts ? ` by ${Math.abs(margin)}` : '';
    return `${name} ${name === 'You' ? 'win' : 'wins'}${by}`;
}

/* The same for a column of numbers: "+12.5" for the first side, "++" if it is far ahead, "1–0" if
 * it wins */
export function figure({ margin, decided, beyond }) {
    if (decided) return margin > 0 ? '1–0' : margin < 0 ? '0–1' : '½';
    if (beyond && margin) return margin > 0 ? '++' : '−−';
    return signed(margin);
}

export class Bar {
    constructor() {
        this.level = h('span', { class: 'level' });
        this.element = h('div', { class: 'bar', role: 'meter', 'aria-label': 'Evaluation',
            'aria-valuemin': '0', 'aria-valuemax': '100', 'aria-valuenow': '50' }, this.level);
    }

    show(expected, position) {
        const part = share(expected);
        const words = `${lead(expected, position)}${expected.proven ? ', proven' : ''}`;
        this.element.dataset.game = position.game;
        this.level.style.transform = `scaleY(${part})`;
        this.element.setAttribute('aria-valuenow', Math.round(part * 100));
        this.element.setAttribute('aria-valuetext', words);
        this.element.title = words;
        this.element.classList.toggle('proven', expected.decided);
    }
}
