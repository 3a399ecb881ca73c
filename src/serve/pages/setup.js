/* setup.js - the setup of the next game: defaults, memory, and the dialog
 *
 * A setup is {game, size, rules, seat, opponent, clock} and the game's own options by name; null
 * lets the game choose. seat is "0" or "1" for the person's side, "both" for two people at one
 * board, "none" for a game to watch, "random" for a side drawn when the game begins; then drawn is
 * true and seat is the side that was drawn. opponent is "level:3" or "program:ID".
 */
import { button, field, h, select } from '/ui.js';
import { infoOf, sidesOf } from '/game.js';

function seats(game) {
    const [first, second] = sidesOf(game);
    return [['0', `I play ${first} and begin`], ['1', `I play ${second}`],
        ['random', 'A random side'],
        ['both', 'Two people at this board'], ['none', 'Nobody: I look on']];
}

function defaults(info) {
    const level = info.levels[Math.min(1, info.levels.length - 1)];
    return { game: info.name, size: info.size.default, rules: info.rules[0], seat: '0',
        opponent: `level:${level.id}`, clock: 'none',
        ...Object.fromEntries(info.options.map((option) => [option.name, option.default])) };
}

/* draw() replaces a random seat by one drawn at random; wish() restores the seat "random". */
export function draw(setup) {
    return setup.seat !== 'random' ? setup
        : { ...setup, seat: Math.random() < 0.5 ? '0' : '1', drawn: true };
}

export const wish = ({ drawn, ...setup }) => (drawn ? { ...setup, seat: 'random' } : setup);

/* The parameters of the request for a new game. */
export function beginning(setup) {
    const { game, size, rules } = setup;
    const chosen = infoOf(game).options.map(({ name }) => [name, setup[name]])
        .filter(([, value]) => value !== null);
    return { game, size, rules, ...Object.fromEntries(chosen) };
}

/* The last setup of this game that the browser remembers, without values that are no longer
 * valid. */
export function remembered(info, opponents) {
    const usual = defaults(info);
    const kept = read()[info.name];
    if (!kept) return usual;
    const setup = { ...usual, ...kept, game: info.name };
    const known = opponentChoices(info, opponents).some(([value]) => value === setup.opponent);
    if (!known) setup.opponent = usual.opponent;
    if (!info.rules.includes(setup.rules)) setup.rules = usual.rules;
    if (!(setup.size >= info.size.min && setup.size <= info.size.max)) setup.size = usual.size;
    for (const { name, min, max } of info.options)
        if (!(setup[name] >= min && setup[name] <= max)) setup[name] = usual[name];
    if (!seats(info.name).some(([seat]) => seat === setup.seat)) setup.seat = usual.seat;
    return setup;
}

export function remember(setup) {
    try {
        localStorage.setItem('plywood.setup',
            JSON.stringify({ ...read(), [setup.game]: wish(setup), last: setup.game }));
    } catch { /* without storage a person can still play */ }
}

export const lastGame = () => read().last;

function read() {
    try {
        return JSON.parse(localStorage.getItem('plywood.setup')) ?? {};
    } catch {
        return {};
    }
}

/* [value, text, remark] for every opponent of this game. */
export function opponentChoices(info, opponents) {
    const levels = info.levels.map((level) => [`level:${level.id}`, level.title, strength(level)]);
    const programs = opponents.filter((one) => !one.game || one.game === info.name)
        .map((one) => [`program:${one.id}`, `Program: ${one.name}`]);
    return [...levels, ...programs];
}

const strength = ({ elo }) => (elo < 0 ? `${-elo} Elo points below full strength` : null);

export const ruleChoices = (info) => info.rules.map((name, i) =>
    [name, info.rules_meaning[i] ?? name]);

function slider(label, min, max, value, words) {
    const output = h('output', {}, words(value));
    const input = h('input', { type: 'range', min, max, step: 1, value,
        oninput: () => { output.textContent = words(Number(input.value)); } });
    return { input, field: field(label, input, output) };
}

/* Boards below 3 × 3 are only for position files; the current size stays selectable. */
export const sizeSlider = ({ size: { min, max } }, value) =>
    slider('Board', Math.min(value, Math.max(min, 3)), max, value, (n) => `${n} × ${n}`);

/* Values from min to max with growing gaps: 0, 1, 2, 4, 6, 8, 12, 16 … */
function someFrom(min, max) {
    const numbers = [];
    for (let n = min, step = 1; n <= max && numbers.length < 8; n += step) {
        numbers.push(n);
        if (numbers.length > 2) step = Math.max(2, 2 ** Math.floor(Math.log2(n)) / 2);
    }
    return numbers;
}

/* The control of an option: {input, field}. The empty value lets the game choose, where it may. */
export function optionControl({ name, label, min, max, default: usual }, setup) {
    if (usual !== null) return slider(label, min, max, setup[name] ?? usual, String);
    const input = select([['', 'as usual'], ...someFrom(min, max)
        .map((n) => [String(n), String(n)])], setup[name] ?? '');
    return { input, field: field(label, input) };
}

/* Opens the setup dialog; calls start(setup) when the person confirms. warning: what would be lost,
 * or ''. */
export function askSetup(info, opponents, setup, start, warning = '') {
    const size = sizeSlider(info, setup.size);
    const options = info.options.map((option) => ({ name: option.name,
        ...optionControl(option, setup) }));
    const rules = select(ruleChoices(info), setup.rules);
    const seat = select(seats(info.name), setup.seat);
    const opponent = select(opponentChoices(info, opponents), setup.opponent);
    const { game_seconds: whole, move_seconds: one } = info;
    const time = whole ? `${whole / 60} minutes a side` : `${one} seconds a move`;
    const clock = select([['none', 'no clock'], ['course', `by the rules: ${time}`]],
        setup.clock);
    const chosen = () => ({ game: info.name, size: Number(size.input.value), rules: rules.value,
        seat: seat.value, opponent: opponent.value, clock: clock.value,
        ...Object.fromEntries(options.map(({ name, input }) =>
            [name, input.value === '' ? null : Number(input.value)])) });
    const dialog = h('dialog', { class: 'ask', 'aria-labelledby': 'ask-title' },
        h('form', { method: 'dialog', onsubmit: () => start(chosen()) },
            h('h2', { id: 'ask-title' }, `New game of ${info.title}`),
            h('p', { class: 'faint' }, info.goal ?? ''),
            warning ? h('p', { class: 'note' }, warning) : null,
            field('Opponent', opponent),
            field('You', seat),
            info.size.min < info.size.max ? size.field : null,
            options.map((option) => option.field),
            info.rules.length > 1 ? field('Rules', rules) : null,
            whole || one ? field('Clock', clock) : null,
            h('div', { class: 'buttons' },
                h('button', { type: 'submit', class: 'primary' }, 'Start'),
                button('Cancel', () => dialog.close()))));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
