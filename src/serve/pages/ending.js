/* ending.js - the panel below the result of a game: how it went, and the deciding move */
import { Story } from '/story.js';
import { button, h } from '/ui.js';

/* Says nothing about single moves before the whole review is there, so that the review page later
 * shows the same (story.js). look(ply) shows a position of the game. decided(ply) gets the deciding
 * move; undefined: none. Returns an element that fills itself, and a function that stops it. */
export function ending(line, names, look, decided) {
    const note = h('p', { class: 'faint' }, 'Looking where it was decided…');
    const story = new Story(line, look, () => {
        if (story.summary) tell();
    });
    function tell() {
        story.graph.marks.hidden = false;
        const one = story.deciding();
        decided(one?.ply);
        if (!one) {
            note.textContent = 'No single move decided it.';
            return;
        }
        const who = names[one.side] === 'You' ? 'your' : `${names[one.side]}’s`;
        const what = h('span', {}, `Decided at move ${one.ply + 1}, ${who} ${one.move}\u00a0`,
            h('span', { class: 'grade' }, one.mark));
        note.replaceWith(button([what, h('span', { class: 'faint' }, `Better was ${one.best}.`)],
            () => look(one.ply), { class: `decided of${one.side}` }));
    }
    story.graph.cursor.hidden = story.graph.marks.hidden = true;
    story.run().catch(() => note.remove());
    return { element: h('div', { class: 'ending', 'data-game': line.game }, story.graph.element, note),
        stop: () => story.stop() };
}
