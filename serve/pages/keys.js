/* keys.js - arrow keys, Home and End step through the moves of whatever page is shown
 *
 * They do so wherever the focus is, but for controls that need these keys themselves: fields, and a
 * board whose squares are gone through by keyboard (board.js).
 */

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/* step(by) is told how far to go, -Infinity and Infinity mean the ends; other(event) gets all other
 * keys. Returns what ends it. */
export function stepKeys(step, other = () => {}) {
    const listen = (event) => {
        if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')
            || event.target.closest?.('input, select, textarea')) return;
        const by = event.ctrlKey || event.metaKey ? undefined : STEPS[event.key];
        if (by === undefined) return other(event);
        event.preventDefault();
        step(by);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
}
