/* ui.js - what all pages share: making elements, speaking to screen readers, numbers in words
 *
 * No page writes HTML as text, so nothing that a server or a file says can become markup.
 */

/* h('button', {class: 'big', onclick: f, 'aria-label': 'Hint'}, 'Hint') */
export function h(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

/* The same for drawings. */
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

/* A labelled control: the label names it, a remark may follow. */
let controls = 0;
export function field(label, control, remark) {
    control.id ||= `control-${++controls}`;
    return h('div', { class: 'field' }, h('label', { for: control.id }, label), control,
        remark ?? null);
}

export function select(choices, chosen, onchange) {
    const element = h('select', { onchange: () => onchange?.(element.value) },
        choices.map(([value, text]) => h('option', { value }, text)));
    element.value = String(chosen);
    return element;
}

export function button(text, onclick, attributes = {}) {
    return h('button', { type: 'button', onclick, ...attributes }, text);
}

/* Says a sentence to people who do not see the board. A repeated sentence is said again. */
export function announce(sentence) {
    const live = document.getElementById('live');
    live.textContent = live.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/* A short message that goes away by itself. */
export function toast(sentence) {
    const note = h('p', { class: 'toast' }, sentence);
    document.querySelector('.toast')?.remove();
    document.body.append(note);
    announce(sentence);
    setTimeout(() => note.remove(), 4000);
}

export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const counter = new Intl.NumberFormat('en', { maximumFractionDigits: 1, notation: 'compact' });
export const compact = (number) => counter.format(number);

export function signed(number, digits = 1) {
    const text = Math.abs(number).toFixed(Number.isInteger(number) ? 0 : digits);
    if (Number(text) === 0) return '0';
    return (number < 0 ? '\u2212' : '+') + text;
}

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
