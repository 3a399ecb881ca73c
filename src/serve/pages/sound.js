/* sound.js - short synthesized sounds for moves, refusals and endings; off by default */
import { sign } from '/ui.js';

const KEPT = 'plywood.sound';
/* [frequency in Hz, start, duration] of each tone, in seconds */
const TONES = {
    move: [[420, 0, 0.06], [210, 0, 0.09]],
    no: [[150, 0, 0.14]],
    end: [[392, 0, 0.16], [523, 0.14, 0.3]],
};

let context = null;
let on = localStorage.getItem(KEPT) === 'on';

/* Plays a sound if sounds are on. */
export function sound(name) {
    if (!on || document.hidden) return;
    context ??= new AudioContext();
    context.resume();
    for (const [hertz, begins, lasts] of TONES[name]) {
        const from = context.currentTime + begins;
        const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
        const volume = new GainNode(context, { gain: 0.25 });
        volume.gain.setValueAtTime(0.25, from);
        volume.gain.exponentialRampToValueAtTime(0.001, from + lasts);
        tone.connect(volume).connect(context.destination);
        tone.start(from);
        tone.stop(from + lasts);
    }
}

/* Turns a button into the sound switch. */
export function soundSwitch(button) {
    const show = () => {
        button.replaceChildren(sign(on ? 'loud' : 'mute'));
        button.setAttribute('aria-pressed', String(on));
        button.title = on ? 'Sounds are on' : 'Sounds are off';
    };
    button.addEventListener('click', () => {
        on = !on;
        localStorage.setItem(KEPT, on ? 'on' : 'off');
        show();
        sound('move');
    });
    show();
}
