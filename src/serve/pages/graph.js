/* graph.js - the curve of a game: the expected result after every move, and the mistakes
 *
 * The curve stretches to the available width; the marks are separate elements, so that they stay
 * round. A click on the graph goes to that move; keyboard users have the scrubber.
 */
import { h, svg } from '/ui.js';
import { share } from '/bar.js';

export class Graph {
    constructor(onply) {
        this.curve = svg('svg', { preserveAspectRatio: 'none', 'aria-hidden': 'true' });
        this.marks = h('div', { class: 'marks', 'aria-hidden': 'true' });
        this.cursor = h('div', { class: 'cursor', 'aria-hidden': 'true' });
        this.plot = h('div', { class: 'plot' }, this.curve, this.marks, this.cursor);
        this.caption = h('figcaption', { class: 'faint' });
        this.element = h('figure', { class: 'graph' }, this.plot, this.caption);
        this.plies = 1;
        const touch = (event) => {
            if (event.type === 'pointermove' && !(event.buttons & 1)) return;
            const box = this.plot.getBoundingClientRect();
            const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
            onply(Math.round(part * this.plies));
        };
        this.plot.addEventListener('pointerdown', touch);
        this.plot.addEventListener('pointermove', touch);
    }

    /* expected: [[ply, outlook (bar.js)]…], as far as known, by ply; faults: [[ply, side]…]. */
    show(expected, faults, plies, game) {
        this.plies = Math.max(1, plies);
        this.element.dataset.game = game;
        const points = expected.map(([ply, outlook]) => [ply, 97 - 94 * share(outlook)]);
        const known = new Map(points);
        const width = this.plies;
        this.curve.setAttribute('viewBox', `0 0 ${width} 100`);
        const area = points.length
            ? `${points[0][0]},50 ${points.join(' ')} ${points.at(-1)[0]},50` : '';
        this.curve.replaceChildren(
            svg('clipPath', { id: 'above' }, svg('rect', { width, height: 50 })),
            svg('clipPath', { id: 'below' }, svg('rect', { y: 50, width, height: 50 })),
            svg('polygon', { class: 'of0', points: area, 'clip-path': 'url(#above)' }),
            svg('polygon', { class: 'of1', points: area, 'clip-path': 'url(#below)' }),
            svg('line', { class: 'zero', x1: 0, x2: width, y1: 50, y2: 50 }),
            svg('polyline', { class: 'curve', points: points.join(' ') }));
        this.marks.replaceChildren(...faults.filter(([ply]) => known.has(ply)).map(([ply, side]) => {
            const mark = h('span', { class: `fault side${side}` });
            mark.style.left = `${ply / width * 100}%`;
            mark.style.top = `${known.get(ply)}%`;
            return mark;
        }));
    }

    at(ply) {
        this.cursor.style.left = `${ply / this.plies * 100}%`;
    }
}
