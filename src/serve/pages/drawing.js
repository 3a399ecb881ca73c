/* drawing.js - the SVG over a board: last moves, previews, suggestions, lines
 *
 * Its unit is one square. Each kind of drawing has its own group, so that one can be removed
 * without the others.
 */
import { svg } from '/ui.js';
import { infoOf, pageOf } from '/game.js';

const centre = ([row, column]) => [column + 0.5, row + 0.5];

/* The outline of a set of squares, as path data. */
export function outline(cells) {
    const has = new Set(cells.map(String));
    let path = '';
    for (const [row, column] of cells) {
        if (!has.has(`${row - 1},${column}`)) path += `M${column} ${row}h1`;
        if (!has.has(`${row + 1},${column}`)) path += `M${column} ${row + 1}h1`;
        if (!has.has(`${row},${column - 1}`)) path += `M${column} ${row}v1`;
        if (!has.has(`${row},${column + 1}`)) path += `M${column + 1} ${row}v1`;
    }
    return path;
}

/* The path of a piece: a line through its stops with an arrowhead. */
function way(path, kind) {
    const points = path.map(centre);
    const [x, y] = points.at(-1);
    const [fromX, fromY] = points.at(-2);
    const length = Math.hypot(x - fromX, y - fromY);
    const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
    const head = [[x, y], [x - 0.32 * dx - 0.2 * dy, y - 0.32 * dy + 0.2 * dx],
        [x - 0.32 * dx + 0.2 * dy, y - 0.32 * dy - 0.2 * dx]];
    const shaft = [...points.slice(0, -1), [x - 0.2 * dx, y - 0.2 * dy]];
    return svg('g', { class: `way ${kind}` },
        svg('polyline', { points: shaft.join(' ') }),
        points.slice(0, -1).map(([cx, cy]) => svg('circle', { cx, cy, r: 0.12 })),
        svg('polygon', { points: head.join(' ') }));
}

function badge([row, column], text, kind) {
    const width = Math.max(0.56, 0.22 + 0.26 * text.length);
    const [x, y] = centre([row, column]);
    return svg('g', { class: `badge ${kind}` },
        svg('rect', { x: x - width / 2, y: y - 0.28, width, height: 0.56, rx: 0.28 }),
        svg('text', { x, y: y + 0.14 }, text));
}

export class Drawing {
    constructor() {
        this.groups = {};
        for (const name of ['scene', 'lastMove', 'suggestions', 'reachable', 'previewed', 'numbers'])
            this.groups[name] = svg('g', { class: name });
        this.element = svg('svg', { class: 'drawing', 'aria-hidden': 'true' },
            ...Object.values(this.groups));
    }

    size(n) {
        this.element.setAttribute('viewBox', `0 0 ${n} ${n}`);
    }

    /* Draws what belongs to the position itself. */
    scene(position) {
        this.groups.scene.replaceChildren(...pageOf(position.game).scene(position));
    }

    clear() {
        for (const group of Object.values(this.groups)) group.replaceChildren();
    }

    last({ last }) {
        if (!last) return;
        const group = this.groups.lastMove;
        if (last.path?.length > 1) group.append(way(last.path, 'past'));
        const squares = last.path ? last.cells.slice(-1) : last.cells;
        group.append(svg('path', { class: 'mark', d: outline(squares) }));
    }

    preview(move, position) {
        this.groups.previewed.replaceChildren();
        if (!move) return;
        const group = this.groups.previewed;
        if (move.path?.length > 1) group.append(way(move.path, 'next'));
        else group.append(svg('path', { class: 'border', d: outline(move.cells) }));
        group.append(...pageOf(position.game).aim(move, position));
        const text = infoOf(position.game).counts && pageOf(position.game).badge(move);
        if (text) group.append(badge(badgeSquare(move), text, 'gain'));
    }

    /* Marks the squares that a piece can go to. */
    reach(moves) {
        const spots = moves.map((move) => {
            const [cx, cy] = centre(move.cells.at(-1));
            return svg('circle', { class: 'spot', cx, cy, r: 0.17 });
        });
        this.groups.previewed.replaceChildren(...spots);
    }

    suggest(list) {
        const group = this.groups.suggestions;
        group.replaceChildren();
        for (const { move, rank, proven } of [...list].reverse()) {
            if (!move.cells.length) continue;
            const kind = `rank${Math.min(rank, 4)}${proven ? ' proven' : ''}`;
            if (move.path?.length > 1) group.append(way(move.path, kind));
            else group.append(svg('path', { class: `border ${kind}`, d: outline(move.cells) }));
            const square = move.path ? move.cells[0] : badgeSquare(move);
            group.append(badge(square, String(rank), kind));
        }
    }

    line(moves, position) {
        const group = this.groups.numbers;
        group.replaceChildren();
        if (!pageOf(position.game).steady) return;
        moves.forEach((squares, i) => {
            const side = (position.side + i) % 2;
            if (!squares.length) return;
            if (squares.length === 2) group.append(way(squares, `of${side}`));
            group.append(badge(squares.at(-1), String(i + 1), `of${side}`));
        });
    }
}

/* The square for a region's number: the one nearest to the region's centre. */
function badgeSquare(move) {
    const mean = [0, 1].map((i) =>
        move.cells.reduce((sum, cell) => sum + cell[i], 0) / move.cells.length);
    const far = ([row, column]) => Math.hypot(row - mean[0], column - mean[1]);
    return move.cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}
