/* link.js - a line of play in an address, so that any position can be handed from page to page,
 * kept as a bookmark or sent to somebody. It stands behind the #, which no server gets to see. */

/* ply: what to look at; null: whoever opens it knows best. names: who played the first and the second
 * side, where that is worth telling. */
export function toFragment({ game, rules, start, moves }, ply = moves.length, names = []) {
    const parts = new URLSearchParams({ game, rules: rules ?? '', start, moves: moves.join(' ') });
    if (ply !== null) parts.set('ply', ply);
    for (const name of names) parts.append('name', name);
    return `#${parts}`;
}

/* The line behind the #, with the ply to look at and both names, if it has them; null if there is
 * none. */
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

/* Names what is being looked at in the address bar. Browsers do not like that to happen often, so
 * it waits until there is a pause. */
let waiting = null;

export function setAddress(address) {
    clearTimeout(waiting);
    waiting = setTimeout(() => history.replaceState(null, '', address), 120);
}

/* Forgets an address that was to be set: another page is being opened. */
export function dropAddress() {
    clearTimeout(waiting);
}

/* Opens another page of the site. */
export function go(address) {
    dropAddress();
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
}
