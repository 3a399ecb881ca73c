/* howto.js - how to play: a game's lessons, most of them with a board to try them on
 *
 * The lessons and the rules come from the server (game/lessons.h). The reader makes the moves of
 * both sides; an illegal move is answered with the reason.
 */
import * as api from '/api.js';
import { Board } from '/board.js';
import { icon, infoOf, pageOf, sidesOf } from '/game.js';
import { given } from '/given.js';
import { lastGame } from '/setup.js';
import { sound } from '/sound.js';
import { announce, button, capital, h } from '/ui.js';

export async function open(root, parameters) {
    const { games } = given.known;
    const { name, title, goal } = infoOf(parameters.get('game')) ?? infoOf(lastGame()) ?? games[0];
    const lessons = await api.lessons(name);
    root.replaceChildren(
        h('nav', { class: 'picker', 'aria-label': 'Which game' }, games.map((game) =>
            h('a', { class: 'button', href: `/howto?game=${game.name}`, title: game.title,
                'aria-current': game.name === name ? 'page' : null },
            icon(game.name), h('span', { class: 'title' }, game.title)))),
        h('h1', {}, `How to play ${title}`),
        h('p', { class: 'lead' }, goal ?? ''),
        h('div', { class: 'lessons', 'data-game': name }, lessons.length
            ? lessons.map((lesson, i) => section(lesson, i + 1, name))
            : h('p', {}, 'Nobody has written lessons for this game yet.')),
        h('p', { class: 'buttons' }, h('a', { class: 'button primary', href: `/?game=${name}` },
            'Play a game')));
    return () => {};
}

function section(lesson, number, game) {
    const words = lesson.words.split('\n').map((one) => h('p', {}, one));
    const text = h('div', { class: 'words' }, h('h2', {}, `${number}. ${lesson.title}`), words);
    if (!lesson.start) return h('section', { class: 'lesson card' }, text);
    const trial = new Trial(lesson, game);
    text.append(trial.task, trial.said, trial.again);
    return h('section', { class: 'lesson card tried' }, text, trial.board.element);
}

class Trial {
    constructor(lesson, game) {
        this.lesson = lesson;
        this.line = new api.Line({ game, rules: lesson.position.rules, start: lesson.start,
            moves: [] }, lesson.position);
        this.board = new Board({ label: lesson.title, onmove: (move) => this.make(move),
            onrefuse: (squares) => this.refuse(squares) });
        this.task = h('p', { class: 'task' }, lesson.task);
        this.said = h('p', { class: 'said faint' });
        this.again = button('Once more', () => this.reset(), { disabled: true });
        this.show(lesson.position, null);
    }

    show(position, moved) {
        this.position = position;
        this.board.show(position, { active: true, moved });
        this.again.disabled = this.line.moves.length === 0;
    }

    async make(move) {
        const ply = this.line.moves.length;
        const mover = this.position.side;
        this.line.play(ply, move.move);
        const position = await this.line.at(ply + 1);
        sound('move');
        this.show(position, move);
        this.say(mover, move, ply);
    }

    /* Compares the first move with what the lesson asks for. */
    say(mover, move, ply) {
        const { lesson, position } = this;
        const right = ply === 0 && (!lesson.move || lesson.move === move.move);
        const told = `${sidesOf(position.game)[mover]} ${pageOf(position.game).told(move)}.`;
        const end = position.over ? ` ${capital(position.meaning)}` : '';
        this.said.className = right ? 'said hint' : 'said faint';
        const next = position.over ? '' : ` Now ${sidesOf(position.game)[position.side]} is to move.`;
        this.said.textContent = right ? `${lesson.done}${end}`
            : `${told}${end}${ply === 0 ? ' That is legal, but something else was asked for.' : ''}`
                + next;
        announce(this.said.textContent);
    }

    async refuse(squares) {
        const { length } = this.line.moves;
        const words = await api.why(this.line.until(length), squares);
        if (length !== this.line.moves.length) return;
        this.board.refuse(words);
        this.said.className = 'said';
        this.said.textContent = words;
    }

    reset() {
        this.line.cut(0);
        this.said.textContent = '';
        this.said.className = 'said faint';
        this.show(this.lesson.position, null);
    }
}
