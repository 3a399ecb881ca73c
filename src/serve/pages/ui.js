/* ui.js - helpers for all pages: elements, announcements to screen readers, numbers as text
 *
 * No page builds HTML from strings, so no text from a server or a file can become markup.
 */

/* h('button', {class: 'big', onclick: f, 'aria-label': 'Hint'}, 'Hint') */
export function h(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

/* The same for SVG elements. */
export function svg(tag, attributes = {}, ...children) {
    return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
        else if (name === 'value' || name === 'checked') element[name] = value;
        else element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
}

/* Icons for buttons, because not every font has them. The button needs a label. */
const SIGNS = {
    start: 'M5 4h2.5v16H5zM20 4v16L8.5 12z',
    back: 'M15.5 3.5 18 6l-6 6 6 6-2.5 2.5L7 12z',
    play: 'M7 4v16l13-8z',
    pause: 'M6 4h4.5v16H6zM13.5 4H18v16h-4.5z',
    forward: 'M8.5 3.5 6 6l6 6-6 6 2.5 2.5L17 12z',
    end: 'M4 4v16l11.5-8zM16.5 4H19v16h-2.5z',
    auto: 'M12 3a9 9 0 1 0 0 18zM12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22Z'
        + 'm0 2a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
    light: 'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM11 1h2v3.5h-2zM11 19.5h2V23h-2zM1 11h3.5v2H1z'
        + 'M19.5 11H23v2h-3.5zM4 5.5 5.5 4 8 6.5 6.5 8zM16 17.5l1.5-1.5 2.5 2.5-1.5 1.5z'
        + 'M18.5 4 20 5.5 17.5 8 16 6.5zM6.5 16 8 17.5 5.5 20 4 18.5z',
    hint: 'M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2ZM8.5 18.5h7v1.5h-7zM10 21h4v1.5h-4z',
    undo: 'M9 4v4h5a6 6 0 0 1 0 12H7v-2.5h7a3.5 3.5 0 0 0 0-7H9v4L3 9.2z',
    flag: 'M5 2h2.2v20H5zM8.5 3H20l-3 4.5 3 4.5H8.5z',
    fresh: 'M10.7 4h2.6v6.7H20v2.6h-6.7V20h-2.6v-6.7H4v-2.6h6.7z',
    dark: 'M14 2a10 10 0 1 0 8 14A9 9 0 0 1 14 2Z',
    mute: 'M2 8.5h4L12 4v16l-6-4.5H2zM15 9l1.5-1.5L23 14l-1.5 1.5zM15 14l6.5-6.5L23 9l-6.5 6.5z',
    loud: 'M2 8.5h4L12 4v16l-6-4.5H2zM14.5 8c3 2 3 6 0 8zM16.5 5c6 3 6 11 0 14v-2.5c4-2 4-7 0-9z',
};

export function sign(name) {
    return svg('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        svg('path', { d: SIGNS[name] }));
}

/* A control with its label and an optional remark. */
let controls = 0;
export function field(label, control, remark) {
    control.id ||= `control-${++controls}`;
    return h('div', { class: 'field' }, h('label', { for: control.id }, label), control,
        remark ?? null);
}

/* choices: [value, text, remark]…; the remark, if any, is the tooltip. */
export function select(choices, chosen, onchange) {
    const remark = () => { element.title = element.selectedOptions[0]?.title ?? ''; };
    const element = h('select', { onchange: () => { remark(); onchange?.(element.value); } },
        choices.map(([value, text, title]) => h('option', { value, title }, text)));
    element.value = String(chosen);
    remark();
    return element;
}

export function button(text, onclick, attributes = {}) {
    return h('button', { type: 'button', onclick, ...attributes }, text);
}

/* Says a sentence through an ARIA live region. A repeated sentence is said again. */
export function announce(sentence) {
    const live = document.getElementById('live');
    live.textContent = live.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/* A short message that disappears by itself. */
export function toast(sentence) {
    const note = h('p', { class: 'toast' }, sentence);
    document.querySelector('.toast')?.remove();
    document.body.append(note);
    announce(sentence);
    setTimeout(() => note.remove(), 4000);
}

/* Asks for confirmation before something is lost; true if the person agrees. */
export function confirmed(question, yes, no) {
    return new Promise((answer) => {
        const dialog = h('dialog', { class: 'ask', 'aria-labelledby': 'sure' },
            h('form', { method: 'dialog' }, h('h2', { id: 'sure' }, question),
                h('div', { class: 'buttons' },
                    h('button', { value: 'yes', class: 'primary' }, yes),
                    h('button', { value: '', autofocus: true }, no))));
        dialog.addEventListener('close', () => {
            dialog.remove();
            answer(dialog.returnValue === 'yes');
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}

export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

let counter = null; /* made on first use, which takes milliseconds */
export function compact(number) {
    counter ??= new Intl.NumberFormat('en', { maximumFractionDigits: 1, notation: 'compact' });
    return counter.format(number);
}

export function signed(number, digits = 1) {
    const text = String(Number(Math.abs(number).toFixed(digits)));
    if (text === '0') return '0';
    return (number < 0 ? '\u2212' : '+') + text;
}

export const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/* A player's name as it is written inside a sentence. */
export const inSentence = (name) => (name === 'You' ? 'you' : name);

export function clock(seconds) {
    const left = Math.max(0, seconds);
    if (left < 10) return left.toFixed(1);
    const whole = Math.floor(left);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function plural(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`;
}

export async function copy(text, done) {
    try {
        await navigator.clipboard.writeText(text);
        toast(done);
    } catch {
        toast('The browser does not let this page copy. Select the text and copy it by hand.');
    }
}

export function download(name, text) {
    const link = h('a', { href: URL.createObjectURL(new Blob([text])), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
