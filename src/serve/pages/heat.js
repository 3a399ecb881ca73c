/* heat.js - a cross table of many agents as a colour map
 *
 * It draws one square per pair on one canvas, because three hundred agents make ninety thousand
 * squares. The accent colour means that the row agent won, the warm colour that it lost; a stronger
 * colour means a clearer result. Pointer, touch and arrow keys choose a square.
 */

/* pixels of a square */
const LEAST = 3;
const MOST = 44;
/* maximum pixels of the whole map, unless the minimum squares need more */
const EDGE = 860;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    PageUp: [-10, 0], PageDown: [10, 0], Home: [0, -9999], End: [0, 9999] };

export class Heat {
    /* share(row, column): the row's share of the points, 0 to 1; null if the two have not met.
     * onpoint(row, column): the person points at a square; onchoose(row, column): the person
     * chooses it. */
    constructor(canvas, { count, share, onpoint, onchoose }) {
        Object.assign(this, { canvas, count, share, onpoint, onchoose, at: null });
        canvas.addEventListener('pointermove', (event) => this.point(this.under(event)));
        canvas.addEventListener('click', (event) => {
            this.point(this.under(event));
            if (this.at) this.onchoose(...this.at);
        });
        canvas.addEventListener('keydown', (event) => this.key(event));
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
        new ResizeObserver(() => this.fit()).observe(canvas.parentElement);
        this.fit();
    }

    /* Redraws with new numbers. */
    update({ count, share }) {
        Object.assign(this, { count, share });
        if (this.at && Math.max(...this.at) >= count) this.at = null;
        if (this.at) this.onpoint(...this.at);
        this.fit(true);
    }

    fit(anew = false) {
        const width = this.count && this.canvas.parentElement.clientWidth;
        const cell = Math.max(LEAST, Math.min(MOST, Math.min(width, EDGE) / this.count));
        if (!width || (!anew && cell === this.cell)) return;
        this.cell = cell;
        const edge = Math.round(this.count * cell);
        const sharp = edge > 1500 ? 1 : Math.min(2, devicePixelRatio || 1);
        Object.assign(this.canvas, { width: edge * sharp, height: edge * sharp });
        Object.assign(this.canvas.style, { width: `${edge}px`, height: `${edge}px` });
        this.sharp = sharp;
        this.draw();
    }

    colour(name) {
        this.canvas.style.color = `var(${name})`;
        const { color } = getComputedStyle(this.canvas);
        this.canvas.style.color = '';
        return color;
    }

    draw() {
        const pen = this.canvas.getContext('2d');
        const { cell, count } = this;
        const [won, lost, none, ink] = ['--accent', '--warm', '--line', '--ink']
            .map((name) => this.colour(name));
        const gap = cell > 5 ? 1 : 0;
        pen.setTransform(this.sharp, 0, 0, this.sharp, 0, 0);
        pen.clearRect(0, 0, count * cell, count * cell);
        for (let row = 0; row < count; row++) for (let column = 0; column < count; column++) {
            if (row === column) continue;
            const share = this.share(row, column);
            pen.fillStyle = share === null ? none : share >= 0.5 ? won : lost;
            pen.globalAlpha = share === null ? 0.3 : 0.08 + 1.84 * Math.abs(share - 0.5);
            const [x, y] = [Math.round(column * cell), Math.round(row * cell)];
            pen.fillRect(x, y, Math.round((column + 1) * cell) - x - gap,
                Math.round((row + 1) * cell) - y - gap);
        }
        pen.globalAlpha = 1;
        if (!this.at) return;
        const [row, column] = this.at;
        pen.strokeStyle = ink;
        pen.lineWidth = 2;
        pen.strokeRect(column * cell - 1, row * cell - 1, cell + 2 - gap, cell + 2 - gap);
    }

    under({ offsetX, offsetY }) {
        return [Math.floor(offsetY / this.cell), Math.floor(offsetX / this.cell)];
    }

    point([row, column]) {
        const inside = (number) => Math.min(this.count - 1, Math.max(0, number));
        const next = [inside(row), inside(column)];
        if (this.at?.[0] === next[0] && this.at[1] === next[1]) return;
        this.at = next;
        this.onpoint(...next);
        this.drawing ??= requestAnimationFrame(() => {
            this.drawing = null;
            this.draw();
        });
    }

    key(event) {
        const step = STEPS[event.key];
        const [row, column] = this.at ?? [0, 0];
        if (step) this.point([row + step[0], column + step[1]]);
        else if (event.key === 'Enter' && this.at) this.onchoose(row, column);
        else return;
        event.preventDefault();
    }
}
