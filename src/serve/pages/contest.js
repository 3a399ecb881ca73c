/* contest.js - matches started in the browser: the dialog, and the controls of a running match
 *
 * Contenders are named by ids from the server's lists; the server accepts no others.
 */
import * as api from '/api.js';
import { infoOf } from '/game.js';
import { given } from '/given.js';
import { optionControl, ruleChoices, sizeSlider } from '/setup.js';
import { button, field, h, select, toast } from '/ui.js';

/* The options for a match on this server; null if it plays none. */
export const state = () => api.match().catch(() => null);

function contenders(info, agents) {
    return [...info.levels.map((one) => [`level:${one.id}`, `Plywood, ${one.title}`]),
        ...agents.map((one) => [one.id, one.title]),
        ...given.known.opponents.filter((one) => !one.game || one.game === info.name)
            .map((one) => [`program:${one.id}`, `Program: ${one.name}`])];
}

/* Choices of seconds, up to the server's limits; '' means the time of the rules. */
function clocks({ game_seconds: whole, move_seconds: one }, limits) {
    const unit = whole ? 'a side' : 'a move';
    const most = (whole ? limits.side_seconds : limits.move_seconds) ?? Infinity;
    const usual = whole || one;
    return [...(whole ? [5, 10, 30, 60] : [0.1, 1, 5]).filter((time) => time < usual)
        .map((time) => [String(time), `${time} s ${unit}`]), ['', `by the rules: ${usual} s ${unit}`]]
        .filter(([time]) => Number(time || usual) <= most);
}

/* Choices of seconds between moves: without a pause, matches of fast agents are over before people
 * see them. */
const paces = [['', 'as fast as they play'], ['1', 'to look on: a move a second'],
    ['3', 'slowly: a move in three seconds']];

/* The form fields for one game: {fields, wish()}. */
function controls(info, { agents, limits }, before) {
    const who = contenders(info, agents);
    const known = (value, otherwise) => (who.some(([id]) => id === value) ? value : otherwise);
    const a = select(who, known(before?.a, 'level:3'));
    const b = select(who, known(before?.b, 'agent:greedy'));
    const games = h('input', { type: 'number', min: 2, max: limits.games, step: 2,
        required: true, value: before?.games ?? 10 });
    const times = clocks(info, limits);
    const clock = select(times, times[Math.min(1, times.length - 1)][0]);
    const pace = select(paces, before?.pace ?? '');
    const size = sizeSlider(info, info.size.default);
    const rules = select(ruleChoices(info), info.rules[0]);
    const options = info.options.map((option) => ({ name: option.name,
        ...optionControl(option, {}) }));
    return {
        fields: [field('First contender', a), field('Second contender', b), field('Games', games),
            field('Clock', clock), field('Pace', pace), info.size.min < info.size.max ? size.field : null,
            ...options.map((option) => option.field),
            info.rules.length > 1 ? field('Rules', rules) : null].filter(Boolean),
        wish: () => ({ game: info.name, rules: rules.value, size: Number(size.input.value),
            a: a.value, b: b.value, games: Number(games.value),
            seconds: clock.value ? Number(clock.value) : undefined,
            pace: pace.value ? Number(pace.value) : undefined,
            ...Object.fromEntries(options.filter(({ input }) => input.value !== '')
                .map(({ name, input }) => [name, Number(input.value)])) }),
    };
}

/* Opens the dialog for a new match; calls begun(state) after the match has started. */
export function askMatch(can, begun) {
    const { games } = given.known;
    const which = select(games.map((one) => [one.name, one.title]), games[0].name, () => fill());
    const body = h('div', { class: 'stackup' });
    const problem = h('p', { class: 'note', role: 'alert' });
    let form = null;
    const fill = () => {
        form = controls(infoOf(which.value), can, form?.wish());
        body.replaceChildren(...form.fields);
    };
    const begin = async (event) => {
        event.preventDefault();
        try {
            begun(await api.beginMatch(form.wish()));
            dialog.close();
        } catch (error) {
            problem.textContent = error.message;
        }
    };
    const { seconds } = can.limits;
    const dialog = h('dialog', { class: 'ask', 'aria-labelledby': 'match-title' },
        h('form', { onsubmit: begin }, h('h2', { id: 'match-title' }, 'New match'),
            h('p', { class: 'faint' }, 'Games in pairs, each start played from both seats, one after '
                + 'the other and behind everything else that this machine does.'
                + (seconds ? ` It ends after ${seconds / 60} minutes.` : '')),
            field('Game', which), body, problem,
            h('div', { class: 'buttons' },
                h('button', { type: 'submit', class: 'primary' }, 'Start the match'),
                button('Cancel', () => dialog.close()))));
    fill();
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}

const GLANCE = 2000; /* milliseconds between two polls */

/* The pause and stop buttons for the visitor who started the match, and the server's messages about
 * it. */
export class Reins {
    /* changed() is called after every state received from the server. Then this.why is the reason
     * of a failure, or ''. */
    constructor(changed) {
        this.changed = changed;
        this.why = '';
        this.stopping = this.ended = false;
        this.pause = button('Pause', () => this.tell(this.paused ? 'go-on' : 'pause'));
        this.stop = button('Stop the match', () => this.tell('stop'));
        this.element = h('div', { class: 'buttons reins', hidden: true }, this.pause, this.stop);
    }

    /* Polls the state of the match with this id until the match ends or over() is called. */
    async follow(id) {
        for (; !this.ended; await new Promise((done) => { setTimeout(done, GLANCE); })) {
            if (document.hidden) continue;
            const can = await state();
            if (this.ended || can?.id !== id) return;
            this.show(can);
            if (!can.running) return;
        }
    }

    show({ running, paused, mine, why }) {
        this.paused = paused;
        this.why = why;
        this.element.hidden = !running || !mine || this.stopping;
        this.pause.textContent = paused ? 'Go on' : 'Pause';
        this.changed();
    }

    async tell(wish) {
        try {
            const can = await api.tellMatch(wish);
            this.stopping = wish === 'stop';
            this.show(can);
        } catch (error) {
            toast(error.message);
            this.element.hidden = true;
        }
    }

    over() {
        this.ended = true;
        this.element.hidden = true;
    }
}
