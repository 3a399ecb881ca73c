/* link.js - a line of play in an address, so that any position can be passed between pages,
 * bookmarked or sent. It is in the fragment behind #, which browsers do not send to a server. */

/* ply: the position to show; null: the page that opens it chooses. names: of the players of the
 * first and second side, if worth showing. */
export function toFragment({ game, rules, start, moves }, ply = moves.length, names = []) {
    const parts = new URLSearchParams({ game, rules: rules ?? '', start, moves: moves.join(' ') });
    if (ply !== null) parts.set('ply', ply);
    for (const name of names) parts.append('name', name);
    return `#${parts}`;
}

/* The line in the fragment, with its ply and both names if it has them; null if there is none. */
export function fromFragment(hash = location.hash) {
    const parts = new URLSearchParams(hash.slice(1));
    const start = parts.get('start');
    if (!start) return null;
    const moves = (parts.get('moves') ?? '').split(' ').filter(Boolean);
    const ply = Math.min(moves.length, Math.max(0, Number(parts.get('ply') ?? moves.length) || 0));
    const names = parts.getAll('name');
    return { game: parts.get('game') || undefined, rules: parts.get('rules') || undefined, start,
        moves, ply, hasPly: parts.has('ply'), names: names.length === 2 ? names : null };
}

/* Writes the shown position to the address bar. Browsers limit how often that may happen, so this
 * is debounced. */
let waiting = null;

export function setAddress(address) {
    clearTimeout(waiting);
    waiting = setTimeout(() => history.replaceState(null, '', address), 120);
}

/* Cancels a pending write of the address, because another page is being opened. */
export function dropAddress() {
    clearTimeout(waiting);
}

/* Opens another page of the site. */
export function go(address) {
    dropAddress();
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
}
