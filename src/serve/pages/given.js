/* given.js - what came with the document: {known, first}
 *
 * known is the answer of /api/games: what can be played, the easiest game first, and against whom.
 * first is a fresh game, so that there is a board at once; null once it is taken.
 */
export const given = JSON.parse(document.getElementById('known').textContent);
