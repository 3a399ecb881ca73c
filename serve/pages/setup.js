/* setup.js - what the next game is to look like: defaults, memory, and the dialog that asks
 *
 * A setup is {game, size, kinds, blocks, rules, seat, opponent, clock}. seat is "0" or "1" for the
 * person's side, "both" for two people at one board, "none" for a game to look at. opponent is
 * "level:3" or "program:ID".
 */
import { button, field, h, select } from '/ui.js';
import { RULES, WORDS } from '/words.js';

const SEATS = (game) => [['0', `I play ${WORDS[game].sides[0]} and begin`],
    ['1', `I play ${WORDS[game].sides[1]}`], ['both', 'Two people at this board'],
    ['none', 'Nobody: I look on']];

export function defaults(info) {
    const level = info.levels[Math.min(1, info.levels.length - 1)];
    return { game: info.name, size: info.size.default, kinds: info.kinds?.default ?? null,
        blocks: null, rules: info.rules[0], seat: '0', opponent: `level:${level.id}`,
        clock: 'none' };
}

/* The last setup of this game that the browser remembers, as far as it still makes sense. */
export function remembered(info, opponents) {
    const usual = defaults(info);
    const kept = read()[info.name];
    if (!kept) return usual;
    const setup = { ...usual, ...kept, game: info.name };
    const known = opponentChoices(info, opponents).some(([value]) => value === setup.opponent);
    if (!known) setup.opponent = usual.opponent;
    if (!info.rules.includes(setup.rules)) setup.rules = usual.rules;
    if (!(setup.size >= info.size.min && setup.size <= info.size.max)) setup.size = usual.size;
    if (info.kinds && !(setup.kinds >= 1 && setup.kinds <= info.kinds.max))
        setup.kinds = usual.kinds;
    if (!SEATS(info.name).some(([seat]) => seat === setup.seat)) setup.seat = usual.seat;
    return setup;
}

export function remember(setup) {
    try {
        localStorage.setItem('plywood.setup',
            JSON.stringify({ ...read(), [setup.game]: setup, last: setup.game }));
    } catch { /* a browser that keeps nothing can still play */ }
}

export const lastGame = () => read().last;

function read() {
    try {
        return JSON.parse(localStorage.getItem('plywood.setup')) ?? {};
    } catch {
        return {};
    }
}

/* [value, text, remark] of everybody that this game can be played against. */
export function opponentChoices(info, opponents) {
    const levels = info.levels.map((level) => [`level:${level.id}`, level.title, strength(level)]);
    const programs = opponents.filter((one) => !one.game || one.game === info.name)
        .map((one) => [`program:${one.id}`, `Program: ${one.name}`]);
    return [...levels, ...programs];
}

const strength = ({ elo }) => (elo < 0 ? `${-elo} Elo points below full strength` : null);

function slider(label, min, max, value, words) {
    const output = h('output', {}, words(value));
    const input = h('input', { type: 'range', min, max, step: 1, value,
        oninput: () => { output.textContent = words(Number(input.value)); } });
    return { input, field: field(label, input, output) };
}

/* Asks for a setup; calls start(setup) if the person wants it. */
export function askSetup(info, opponents, setup, start) {
    const size = slider('Board', info.size.min, info.size.max, setup.size, (n) => `${n} × ${n}`);
    const kinds = info.kinds && slider('Kinds of fruit', 1, info.kinds.max,
        setup.kinds ?? info.kinds.default, String);
    const blocks = info.blocks && select([['', 'a few'], ...[0, 1, 2, 4, 6, 8, 12, 16]
        .map((n) => [String(n), String(n)])], setup.blocks ?? '');
    const rules = select(info.rules.map((name) => [name, RULES[name] ?? name]), setup.rules);
    const seat = select(SEATS(info.name), setup.seat);
    const opponent = select(opponentChoices(info, opponents), setup.opponent);
    const time = info.game_seconds ? `${info.game_seconds / 60} minutes a side`
        : `${info.move_seconds} seconds a move`;
    const clock = select([['none', 'no clock'], ['course', `as in the course: ${time}`]],
        setup.clock);
    const chosen = () => ({ game: info.name, size: Number(size.input.value),
        kinds: kinds ? Number(kinds.input.value) : null,
        blocks: blocks && blocks.value !== '' ? Number(blocks.value) : null, rules: rules.value,
        seat: seat.value, opponent: opponent.value, clock: clock.value });
    const dialog = h('dialog', { class: 'ask', 'aria-labelledby': 'ask-title' },
        h('form', { method: 'dialog', onsubmit: () => start(chosen()) },
            h('h2', { id: 'ask-title' }, `New game of ${info.title}`),
            h('p', { class: 'faint' }, WORDS[info.name].goal),
            field('Opponent', opponent),
            field('You', seat),
            info.size.min < info.size.max ? size.field : null,
            kinds ? kinds.field : null,
            blocks ? field('Blocks', blocks) : null,
            info.rules.length > 1 ? field('Rules', rules) : null,
            field('Clock', clock),
            h('div', { class: 'buttons' },
                h('button', { type: 'submit', class: 'primary' }, 'Start'),
                button('Cancel', () => dialog.close()))));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
