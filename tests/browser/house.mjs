/* house.mjs - what the browser tests share: the server, the browser, tests that speak TAP, and a
 * person's hands on the board
 *
 * The packages live in the build folder (PLYWOOD_BROWSER), not beside these files.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import readline from 'node:readline';

const load = createRequire(`${process.env.PLYWOOD_BROWSER}/`);
export const { chromium } = load('playwright-core');
export const axe = load.resolve('axe-core/axe.min.js');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];
export const PATIENCE = 600000; /* milliseconds, which only something that never comes exceeds */
export const WIDTHS = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 860 } };

/* Starts a server and waits for the line with its address: {base, port, end(), kill()}. */
export async function serve(plywood, options) {
    const child = spawn(plywood, ['serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    for await (const line of readline.createInterface({ input: child.stdout })) {
        const address = line.match(/http:\/\/[\w.:]+/);
        if (address)
            return { base: address[0], port: address[0].split(':').at(-1),
                end: async () => { child.kill('SIGTERM'); await ended; },
                kill: async () => { child.kill('SIGKILL'); await ended; } };
    }
    throw new Error('the server has ended without naming its address');
}

export function launch() {
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: FLAGS });
}

/* A tab; whatever the page complains about becomes a fault of the test. */
export async function visit(browser, base, path,
    { motion = false, width = 'desktop', ...more } = {}) {
    const context = await browser.newContext({ baseURL: base, viewport: WIDTHS[width],
        reducedMotion: motion ? 'no-preference' : 'reduce', ...more });
    const page = await context.newPage();
    page.complaints = [];
    page.on('pageerror', (error) => page.complaints.push(error.stack));
    page.on('console', (message) => {
        if (message.type() === 'error') page.complaints.push(message.text());
    });
    page.setDefaultTimeout(PATIENCE);
    await page.goto(path);
    return page;
}

/* TAP. PLYWOOD_ONLY, a regular expression, picks tests by their names while one works on them. */
const only = new RegExp(process.env.PLYWOOD_ONLY ?? '');
let count = 0;
let failures = 0;

export async function test(name, body) {
    if (!only.test(name)) return;
    count++;
    const began = Date.now();
    try {
        await body();
        console.log(`ok ${count} - ${name} # ${((Date.now() - began) / 1000).toFixed(1)} s`);
    } catch (error) {
        failures++;
        console.log(`not ok ${count} - ${name}`);
        for (const line of String(error.stack ?? error).split('\n').slice(0, 14))
            console.log(`# ${line}`);
    }
}

export function finish() {
    console.log(`1..${count}`);
    return failures === 0;
}

export function demand(truth, what) {
    if (!truth) throw new Error(what);
}

export function same(found, expected, what) {
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    if (a !== b) throw new Error(`${what}: expected ${b.slice(0, 400)}, found ${a.slice(0, 400)}`);
}

export function content(page) {
    demand(page.complaints.length === 0, `the page complains: ${page.complaints.join('; ')}`);
}

/* The game on the board as the tab remembers it: {game, rules, start, moves}. */
export function lineOf(page, game) {
    return page.evaluate((name) => JSON.parse(sessionStorage.getItem('plywood.games'))[name]?.line,
        game);
}

/* Waits until a function of the page is true. (Playwright's own way to wait for one evaluates text
 * in the page, which the content security policy rightly forbids.) */
export async function until(page, truth, argument) {
    for (const end = Date.now() + PATIENCE; !await page.evaluate(truth, argument);) {
        demand(Date.now() < end, `waited in vain for ${truth}`);
        await new Promise((done) => { setTimeout(done, 10); });
    }
}

/* Waits until the person is to move or the game is over; true if it goes on. */
export async function myTurn(page) {
    await until(page, () => document.querySelector('.status.result')
        || document.querySelector('.player.active .turn')?.textContent === 'your turn');
    return await page.locator('.status.result').count() === 0;
}

/* Waits until the number of entries in the list of moves has grown. */
export async function made(page, before) {
    await until(page, (n) => document.querySelectorAll('.moves li').length > n
        || document.querySelector('.status.result'), before);
}

export const moveCount = (page) => page.locator('.moves li').count();

/* The serious faults that axe finds, in a few words each; source: axe's script. */
export async function faults(page, source) {
    await page.evaluate(source);
    const { violations } = await page.evaluate(() =>
        window.axe.run({ resultTypes: ['violations'] }));
    return violations.filter((one) => /serious|critical/.test(one.impact)).map((one) =>
        `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(' ')}`);
}

/* Asks for a new game through its dialog. */
export async function newGame(page, game, settings) {
    await page.locator(`.picker [data-game=${game}]`).click();
    await page.getByRole('button', { name: 'New game…' }).click();
    const dialog = page.getByRole('dialog');
    for (const [label, value] of Object.entries(settings)) {
        const control = dialog.getByLabel(label, { exact: true });
        if (await control.evaluate((element) => element.tagName) === 'SELECT')
            await control.selectOption(value);
        else
            await control.fill(value);
    }
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.locator(`.frame[data-game=${game}]:not([aria-busy])`).waitFor();
}

/* A square by its row and column. */
export const square = (page, row, column) =>
    page.locator(`.board > :nth-child(${row + 1}) > :nth-child(${column + 1})`);

/* Asks the server itself, as the page would. */
export function ask(page, path, body) {
    return page.evaluate(async ([to, what]) => {
        const reply = await fetch(to, { method: 'POST', body: JSON.stringify(what),
            headers: { 'Content-Type': 'application/json' } });
        return reply.json();
    }, [path, body]);
}
