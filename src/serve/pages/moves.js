/* moves.js - the moves of a game in two columns, the present one always in sight
 *
 * A narrow page has them in a row that scrolls sideways instead; the style sheet sees to that.
 */
import { button, h } from '/ui.js';

export class Moves {
    /* onply(ply): somebody wants to see the position after so many moves. */
    constructor(onply) {
        this.onply = onply;
        this.list = h('ol', { class: 'moves', 'aria-label': 'Moves so far', tabindex: '0' });
        this.element = h('section', { class: 'sheet', 'aria-label': 'Moves' }, this.list);
        this.keys = [];
    }

    /* first: the side that made the first move; ply: what is shown; notes(i): what stands beside
     * the name of a move, a list of [class, text]. */
    show({ game, moves }, first, ply, notes) {
        this.element.dataset.game = game;
        [['Start', 'start', []], ...moves.map((name, i) =>
            [name, `of${(first + i) % 2}`, notes(i)])].forEach(([name, kind, beside], at) => {
            const key = [name, kind, ...beside.flat()].join();
            if (key === this.keys[at]) return;
            this.keys[at] = key;
            const entry = h('li', place(at, first),
                button([name, ...beside.map(([sort, text]) => h('span', { class: sort }, text))],
                    () => this.onply(at), { class: kind }));
            if (this.list.children[at]) this.list.children[at].replaceWith(entry);
            else this.list.append(entry);
        });
        this.keys.length = moves.length + 1;
        while (this.list.children.length > this.keys.length) this.list.lastChild.remove();
        this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
        const now = this.list.children[ply];
        now.firstChild.setAttribute('aria-current', 'true');
        /* not before the next frame: the list has no height yet, and to ask for it is dear */
        if (moves.length) requestAnimationFrame(() => {
            const { list } = this;
            list.scrollTop = now.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
            list.scrollLeft = now.offsetLeft - (list.clientWidth - now.offsetWidth) / 2;
        });
    }
}

/* Where an entry stands: the first side's moves on the left, with their numbers. */
export const place = (at, first) => ({
    'data-number': at && (first + at) % 2 ? at : null,
    class: at === 1 && first ? 'second' : null,
});

/* What a move of a line (api.js) gained, where the score counts something: notes for show(). */
export const gainOf = ({ gains }, i) => {
    const gain = gains[i];
    return gain === undefined ? [] : [['gain', gain < 0 ? `\u2212${-gain}` : `+${gain}`]];
};
