/* pages.mjs - analyse, review and watch: a scenario each, and a look at every page for everybody */
import fs from 'node:fs';
import { WIDTHS, ask, axe, content, demand, faults, myTurn, newGame, same, square, test, until,
    visit } from './house.mjs';

/* What a screen reader finds on the board. */
const boardWords = (board) => board.evaluate((grid) => [...grid.querySelectorAll('.cell')]
    .map((cell) => cell.getAttribute('aria-label')));

const FRUIT = '4\n3\n300.0\n0011\n0021\n2211\n0120\n';

export async function pages(browser, base, { records, growing }) {
    await test('analyse: a pasted file, live lines, proven, followed and exported', async () => {
        const page = await visit(browser, base, '/analyse');
        await page.locator('.lines li').first().waitFor();
        await page.getByLabel('input.txt').fill(FRUIT);
        await page.getByRole('button', { name: 'Load', exact: true }).click();
        await until(page, () => document.querySelectorAll('.cell').length === 16);
        await page.locator('.lines li').first().waitFor();
        await page.locator('.facts.proven').waitFor();
        demand(await page.locator('.lines li').count() === 3, 'not three lines');
        demand(await page.locator('.suggestions .badge').count() === 3, 'the lines are not drawn');
        demand(await page.locator('.bar.proven').count() === 1, 'the bar does not say proven');
        const first = page.locator('.lines li').first();
        const names = await first.locator('.names button').allInnerTexts();
        await first.locator('.names button').nth(1).click();
        await until(page, (count) => new URLSearchParams(location.hash.slice(1)).get('moves')
            .split(' ').length === count, 2);
        const moves = await page.evaluate(() =>
            new URLSearchParams(location.hash.slice(1)).get('moves'));
        same(moves.split(' '), names.slice(0, 2), 'the line that was followed');
        const waiting = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download' }).click();
        const file = await waiting;
        same(file.suggestedFilename(), 'input.txt', 'the name of the export');
        const text = fs.readFileSync(await file.path(), 'utf8');
        same(text, await page.getByLabel('input.txt').inputValue(), 'the export');
        demand(/^4\n3\n/.test(text), `no position file: ${text}`);
        content(page);
        await page.context().close();
    });

    await test('analyse: a board set up by hand, and words for a file that is none', async () => {
        const page = await visit(browser, base, '/analyse');
        await page.getByLabel('New board').selectOption('laser');
        await page.locator('.frame[data-game=laser]').waitFor();
        await page.getByRole('button', { name: 'Set up by hand' }).click();
        same(await page.locator('.editor > *').count(), await page.locator('.editor').evaluate(
            (editor) => editor.childNodes.length), 'parts of the editor');
        await page.getByRole('button', { name: 'Clear the board' }).click();
        await page.getByRole('button', { name: 'block' }).click();
        await square(page, 2, 3).click();
        await until(page, () =>
            document.getElementById('input').value.split('\n')[3] === '00030000');
        await page.getByRole('button', { name: 'Done' }).click();
        await square(page, 2, 3).and(page.locator('.block')).waitFor();
        await page.locator('.lines li').first().waitFor();
        await page.getByLabel('input.txt').fill('nonsense');
        await page.getByRole('button', { name: 'Load', exact: true }).click();
        await page.locator('.note:not(:empty)').waitFor();
        demand(page.complaints.every((one) => /400/.test(one)), page.complaints.join());
        await page.context().close();
    });

    await test('a position goes from play to analyse and back', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'reversi', { Board: '6', Opponent: 'level:1' });
        await page.locator('.cell.can').first().click();
        await until(page, () => document.querySelectorAll('.moves li').length >= 3);
        await myTurn(page);
        const before = await boardWords(page.locator('.board'));
        await page.getByRole('link', { name: 'Analyse this position' }).click();
        await page.locator('.lines li').first().waitFor();
        await page.getByRole('link', { name: 'Play on from here' }).click();
        await myTurn(page);
        same(await boardWords(page.locator('.board')), before, 'the board after the round trip');
        content(page);
        await page.context().close();
    });

    await test('review: a recorded game, its graph, accuracy, better lines', async () => {
        const page = await visit(browser, base, '/review');
        await page.locator('.match[href*="reversi.record"]').click();
        await page.getByRole('link', { name: 'Game 2', exact: true }).click();
        await page.locator('.accuracy strong').first().waitFor();
        demand(await page.locator('.plot .curve').count() === 1, 'no graph');
        same(await page.locator('.accuracy strong').count(), 2, 'sides with an accuracy');
        await page.locator('.mistake').first().click();
        await page.locator('.now .bad').first().waitFor();
        demand(/Better: \S+/.test(await page.locator('.now').innerText()), 'no better line');
        demand(await page.locator('.suggestions .badge').count() === 1,
            'the better move is not drawn');
        demand(/game=2&ply=\d+/.test(page.url()), `no address of the move: ${page.url()}`);
        content(page);
        await page.context().close();
    });

    await test('review: the loser\'s worst move becomes a lesson', async () => {
        const page = await visit(browser, base, '/review?id=fruit.record&game=3');
        await page.getByRole('button', { name: /^Make a lesson of move \d+$/ }).click();
        const lesson = page.locator('section', { has: page.getByRole('heading', { name: 'Lesson' }) });
        await lesson.locator('.board').waitFor();
        const words = await lesson.innerText();
        demand(/plays [A-F]\d, which takes/.test(words), `no sentence: ${words}`);
        const [, played, good] = /Played: (\S+)\. Good: (.+)/.exec(words);
        demand(!good.split(' ').includes(played), `${played} is among ${good}`);
        demand(await lesson.locator('.suggestions .badge').count() > 0, 'no good move is drawn');
        const waiting = page.waitForEvent('download');
        await lesson.getByRole('button', { name: 'Download' }).click();
        const file = await waiting;
        same(file.suggestedFilename(), 'input.txt', 'the file');
        demand(fs.readFileSync(await file.path(), 'utf8').startsWith('6\n'), 'no position file');
        same(await faults(page, fs.readFileSync(axe, 'utf8')), [], 'faults that axe finds');
        content(page);
        await page.context().close();
    });

    await test('review: a file from one\'s own machine, and the game just played', async () => {
        const page = await visit(browser, base, '/review');
        await page.locator('#record-file').setInputFiles(records.fruit);
        await page.getByRole('link', { name: 'Game 1', exact: true }).click();
        await page.locator('.accuracy strong').first().waitFor();
        await page.goto('/');
        await newGame(page, 'reversi', { Board: '4', Opponent: 'level:1' });
        while (await myTurn(page)) {
            const count = await page.locator('.moves li').count();
            await page.locator('.cell.can').first().click();
            await until(page, (n) => document.querySelectorAll('.moves li').length > n, count);
        }
        await page.getByRole('link', { name: 'Review the game' }).click();
        await page.locator('.accuracy strong').first().waitFor();
        same(await page.locator('.player .name').allInnerTexts(), ['You', 'Plywood'], 'players');
        content(page);
        await page.context().close();
    });

    await test('review: where an agent loses most, across its games', async () => {
        const page = await visit(browser, base, '/review');
        await page.getByRole('link', { name: /Where greedy loses most/ }).click();
        await page.locator('.bars dd').first().waitFor();
        content(page);
        await page.context().close();
    });

    await test('review: the move that decided comes first; moves are numbered alike', async () => {
        const page = await visit(browser, base, '/review');
        const line = { game: 'fruit', rules: 'default', start: FRUIT, moves: [] };
        for (let played = await ask(page, '/api/position', line); !played.position.over;
            played = await ask(page, '/api/position', line)) {
            const { side, legal } = played.position;
            const best = (await ask(page, '/api/hint', line)).move;
            const worst = legal.reduce((a, b) => (b.gain < a.gain ? b : a)).move;
            line.moves.push(side === 0 ? worst : best);
        }
        await page.goto(`/review#${new URLSearchParams({ ...line, moves: line.moves.join(' ') })}`);
        await page.reload();
        await page.locator('.accuracy strong').first().waitFor();
        const decisive = page.locator('.mistake', { hasText: 'This decided the game.' });
        same(await decisive.count(), 1, 'deciding moves');
        same(await decisive.locator('strong').innerText(), (await page.locator('.mistake strong')
            .first().innerText()), 'the first of the list');
        const number = Number((await decisive.innerText()).match(/Move (\d+)/)[1]);
        await decisive.click();
        await page.getByText(`Next, move ${number}:`).waitFor();
        await page.locator('.count', { hasText: new RegExp(number === 1 ? '^The start'
            : `^After move ${number - 1} of ${line.moves.length}$`) }).waitFor();
        content(page);
        await page.context().close();
    });

    await test('a page that was left does nothing more', async () => {
        const page = await visit(browser, base, '/');
        const asked = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        /* Leaves a page while it waits for its nth position. */
        const leave = async (path, nth) => {
            let count = 0;
            const held = [];
            await page.route('**/api/position', (route) => (++count === nth ? held.push(route)
                : route.continue()));
            await page.goto(path);
            for (let i = 0; !held.length; i++) {
                demand(i < 60000, `${path}: only ${count} positions were asked for`);
                await new Promise((done) => { setTimeout(done, 10); });
            }
            await page.getByRole('link', { name: 'Analyse', exact: true }).click();
            await page.locator('.lines li').first().waitFor();
            asked.length = 0;
            const answered = page.waitForResponse('**/api/position');
            await held[0].continue();
            await answered;
            await new Promise((done) => { setTimeout(done, 300); });
            same(new URL(page.url()).pathname, '/analyse', `${path}: the address`);
            await page.unroute('**/api/position');
            demand(!asked.includes('/api/review'), `${path}: a review has begun`);
        };
        await leave('/watch?id=reversi.record&game=1', 1);
        await leave('/review?id=reversi.record&game=1', 2);
        content(page);
        await page.context().close();
    });

    await test('twenty tabs of one browser do not keep each other from loading, nor a move',
        () => manyTabs(browser, base));

    await test('links without sense are told so', async () => {
        const page = await visit(browser, base, '/analyse#start=rubbish');
        await page.locator('.note', { hasText: 'This link has no position' }).waitFor();
        await page.locator('.frame[data-game=fruit]').waitFor();
        await page.goto('/review?id=fruit.record&game=99');
        await page.getByRole('link', { name: 'Game 1', exact: true }).waitFor();
        await page.goto('/analyse/');
        await page.locator('.lines li').first().waitFor();
        demand(page.complaints.every((one) => /400/.test(one)), page.complaints.join());
        await page.context().close();
    });

    await test('an address of no page gets a friendly word', async () => {
        const page = await visit(browser, base, '/nowhere');
        await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
        await page.goto('/watch/nowhere');
        await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
        page.complaints = page.complaints.filter((one) => !/404/.test(one));
        await page.getByRole('link', { name: 'Play a game' }).click();
        await page.locator('.cell.can').first().waitFor();
        content(page);
        await page.context().close();
    });

    await test('watch: more tabs than streams all get their turn', async () => {
        const page = await visit(browser, base, '/watch');
        const address = await page.locator('.match[href*=growing]').getAttribute('href');
        for (let i = 0; i < 6; i++) {
            const tab = await page.context().newPage();
            await tab.goto(address);
            await tab.locator('.mini .cell').first().waitFor();
        }
        content(page);
        await page.context().close();
    });

    await test('watch: no stream for a hidden tab, and none after its end', async () => {
        const page = await visit(browser, base, '/watch');
        let streams = 0;
        await page.route('**/api/watch?*', (route) => {
            streams++;
            return route.fulfill({ contentType: 'text/event-stream',
                body: 'retry: 10\n\nevent: end\ndata: {}\n\n' });
        });
        const show = (hidden) => page.evaluate((value) => {
            Object.defineProperty(document, 'hidden', { value, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
        const pause = () => new Promise((done) => { setTimeout(done, 500); });
        await show(true);
        await page.locator('.match[href*=growing]').click();
        await page.getByRole('heading', { name: 'A match' }).waitFor();
        await pause();
        same(streams, 0, 'streams while it is hidden');
        const asked = page.waitForRequest('**/api/watch?*');
        await show(false);
        await asked;
        await pause();
        await show(true);
        await show(false);
        await pause();
        same(streams, 1, 'streams of a record that has ended');
        content(page);
        await page.context().close();
    });

    await test('watch: what is no event is left out with a word, and the match goes on', async () => {
        const page = await visit(browser, base, '/watch');
        const lines = fs.readFileSync(records.reversi, 'utf8').trim().split('\n');
        const odd = ['{"event":"move","number":1,"pl', '{"event":"start"}', '[1]', 'null',
            '{"event":"match","name":3}', '{"event":"move","number":1,"ply":7000,"move":"0,0"}'];
        const told = [...lines.slice(0, 4), ...odd, ...lines.slice(4)];
        await page.route('**/api/watch?*', (route) => route.fulfill({
            contentType: 'text/event-stream',
            body: `${told.map((line, i) => `id: ${i + 1}\ndata: ${line}\n\n`).join('')
            }event: end\ndata: {}\n\n` }));
        await page.locator('.match[href*=reversi]').click();
        await page.getByText(`${odd.length} lines of the record`).waitFor();
        await page.getByText('finished').waitFor();
        await page.locator('.mini .cell').first().waitFor();
        content(page);
        await page.context().close();
    });

    await test('watch: a record that begins anew is shown anew, and says so', async () => {
        const page = await visit(browser, base, '/watch');
        const read = (path) => fs.readFileSync(path, 'utf8').trim().split('\n');
        const events = (all) => all.map((line, i) => `id: ${i + 1}\ndata: ${line}\n\n`).join('');
        await page.route('**/api/watch?*', (route) => route.fulfill({
            contentType: 'text/event-stream',
            body: `${events(read(records.fruit).slice(0, 9))}event: anew\ndata: {}\n\n${
                events(read(records.reversi))}event: end\ndata: {}\n\n` }));
        await page.locator('.match[href*=reversi]').click();
        await page.getByText('The record was cut or replaced').waitFor();
        await page.getByText('finished').waitFor();
        same(await page.locator('tbody tr').count(), 4, 'games of the record that is there now');
        content(page);
        await page.context().close();
    });

    await test('watch: a running match moves by itself, with its score and interval', async () => {
        const page = await visit(browser, base, '/watch');
        const match = page.locator('.match[href*=growing]');
        await match.locator('.live').waitFor();
        await match.click();
        await page.locator('.mini .cell').first().waitFor();
        const score = await page.locator('.versus strong').innerText();
        const moves = async () => (await page.locator('tbody td:nth-child(4)').allInnerTexts())
            .reduce((sum, text) => sum + Number(text), 0);
        const before = await moves();
        growing.grow();
        await until(page, (n) => [...document.querySelectorAll('tbody td:nth-child(4)')]
            .reduce((sum, cell) => sum + Number(cell.textContent), 0) > n, before);
        await page.getByText('finished').waitFor();
        demand(await page.locator('.versus strong').innerText() !== score,
            'the score stands still');
        content(page);
        await page.context().close();
    });

    await test('watch: a replay with its scrubber; every move has an address', async () => {
        const page = await visit(browser, base, '/watch');
        await page.locator('.match', { hasText: 'Land bidding' }).first().click();
        await page.getByRole('link', { name: 'Game 1', exact: true }).click();
        const scrubber = page.getByRole('slider', { name: 'Move' });
        await page.locator('.scrubber').getByRole('button', { name: 'Start' }).click();
        await page.waitForURL(/ply=0$/);
        await scrubber.focus();
        for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
        await page.waitForURL(/ply=5$/);
        await page.locator('.count', { hasText: 'After move 5 of' }).waitFor();
        const shown = await boardWords(page.locator('.alone .board'));
        const again = await visit(browser, base, page.url());
        await again.locator('.count', { hasText: 'After move 5 of' }).waitFor();
        same(await boardWords(again.locator('.alone .board')), shown, 'the board at this address');
        content(page);
        content(again);
        await again.context().close();
        await page.context().close();
    });
}

/* What every page looks like and whether everybody can use it. */
export async function looks(browser, base, { screens }) {
    fs.mkdirSync(screens, { recursive: true });
    const source = fs.readFileSync(axe, 'utf8');
    const ready = {
        play: ['/', '.cell.can'], analyse: ['/analyse', '.lines li'],
        review: ['/review', '.match'], games: ['/review?id=reversi.record', 'tbody a'],
        game: ['/review?id=reversi.record&game=2&ply=20', '.now .good, .now .bad'],
        agent: ['/review?agent=greedy', '.bars dd'], watch: ['/watch', '.match'],
        match: ['/watch?id=reversi.record', '.mini .cell'],
        replay: ['/watch?id=reversi.record&game=2&ply=8', '.alone .cell'],
    };
    for (const [name, [path, selector]] of Object.entries(ready))
        await test(`${name}: no serious accessibility fault; fits phone and desktop`, async () => {
            for (const [width, colorScheme, judged] of [['phone', 'light', true],
                ['desktop', 'light', false], ['desktop', 'dark', true]]) {
                const page = await visit(browser, base, path, { width, colorScheme });
                await page.locator(selector).first().waitFor();
                await page.screenshot({ path: `${screens}/${name}-${width}-${colorScheme}.png`,
                    fullPage: true });
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                demand(wide <= WIDTHS[width].width, `${width}: the page is ${wide} wide`);
                if (judged) same(await faults(page, source), [], `${width}, ${colorScheme}`);
                content(page);
                await page.context().close();
            }
        });

    await test('the whole site is below 300 kB, and no file comes from elsewhere', async () => {
        const page = await visit(browser, base, '/');
        const games = await page.evaluate(async () => (await (await fetch('/api/games')).json())
            .games.filter((game) => game.module).map((game) => `game-${game.name}.js`));
        let bytes = 0;
        /* the first script and the style are in the document */
        for (const name of ['', 'tournament.css', 'more.js', 'pictures.svg', ...games]) {
            const reply = await fetch(`${base}/${name}`);
            demand(reply.ok, `/${name} is not there`);
            bytes += (await reply.arrayBuffer()).byteLength;
        }
        demand(games.length > 0 && bytes < 300e3, `${bytes} bytes`);
        const hosts = new Set();
        page.on('request', (request) => hosts.add(new URL(request.url()).origin));
        for (const path of ['/', '/analyse', '/review', '/watch']) {
            await page.goto(path);
            await page.locator('main .page > *').first().waitFor();
        }
        same([...hosts], [base], 'hosts');
        await page.context().close();
    });
}

/* A browser has six connections for all tabs; a position that takes long keeps a stream open. */
async function manyTabs(browser, base) {
    const first = await visit(browser, base, '/');
    await newGame(first, 'halma', {});
    const tabs = [];
    for (let i = 0; i < 20; i++) {
        tabs.push(await first.context().newPage());
        await tabs[i].goto('/analyse');
    }
    await Promise.all(tabs.slice(0, 4).map((tab) => tab.locator('.lines li').first().waitFor()));
    await newGame(first, 'reversi', { Opponent: 'level:1' });
    await first.locator('.cell.can').first().click();
    await until(first, () => document.querySelectorAll('.moves li').length >= 3);
    content(first);
    await first.context().close();
}
