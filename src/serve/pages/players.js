/* players.js - the two player cards above a board: name, points, time, turn */
import { clock, h } from '/ui.js';
import { sidesOf, standingOf } from '/game.js';

export class Players {
    constructor() {
        this.cards = [0, 1].map((side) => {
            const parts = {
                name: h('strong', { class: 'name' }),
                turn: h('span', { class: 'turn' }),
                score: h('span', { class: 'score' }),
                unit: h('span', { class: 'unit' }),
                clock: h('span', { class: 'clock' }),
            };
            parts.card = h('div', { class: `player side${side}` },
                h('span', { class: `swatch side${side}`, 'aria-hidden': 'true' }),
                h('div', { class: 'who' }, parts.name, parts.turn), parts.clock,
                h('div', { class: 'points' }, parts.score, parts.unit));
            return parts;
        });
        this.element = h('div', { class: 'players', role: 'group', 'aria-label': 'Score' },
            this.cards.map((parts) => parts.card));
    }

    /* names: of the players of side 0 and side 1; turn: text for the side to move; others: text for
     * the side that waits. */
    show(position, names, turn, others = sidesOf(position.game)) {
        this.element.dataset.game = position.game;
        this.cards.forEach((parts, side) => {
            const active = !position.over && position.side === side && turn;
            parts.card.classList.toggle('active', Boolean(active));
            parts.name.textContent = names[side];
            const other = others[side] === names[side] ? '' : others[side];
            parts.turn.textContent = parts.turn.title = active ? turn : other;
            const [score, unit] = standingOf(position, side);
            parts.score.textContent = score;
            parts.unit.textContent = unit;
        });
    }

    /* Seconds left for both sides, or null without a clock. */
    clocks(left) {
        this.cards.forEach((parts, side) => {
            const seconds = left?.[side];
            parts.clock.hidden = !Number.isFinite(seconds);
            if (Number.isFinite(seconds)) parts.clock.textContent = clock(seconds);
            parts.clock.classList.toggle('short', seconds < 10);
        });
    }
}
