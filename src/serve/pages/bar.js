/* bar.js - the evaluation bar: who is how far ahead, seen from the first side
 *
 * An outlook says what is expected: margin (of the first side, in points), chance (of the first side
 * to win), decided (the result is certain), proven (the margin is, too), beyond (the estimate is of more
 * than the board can give, so only who is ahead is told). What is decided has the ends of the scale for
 * itself, so that a won game never looks like one that is nearly level.
 */
import { h, signed } from '/ui.js';
import { infoOf, pageOf, sidesOf } from '/game.js';

/* Of what the server tells a side: a line of an analysis, or a move of a review. */
export function outlook(side, { value, chance, decided, proven, beyond }) {
    const sign = side === 0 ? 1 : -1;
    return { margin: sign * value, chance: side === 0 ? chance : 1 - chance, decided, proven,
        beyond };
}

/* Of a game that is over. */
export function ended({ winner, score: [first, second] }) {
    const sign = winner === null ? 0 : 1 - 2 * winner;
    return { margin: sign * Math.max(1, sign * (first - second)), chance: (1 + sign) / 2,
        decided: true, proven: true };
}

/* The first side's part of the bar, 0 to 1. */
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

/* The same in a column of numbers: "+12.5" for the first side, "++" if it is far ahead, "1–0" if it
 * wins */
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
