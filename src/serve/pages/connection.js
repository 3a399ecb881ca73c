/* connection.js - requests to the server, and their repetition while it cannot be reached
 *
 * The server keeps no state of a game, so a failed request can simply be repeated: a call that does
 * not get through waits here until the server answers, and its page does not notice. One probe
 * serves all waiting calls, at growing intervals, and a notice at the edge of the page tells the
 * person.
 */
import { announce, button, h } from '/ui.js';

const FIRST = 300; /* milliseconds to the first probe; a shorter gap is not shown */
const MOST = 8000; /* maximum milliseconds between two probes */

let waiting = null; /* a promise, resolved when the server answers again */
let hurry = () => {}; /* probes at once */
let banner = null;
let since = 0;

/* How long the connection has been lost, in milliseconds; 0: it is not lost. */
export const lostFor = () => (waiting ? performance.now() - since : 0);

const pause = (time) => new Promise((done) => {
    const timer = setTimeout(done, time);
    hurry = () => { clearTimeout(timer); done(); };
});

function say(seconds) {
    if (!banner) {
        banner = h('div', { class: 'lost' },
            h('span', {}, 'The connection to the server is lost. What you see stays; ',
                'the page goes on by itself as soon as it is back.'),
            h('span', { class: 'faint' }), button('Try now', () => hurry()));
        document.body.append(banner);
        announce(banner.firstChild.textContent);
    }
    banner.children[1].textContent = `Next try in ${seconds} s.`;
}

async function knock() {
    since = performance.now();
    for (let time = FIRST; ; time = Math.min(MOST, Math.max(500, 2 * time))) {
        await pause(time);
        try {
            await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' });
            break;
        } catch {
            say(Math.round(Math.min(MOST, Math.max(500, 2 * time)) / 100) / 10);
        }
    }
    waiting = null;
    if (banner) announce('The connection is back.');
    banner?.remove();
    banner = null;
}

/* Waits until the server answers again, or for the signal. */
export function back(signal) {
    waiting ??= knock();
    if (!signal) return waiting;
    return Promise.race([waiting, new Promise((_, leave) => {
        const end = () => leave(new DOMException('given up', 'AbortError'));
        if (signal.aborted) end();
        signal.addEventListener('abort', end, { once: true });
    })]);
}

addEventListener('online', () => hurry());

/* A fetch() that waits and repeats instead of failing, until the signal, if any, is aborted. */
export async function reach(path, options = {}) {
    for (;;) {
        try {
            return await fetch(path, options);
        } catch (error) {
            if (options.signal?.aborted) throw error;
            await back(options.signal);
        }
    }
}

/* Imports a module. A browser may cache the failure of an import; then this reloads the page,
 * including everything that waits for the module. */
export async function bring(load) {
    try {
        return await load();
    } catch {
        await back();
        return load().catch(() => new Promise(() => { location.reload(); }));
    }
}
