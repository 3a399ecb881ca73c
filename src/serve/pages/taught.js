/* taught.js - a lesson made from a mistake: a small position, the move played, and a better one */
import * as api from '/api.js';
import { Board } from '/board.js';
import { toFragment } from '/link.js';
import { button, capital, download, h } from '/ui.js';
import { moveOf } from '/game.js';

export class Taught {
    /* signal: aborted when the page is left. */
    constructor(signal) {
        this.signal = signal;
        this.element = h('section', { class: 'card stackup', hidden: true });
    }

    /* Offers a lesson for the move at this ply of a line. */
    offer(line, ply) {
        if (this.ply === ply) return;
        this.ply = ply;
        this.element.hidden = false;
        const note = h('p', { class: 'note', role: 'alert' });
        const make = button(`Make a lesson of move ${ply + 1}`, async () => {
            make.disabled = true;
            make.textContent = 'Looking for a smaller position…';
            try {
                const moves = line.moves.slice(0, ply + 1);
                await this.show(line, await api.mistake({ ...line, moves }, this.signal));
            } catch (error) {
                if (api.aborted(error)) return;
                note.textContent = error.message;
                make.remove();
            }
        });
        this.element.replaceChildren(h('h2', {}, 'Lesson'), make, note);
    }

    async show({ game, rules }, { input, sentence, move, good, things, before, left }) {
        if (input === null) throw new Error('A closer look finds nothing wrong with this move.');
        const line = { game, rules, start: input, moves: [] };
        const { position } = await api.position(line);
        const board = new Board({ label: 'The lesson' });
        board.show(position);
        board.suggest(good.slice(0, 3).map((name, i) =>
            ({ move: moveOf(position, name), rank: i + 1 })));
        this.element.replaceChildren(h('h2', {}, 'Lesson'), board.element,
            h('p', {}, capital(sentence)),
            h('p', {}, 'Played: ', h('strong', {}, move), '. Good: ',
                h('strong', {}, good.join(' '))),
            left < before ? h('p', { class: 'faint' },
                `Made smaller, to ${left} of ${before} ${things}, while the same move loses.`)
                : '',
            h('div', { class: 'buttons' }, button('Download', () => download('input.txt', input)),
                h('a', { class: 'button', href: `/analyse${toFragment(line, 0)}` }, 'Analyse')));
    }
}
