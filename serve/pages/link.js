/* link.js - a line of play in an address, so that any position can be handed from page to page,
 * kept as a bookmark or sent to somebody. It stands behind the #, which no server gets to see. */

export function toFragment({ game, rules, start, moves }, ply = moves.length) {
    const parts = new URLSearchParams({ game, rules: rules ?? '', ply, start,
        moves: moves.join(' ') });
    return `#${parts}`;
}

/* The line behind the #, with the ply to look at; null if there is none. */
export function fromFragment(hash = location.hash) {
    const parts = new URLSearchParams(hash.slice(1));
    const start = parts.get('start');
    if (!start) return null;
    const moves = (parts.get('moves') ?? '').split(' ').filter(Boolean);
    const ply = Math.min(moves.length, Math.max(0, Number(parts.get('ply') ?? moves.length) || 0));
    return { game: parts.get('game') || undefined, rules: parts.get('rules') || undefined, start,
        moves, ply };
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
