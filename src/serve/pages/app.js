/* app.js - the router and the light or dark theme
 *
 * One document serves all addresses. A page is a module with open(root, parameters), which returns
 * a function to call when the page is left.
 */
import { bring } from '/connection.js';
import { tellKeys } from '/keys.js';
import { dropAddress } from '/link.js';
import { capital, h, sign, toast } from '/ui.js';
import { soundSwitch } from '/sound.js';
import * as play from '/play.js';

const PAGES = {
    '/': { title: 'Play', load: () => play },
    '/play': { title: 'Play', load: () => play },
    '/analyse': { title: 'Analyse', load: () => import('/analyse.js') },
    '/review': { title: 'Review', load: () => import('/review.js') },
    '/howto': { title: 'How to play', load: () => import('/howto.js') },
    '/watch': { title: 'Watch', load: () => import('/watch.js') },
};

/* The page of an unknown address. */
const NOWHERE = { title: 'Not found', load: () => ({ open: (root) => {
    root.replaceChildren(h('div', { class: 'empty' }, h('h1', {}, 'There is no such page'),
        h('p', {}, 'Perhaps the address has a slip of the pen. ',
            h('a', { href: '/' }, 'Play a game'), ' instead?')));
    return () => {};
} }) };

let close = () => {};
let visit = 0;

async function show() {
    const mine = ++visit;
    const page = PAGES[location.pathname.replace(/(.)\/$/, '$1')] ?? NOWHERE;
    close();
    close = () => {};
    dropAddress();
    document.title = `${page.title} · Plywood`;
    for (const link of document.querySelectorAll('.pages a'))
        if (PAGES[link.getAttribute('href')].title === page.title)
            link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    const root = h('div', { class: 'page' });
    document.getElementById('main').replaceChildren(root);
    try {
        const module = await bring(page.load);
        const leave = await module.open(root, new URLSearchParams(location.search));
        if (mine === visit) close = leave;
        else leave();
    } catch (error) {
        root.replaceChildren(h('div', { class: 'empty' }, h('h1', {}, capital(error.message)),
            h('p', {}, h('a', { href: '/review' }, 'All games'), ' · ',
                h('a', { href: '/watch' }, 'All matches'), ' · ',
                h('a', { href: '/' }, 'Play a game'))));
    }
}

/* Links within the site change the page without a reload. */
document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey
        || event.shiftKey || link.target || link.hasAttribute('download')) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || !PAGES[to.pathname]) return;
    if (link.classList.contains('skip')) return;
    event.preventDefault();
    dropAddress();
    history.pushState(null, '', to);
    show();
    scrollTo(0, 0);
    document.getElementById('main').focus({ preventScroll: true });
});
addEventListener('popstate', show);

/* Light or dark: follows the system until the person chooses. */
const THEMES = { auto: 'as the system', light: 'light', dark: 'dark' };
const theme = document.getElementById('theme');

function setTheme(name) {
    document.documentElement.dataset.theme = name;
    theme.replaceChildren(sign(name));
    theme.setAttribute('aria-label', `Colours: ${THEMES[name]}. Change`);
    theme.title = `Colours: ${THEMES[name]}`;
}

/* While the theme follows the system, the first click changes to the opposite theme. */
theme.addEventListener('click', () => {
    const names = matchMedia('(prefers-color-scheme: dark)').matches
        ? ['auto', 'light', 'dark'] : ['auto', 'dark', 'light'];
    const next = names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length];
    setTheme(next);
    localStorage.setItem('plywood.theme', next);
});
const kept = localStorage.getItem('plywood.theme');
setTheme(THEMES[kept] ? kept : 'auto');
document.getElementById('keys').addEventListener('click', tellKeys);
soundSwitch(document.getElementById('sound'));

addEventListener('unhandledrejection', (event) =>
    toast(event.reason?.message ?? 'Something failed.'));
show();
