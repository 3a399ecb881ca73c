/* keys.js - arrow keys, Home and End step through the moves on every page; ? shows all keys
 *
 * They work wherever the focus is, except in controls that need these keys: text fields, and a
 * board that is used by keyboard (board.js).
 */
import { h } from '/ui.js';

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/* The keys and their actions. */
const HELP = [['\u2190 \u2192', 'a move back, a move forward'], ['Home End', 'the start, the last move'],
    ['Tab', 'to the board; there the arrow keys go from square to square'],
    ['n p', 'on the board: the next square, the one before, where a move begins'],
    ['Enter', 'on the board: choose the square'], ['Esc', 'let go of what was chosen'],
    ['h', 'in Play: a hint'], ['u, Ctrl+Z', 'in Play: take a move back'], ['?', 'this list']];

/* True if the person is not typing and no dialog is open. */
const isFree = (event) => !event.defaultPrevented && !event.altKey
    && !document.querySelector('dialog[open]') && !event.target.closest?.('input, select, textarea');

export function tellKeys() {
    const dialog = h('dialog', { class: 'ask', 'aria-labelledby': 'keys-title' },
        h('form', { method: 'dialog' }, h('h2', { id: 'keys-title' }, 'Keys'),
            h('dl', { class: 'keys' }, HELP.flatMap(([keys, what]) => [
                h('dt', {}, h('kbd', {}, keys)), h('dd', {}, what)])),
            h('div', { class: 'buttons' }, h('button', { autofocus: true }, 'Close'))));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}

document.addEventListener('keydown', (event) => {
    if (event.key === '?' && isFree(event)) tellKeys();
});

/* step(by) gets the number of plies, -Infinity and Infinity for the ends; other(event) gets all
 * other keys. Returns a function that removes the listener. */
export function stepKeys(step, other = () => {}) {
    const listen = (event) => {
        if (!isFree(event)) return;
        const by = event.ctrlKey || event.metaKey ? undefined : STEPS[event.key];
        if (by === undefined) return other(event);
        event.preventDefault();
        step(by);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
}
