/* page.js - how the pages show Halma (serve/pages/game.js has the members) */

function jumps(move) {
    if (!move.path || move.path.length < 2) return 0;
    const [[r, c], [y, x]] = move.path;
    return Math.max(Math.abs(r - y), Math.abs(c - x)) > 1 ? move.path.length - 1 : 0;
}

export const page = {
    camp: 'corner',
    told: (move) => `moves ${move.move.replace('-', ' to ')}`
        + (jumps(move) > 1 ? ` in ${jumps(move)} jumps` : ''),
    scale: () => 40,
    legend: () => [],
};
