/* paint.js - the look of a square: maps the server's paints to CSS classes */

export const PAINT = {
    empty: 0, first: 1, second: 2, campFirst: 3, campSecond: 4,
    coverFirst: 5, coverSecond: 6, coverBoth: 7, block: 8, kind: 9,
};

const GROUNDS = {
    [PAINT.campFirst]: 'camp0', [PAINT.campSecond]: 'camp1', [PAINT.coverFirst]: 'cover0',
    [PAINT.coverSecond]: 'cover1', [PAINT.coverBoth]: 'cover0 cover1', [PAINT.block]: 'block',
};

/* The classes of a square and its piece; under: the paint of the ground there. */
export function look(paint, under = PAINT.empty) {
    if (paint >= PAINT.kind) return [`k${paint - PAINT.kind}`, `kind k${paint - PAINT.kind}`];
    if (paint === PAINT.first || paint === PAINT.second)
        return [`on${paint - 1} ${GROUNDS[under] ?? ''}`, `piece side${paint - 1}`];
    return [GROUNDS[paint] ?? '', ''];
}

/* Gives an element the look of a piece. */
export function dress(element, piece) {
    element.className = piece;
    if (piece.startsWith('kind')) element.dataset.kind = piece.slice(6);
    return element;
}
