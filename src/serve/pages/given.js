/* given.js - data that came with the document: {known, first}
 *
 * known is the answer of /api/games: the games, the easiest first, and the opponents. first is a
 * new game, so that a board can be drawn at once; null after it has been used.
 */
export const given = JSON.parse(document.getElementById('known').textContent);
