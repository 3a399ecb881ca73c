/* speed.mjs PLYWOOD FILE… - how quick the playground is, in figures; the files are its site's
 *
 * The machine may be busy with other things, so the first page is opened in turn with a page that
 * has nothing on it: what that costs is the browser's. Work on a frame is processor time of the
 * page's own thread, which a busy machine does not change much. */
import fs from 'node:fs';
import http from 'node:http';
import { ask, demand, launch, newGame, serve, until, visit } from './house.mjs';

const VISITS = 10;
const MOVES = 20;
const [plywood, ...site] = process.argv.slice(2);

const share = (numbers, part) =>
    [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, numbers.length * part | 0)];
const ms = (number) => `${number.toFixed(number < 20 ? 1 : 0)} ms`;
const tell = (what, figures) => console.log(`${what.padEnd(44)}${figures}`);

/* Notes in the page when it can be used: the first square that takes a click is there, and the
 * frame that shows it is done. */
function noteUsable() {
    new MutationObserver((_, observer) => {
        if (!document.querySelector('.cell.can')) return;
        observer.disconnect();
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => { window.usable = performance.now(); };
            port2.postMessage(null);
        });
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['class'] });
}

async function firstVisit(browser, base, click) {
    const page = await visit(browser, base, 'about:blank', { motion: true });
    await page.addInitScript(noteUsable);
    await page.goto('/');
    await until(page, () => window.usable);
    const time = await page.evaluate(() => window.usable);
    if (click) {
        await page.locator('.cell.can').first().click();
        await until(page, () => document.querySelectorAll('.moves li').length > 1);
    }
    await page.context().close();
    return time;
}

async function firstPage(browser, base) {
    const empty = http.createServer((request, response) => response
        .setHeader('Content-Type', 'text/html').end('<!doctype html><p class="cell can">Hello'));
    await new Promise((done) => { empty.listen(0, '127.0.0.1', done); });
    const [page, nothing] = [[], []];
    for (let i = 0; i < VISITS; i++) {
        nothing.push(await firstVisit(browser, `http://127.0.0.1:${empty.address().port}`, false));
        page.push(await firstVisit(browser, base, i === 0));
    }
    empty.close();
    tell(`first page usable, ${VISITS} fresh visits`, `median ${ms(share(page, 0.5))}, `
        + `best ${ms(Math.min(...page))}`);
    tell('an empty page in the same browser', `median ${ms(share(nothing, 0.5))}, `
        + `best ${ms(Math.min(...nothing))}`);
}

function siteBytes() {
    const bytes = site.reduce((sum, file) => sum + fs.statSync(file).size, 0);
    tell('the whole site', `${bytes} bytes, ${site.length} files`);
}

async function moves(browser, base) {
    const page = await visit(browser, base, '/');
    const line = { game: 'fruit', ...await ask(page, '/api/new', { game: 'fruit' }), moves: [] };
    delete line.position;
    const over = [];
    while (over.length < MOVES) {
        const { reply, took } = await page.evaluate(async (body) => {
            const began = performance.now();
            const answer = await fetch('/api/move', { method: 'POST', body: JSON.stringify(body),
                headers: { 'Content-Type': 'application/json' } });
            return { reply: await answer.json(), took: performance.now() - began };
        }, { ...line, level: 2 });
        over.push(took - reply.seconds * 1000);
        line.moves.push(reply.move);
    }
    await page.context().close();
    tell(`a move's answer over its thinking time, ${MOVES}`, `median ${ms(share(over, 0.5))}, `
        + `worst ${ms(Math.max(...over))}`);
}

/* Frames of falling fruit on the largest board: how far apart they are, and what the page's thread
 * does for one. */
async function frames(browser, base) {
    const page = await visit(browser, base, '/', { motion: true });
    await newGame(page, 'fruit', { Board: '26', 'Kinds of fruit': '3', You: 'both' });
    await page.locator('.cell.can').first().waitFor();
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    const work = async () => (await client.send('Performance.getMetrics')).metrics
        .find(({ name }) => name === 'TaskDuration').value * 1000;
    const gaps = [];
    let spent = 0;
    for (let i = 0; i < 12; i++) {
        const moved = await page.locator('.moves li').count();
        await page.evaluate(() => {
            const low = [...document.querySelectorAll('.board > :last-child .can')];
            low[low.length >> 1].click();
        });
        await until(page, (n) => document.querySelectorAll('.moves li').length > n, moved);
        const before = await work();
        gaps.push(...await page.evaluate(() => new Promise((done) => {
            const found = [];
            const step = (last) => requestAnimationFrame((now) => {
                if (last) found.push(now - last);
                if (document.querySelector('.ghost')) step(now);
                else done(found);
            });
            step(0);
        })));
        spent += await work() - before;
    }
    demand(gaps.length > 50, 'nothing falls');
    await page.context().close();
    tell('frames of falling fruit on 26 x 26', `median ${ms(share(gaps, 0.5))}, `
        + `95th percentile ${ms(share(gaps, 0.95))}, of ${gaps.length}`);
    tell('the page\'s own work on such a frame', `mean ${ms(spent / gaps.length)} of processor time`);
}

const server = await serve(plywood, ['--no-keep']);
const browser = await launch();
try {
    await firstPage(browser, server.base);
    siteBytes();
    await moves(browser, server.base);
    await frames(browser, server.base);
} finally {
    await browser.close();
    await server.end();
}
