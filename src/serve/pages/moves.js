/* moves.js - the moves of a game in two columns; the current one is always scrolled into view
 *
 * On a narrow page the style sheet makes them a row that scrolls sideways.
 */
import { button, h } from '/ui.js';

export class Moves {
    /* onply(ply): the person wants to see the position after this many moves. */
    constructor(onply) {
        this.onply = onply;
        this.list = h('ol', { class: 'moves', 'aria-label': 'Moves so far', tabindex: '0' });
        this.element = h('section', { class: 'sheet', 'aria-label': 'Moves' }, this.list);
        this.keys = [];
    }

    /* first: the side that made the first move; ply: the shown position; notes(i): what stands
     * beside a move's name, a list of [class, text]. */
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
        /* wait for the next frame: the list has no layout yet, and forcing one is slow */
        if (moves.length) requestAnimationFrame(() => {
            const { list } = this;
            list.scrollTop = now.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
            list.scrollLeft = now.offsetLeft - (list.clientWidth - now.offsetWidth) / 2;
        });
    }
}

/* The grid cell of an entry: the first side's moves on the left, with their numbers. */
export const place = (at, first) => ({
    'data-number': at && (first + at) % 2 ? at : null,
    class: at === 1 && first ? 'second' : null,
});

/* The gain of a move of a line (api.js), where a score counts: notes for show(). */
export const gainOf = ({ gains }, i) => {
    const gain = gains[i];
    return gain === undefined ? [] : [['gain', gain < 0 ? `\u2212${-gain}` : `+${gain}`]];
};
