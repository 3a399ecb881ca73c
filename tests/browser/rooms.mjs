/* rooms.mjs - games that stay, matches from the browser, a connection that is lost and found
 *
 * Servers are started, killed and started again here, on one port each, as a person would. */
import fs from 'node:fs';
import { PATIENCE, WIDTHS, ask, axe, content, demand, faults, myTurn, newGame, same, serve, test,
    until, visit } from './house.mjs';

/* What a page complains of when its server is gone: the browser itself says so, we do not. */
const LOST = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/;

/* A game of Halma that Ada begins with the white pieces, the second side. */
const match = (games) => ({ event: 'match', version: 1, game: 'halma', rules: 'default',
    spec: ['Ada', 'Brouwer'], name: ['Ada', 'Brouwer'], games, time: 0, cap: 0, seed: 0 });
const opening = (number) => [{ event: 'start', number, attempt: 1, first: 'a', seed: 0,
    input: 'GAME\nWHITE\n300.0\n'
        + 'BBBBB...........\nBBBBB...........\nBBBB............\nBBB.............\n'
        + `BB..............\n${'................\n'.repeat(6)}..............WW\n`
        + '.............WWW\n............WWWW\n...........WWWWW\n...........WWWWW\n' },
...['15,11-13,11', '2,1-4,3', '14,11-12,11'].map((move, ply) => ({ event: 'move', number, ply,
    by: 'ab'[ply % 2], move, score: [0, 0] }))];
const written = (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const WHITE_OPENS = written([match(1), ...opening(1), { event: 'dropped', number: 1 }]);
const STOPPED = written([match(4), ...opening(1),
    { event: 'end', game: 'halma', first: 'a', winner: 'a', ending: 'out-of-time', score: [0, 0],
        plies: 3, seed: 0, number: 1, attempts: 1 },
    ...opening(2), { event: 'dropped', number: 2 },
    { event: 'summary', summary: true, game: 'halma', a: 'Ada', b: 'Brouwer', games: 1,
        points: [1, 0], voids: 0, stopped: true }]);

/* Whatever the page has shown since it was opened never told of a failed fetch. */
async function listenForFetch(page) {
    await page.addInitScript(() => {
        window.said = [];
        const look = () => {
            const text = document.body?.innerText ?? '';
            if (/fail\w* to fetch|networkerror|load failed/i.test(text)) window.said.push(text);
        };
        new MutationObserver(look).observe(document, { childList: true, subtree: true,
            characterData: true });
    });
}

async function neverFailed(page) {
    same(await page.evaluate(() => window.said), [], 'words about a failed fetch');
    demand(page.complaints.every((one) => LOST.test(one)), page.complaints.join('; '));
}

/* Plays a short game to its end; returns the headline. */
async function playOut(page) {
    await newGame(page, 'reversi', { Board: '4', Opponent: 'level:1' });
    while (await myTurn(page)) {
        const count = await page.locator('.moves li').count();
        await page.locator('.cell.can').first().click();
        await until(page, (n) => document.querySelectorAll('.moves li').length > n
            || document.querySelector('.status.result'), count);
    }
    return page.locator('.status .headline').innerText();
}

/* Waits for something outside the page. */
async function eventually(holds, otherwise) {
    for (let i = 0; !holds() && 50 * i < PATIENCE; i++)
        await new Promise((done) => { setTimeout(done, 50); });
    demand(holds(), otherwise);
}

/* Waits until a folder has this many records. */
async function records(folder, count) {
    const list = () => (fs.existsSync(folder) ? fs.readdirSync(folder) : [])
        .filter((name) => name.endsWith('.record'));
    await eventually(() => list().length === count, `not ${count} records in ${folder}`);
    return list().map((name) => `${folder}/${name}`);
}

async function kept(browser, plywood, folder) {
    const keep = `${folder}/kept`;
    let server = await serve(plywood, ['--keep', keep]);
    const again = async (...options) => {
        await server.end();
        server = await serve(plywood, ['--port', server.port, ...options]);
    };

    await test('a game that was played is kept: after a restart, and in another browser', async () => {
        const page = await visit(browser, server.base, '/');
        const headline = await playOut(page);
        const end = page.locator('.ending', { hasText: /Decided at move|No single move/ });
        const [, decided] = (await end.innerText()).match(/Decided at move (\d+)/) ?? [];
        const [file] = await records(keep, 1);
        const facts = () => fs.readFileSync(file, 'utf8').trim().split('\n')
            .map((line) => JSON.parse(line));
        const moment = () => facts().find(({ event }) => event === 'moment')?.ply;
        await eventually(() => moment() === (decided && decided - 1), 'another move decided the file');
        await again('--keep', keep);
        const other = await visit(browser, server.base, '/review');
        const card = other.locator('.kept');
        await card.first().waitFor();
        same(await card.count(), 1, 'games');
        demand(/^(You – Plywood|Plywood.* – You)/.test(await card.locator('strong').innerText()),
            'no opponent');
        const won = /You win/.test(headline);
        demand(!won || /You won/.test(await card.innerText()), `${headline}: ${await card.innerText()}`);
        demand(/today/.test(await card.innerText()), 'no date');
        same(await card.locator('.tiny .cell').count(), 16, 'squares of the picture');
        demand(await card.locator('.tiny .piece').count() > 3, 'an empty picture');
        await card.locator('a').click();
        /* a game that no single move decided opens at its end */
        const opens = moment() ?? facts().filter(({ event }) => event === 'move').length;
        await other.waitForURL(new RegExp(`ply=${opens}$`));
        await other.locator('.accuracy strong').first().waitFor();
        await other.waitForURL(new RegExp(`ply=${opens}$`)); /* the whole review names the same */
        demand(page.complaints.every((one) => LOST.test(one)), page.complaints.join('; '));
        content(other);
        await page.context().close();
        await other.context().close();
    });

    await test('without --keep the browser alone keeps a game, and hands it over later', async () => {
        await again('--no-keep');
        const page = await visit(browser, server.base, '/');
        await playOut(page);
        await page.goto('/review');
        await page.locator('.kept', { hasText: 'in this browser' }).waitFor();
        await records(keep, 1);
        await page.reload();
        await page.locator('.kept a').click();
        await page.locator('.accuracy strong').first().waitFor();
        await page.goto('/review');
        await again('--keep', keep);
        await page.reload();
        await page.locator('.kept').nth(1).waitFor();
        await records(keep, 2);
        await page.context().close();
    });

    await test('a game is left for another one: it is kept as unfinished', async () => {
        const before = (await records(keep, fs.readdirSync(keep).length)).length;
        const page = await visit(browser, server.base, '/');
        await newGame(page, 'laser', { Board: '6', You: '0', Opponent: 'level:2' });
        const against = await page.locator('#opponent').evaluate((choice) =>
            choice.selectedOptions[0].textContent);
        await page.locator('.cell.can').first().click();
        await until(page, () => document.querySelectorAll('.moves li').length >= 3);
        await myTurn(page);
        const known = fs.readdirSync(keep);
        await newGame(page, 'laser', { Board: '6', You: '1', Opponent: 'level:1' });
        await records(keep, before + 1);
        const left = fs.readdirSync(keep).find((name) => name.endsWith('.record')
            && !known.includes(name));
        same(JSON.parse(fs.readFileSync(`${keep}/${left}`, 'utf8').split('\n')[0]).name,
            ['You', `Plywood, ${against}`], 'who played');
        await page.goto('/review');
        await page.locator('.kept', { hasText: 'Unfinished, 2 moves' }).waitFor();
        content(page);
        await page.context().close();
    });

    await test('records are exported, deleted, had back, brought by drop and by paste', async () => {
        const page = await visit(browser, server.base, '/review');
        const card = page.locator('.kept', { hasText: 'Land bidding' }).first();
        await card.waitFor();
        const count = await page.locator('.kept').count();
        const waiting = page.waitForEvent('download');
        await card.getByRole('button', { name: /^Export/ }).click();
        const text = fs.readFileSync(await (await waiting).path(), 'utf8');
        demand(text.startsWith('{"event":"match"'), 'no record was exported');
        await page.locator('.kept', { hasText: 'Land bidding' }).first()
            .getByRole('button', { name: /^Delete/ }).click();
        await records(keep, count - 1);
        await page.locator('button:focus', { hasText: 'Undo' }).waitFor();
        await page.keyboard.press('Enter');
        await records(keep, count);
        await page.locator('.kept', { hasText: 'Deleted.' }).waitFor({ state: 'detached' });
        const id = await card.locator('a').evaluate((link) =>
            new URL(link.href).searchParams.get('id'));
        await ask(page, `/api/forget?id=${id}`, {}); /* in another tab, say */
        await card.getByRole('button', { name: /^Delete/ }).click();
        await page.locator('.toast', { hasText: 'No such game is kept here' }).waitFor();
        demand(await card.isVisible(), 'it is told to be deleted');
        await ask(page, `/api/restore?id=${id}`, {});
        await page.evaluate((dropped) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([dropped], '../../evil.record'));
            document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true,
                dataTransfer }));
        }, text);
        const itself = /review\?id=[0-9a-f]{16}&game=1&ply=\d+$/; /* no list of one game */
        await page.waitForURL(itself);
        await records(keep, count + 1);
        await page.goto('/review');
        await page.locator('.kept').first().waitFor();
        await page.evaluate((pasted) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text', pasted);
            document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true,
                clipboardData }));
        }, text);
        await page.waitForURL(itself);
        await records(keep, count + 2);
        await page.goto('/review');
        await page.getByText('Paste its text', { exact: true }).click();
        await page.getByLabel('The record’s text').fill('no record');
        await page.getByRole('button', { name: 'Import' }).click();
        await page.locator('.note:not(:empty)').waitFor();
        await page.getByLabel('The record’s text').fill(text.replace(/"move":"[^"]*"/,
            '"move":"9,9"'));
        await page.getByRole('button', { name: 'Import' }).click();
        await page.locator('.note', { hasText: /this is no record: line 3/i }).waitFor();
        await records(keep, count + 2);
        await page.getByLabel('The record’s text').fill(text.split('\n').slice(0, 3).join('\n'));
        await page.getByRole('button', { name: 'Import' }).click();
        await page.locator('.toast', { hasText: 'ends before its match does' }).waitFor();
        await records(keep, count + 3);
        demand(page.complaints.every((one) => /422|404/.test(one)), page.complaints.join());
        await page.context().close();
    });

    await test('an address of nothing says so, and where to go', async () => {
        const page = await visit(browser, server.base, '/review?id=zzz');
        await page.getByRole('heading', { name: 'There is no such record here' }).waitFor();
        await page.getByRole('link', { name: 'All games' }).click();
        await page.locator('.kept').first().waitFor();
        await page.goto('/?game=fruit');
        await page.locator('.cell.can').first().waitFor();
        await page.locator('.picker [data-game="reversi"]').click();
        await page.locator('.picker [data-game="reversi"][aria-pressed="true"]').waitFor();
        await page.reload();
        await page.locator('.picker [data-game="reversi"][aria-pressed="true"]').waitFor();
        await page.context().close();
    });

    await test('a game that nobody ended counts for nobody', async () => {
        const page = await visit(browser, server.base, '/review');
        await page.locator('.kept').first().waitFor();
        await page.getByText('Paste its text', { exact: true }).click();
        await page.getByLabel('The record’s text').fill(STOPPED);
        await page.getByRole('button', { name: 'Import' }).click();
        await page.locator('.lead', { hasText: '1 : 0 after 1 game.' }).waitFor();
        same(await page.locator('tbody tr td:last-child').allInnerTexts(),
            ['Ada wins, on time', 'left when the match was over'], 'results');
        await page.goto(page.url().replace('/review', '/watch'));
        await page.locator('.versus', { hasText: /1 : 0/ }).waitFor();
        content(page);
        await page.context().close();
    });

    await test('who opens with the second side is named there, in Review and in Watch', async () => {
        const page = await visit(browser, server.base, '/review');
        await page.locator('.kept').first().waitFor();
        await page.getByText('Paste its text', { exact: true }).click();
        await page.getByLabel('The record’s text').fill(WHITE_OPENS);
        await page.getByRole('button', { name: 'Import' }).click();
        const named = () => until(page, () => [...document.querySelectorAll('.player .name')]
            .map((one) => one.textContent).join() === 'Brouwer,Ada');
        await named();
        await page.locator('.accuracy strong').first().waitFor();
        same(await page.locator('.accuracy .name').allInnerTexts(), ['Brouwer', 'Ada'], 'accuracy');
        await page.goto(page.url().replace('/review', '/watch'));
        await named();
        await page.goto(page.url().replace(/&game=.*/, ''));
        await named();
        content(page);
        await page.context().close();
    });
    await server.end();
}

async function unkept(browser, plywood) {
    const server = await serve(plywood, ['--no-keep']);
    const bring = async (page, text) => {
        await page.getByText('Paste its text', { exact: true }).click();
        await page.getByLabel('The record’s text').fill(text);
        await page.getByRole('button', { name: 'Import' }).click();
    };
    await test('where the server keeps nothing: imports are checked, and the list tells all', async () => {
        const page = await visit(browser, server.base, '/review');
        await bring(page, STOPPED.replace('15,11-13,11', '9,9-9,9'));
        await page.locator('.note', { hasText: /this is no record: line 3/i }).waitFor();
        page.complaints = page.complaints.filter((one) => !/422/.test(one));
        await page.reload();
        await bring(page, STOPPED);
        await page.locator('.lead', { hasText: '1 : 0 after 1 game.' }).waitFor();
        await page.evaluate(() => localStorage.setItem('plywood.kept', JSON.stringify([
            ...JSON.parse(localStorage.getItem('plywood.kept')),
            { id: '0123456789abcdef', at: 0, text: 'no record', sent: true }])));
        await page.goto('/watch');
        await page.locator('.kept a', { hasText: 'Ada – Brouwer' }).click();
        await page.locator('.lead', { hasText: '1 : 0 after 1 game.' }).waitFor();
        await page.goto('/review');
        const broken = page.locator('.kept', { hasText: '0123456789abcdef' });
        await broken.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Undo' }).click();
        await broken.getByRole('button', { name: 'Delete' }).click();
        await page.reload();
        await page.locator('.kept').first().waitFor();
        same(await broken.count(), 0, 'deleted games');
        content(page);
        await page.context().close();
    });

    await test('a server without room leaves an import to the browser', async () => {
        const page = await visit(browser, server.base, '/review');
        await page.route('**/api/keep?*', (route) => route.fulfill({ status: 507,
            json: { error: 'the server cannot keep the game: so many visitors' } }));
        await bring(page, STOPPED);
        await page.locator('.toast', { hasText: 'kept in this browser only' }).waitFor();
        await page.goto('/review');
        await page.locator('.kept', { hasText: 'in this browser' }).waitFor();
        demand(page.complaints.every((one) => /507/.test(one)), page.complaints.join());
        await page.context().close();
    });
    await server.end();
}

async function visitors(browser, plywood, folder) {
    const server = await serve(plywood, ['--listen', '127.0.0.1', '--token', 'correct-horse',
        '--keep', `${folder}/visitors`]);
    await test('with a token each browser sees and stops its own alone', async () => {
        const token = '?token=correct-horse';
        const one = await visit(browser, server.base, `/${token}`);
        await playOut(one);
        await one.goto('/review');
        await one.locator('.kept').first().waitFor();
        const other = await visit(browser, server.base, `/review${token}`);
        await other.getByText('Nothing yet.').waitFor();
        const id = new URL(await one.locator('.kept a').evaluate((link) => link.href))
            .searchParams.get('id');
        for (const path of [`/api/record?id=${id}`, `/api/text?id=${id}`])
            same(await other.evaluate(async (to) => (await fetch(to)).status, path), 404, path);
        same((await ask(other, `/api/forget?id=${id}`, {})).error, 'no such game is kept here',
            'to delete another one\'s');
        await one.reload();
        await one.locator('.kept').first().waitFor();
        const match = { game: 'reversi', size: 6, a: 'level:8', b: 'level:8', games: 20, seconds: 5 };
        same((await ask(one, '/api/match/begin', match)).running, true, 'the match');
        demand(/another match/.test((await ask(other, '/api/match/begin', match)).error), 'two');
        demand(/somebody else/.test((await ask(other, '/api/match/tell?wish=stop', {})).error),
            'stopped by another');
        const { id: played } = await ask(one, '/api/match/tell?wish=stop', {});
        await other.goto(`/watch?id=${played}`);
        await other.locator('.standing', { hasText: '· stopped' }).waitFor();
        await one.context().close();
        await other.context().close();
    });
    await server.end();
}

async function matches(browser, plywood, folder) {
    const server = await serve(plywood, ['--keep', `${folder}/matches`,
        '--opponent', `fruit/Friend=cmd:${plywood} move --agent greedy`]);
    await test('a match from the browser: live, paused, stopped, over, reviewed', async () => {
        const page = await visit(browser, server.base, '/watch');
        const begin = async (settings) => {
            await page.getByRole('button', { name: 'New match…' }).click();
            const dialog = page.getByRole('dialog');
            for (const [label, value] of Object.entries(settings)) {
                const control = dialog.getByLabel(label, { exact: true });
                if (await control.evaluate((element) => element.tagName) === 'SELECT')
                    await control.selectOption(value);
                else
                    await control.fill(value);
            }
            await dialog.getByRole('button', { name: 'Start the match' }).click();
            await page.waitForURL(/watch\?id=[0-9a-f]{16}$/);
        };
        await begin({ Game: 'fruit', 'First contender': 'level:8', 'Second contender':
            'program:Friend', Games: '4', Clock: '5', Pace: '1' });
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByRole('button', { name: 'Go on' }).waitFor();
        await page.locator('.standing', { hasText: 'paused' }).waitFor();
        const moves = () => page.evaluate(() => [...document.querySelectorAll('tbody td:nth-child(4)')]
            .reduce((sum, cell) => sum + Number(cell.textContent), 0));
        await page.locator('.mini .player.active', { hasText: 'paused' }).waitFor();
        let before = await moves(); /* one may have been under way */
        for (let i = 0, still = 0; still < 15; i++) { /* longer than the pace */
            demand(100 * i < PATIENCE, 'it does not pause');
            await new Promise((done) => { setTimeout(done, 100); });
            const now = await moves();
            still = now === before ? still + 1 : 0;
            before = now;
        }
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.locator('.standing', { hasText: 'running' }).waitFor();
        await ask(page, '/api/match/tell?wish=pause', {}); /* in another tab, say */
        await page.locator('.standing', { hasText: 'paused' }).waitFor();
        await page.getByRole('button', { name: 'Go on' }).click();
        await until(page, (n) => [...document.querySelectorAll('tbody td:nth-child(4)')]
            .reduce((sum, cell) => sum + Number(cell.textContent), 0) > n, before);
        await page.getByRole('button', { name: 'Stop the match' }).click();
        await page.locator('.standing', { hasText: '· stopped' }).waitFor();
        demand(!/Elo/.test(await page.locator('.standing').innerText()), 'an Elo of no game');
        await page.getByRole('link', { name: '← All matches' }).click();
        await begin({ Game: 'fruit', Board: '5', 'First contender': 'agent:random',
            'Second contender': 'program:Friend', Games: '4' });
        await page.getByText('finished').waitFor();
        demand(/4 of 4 games/.test(await page.locator('.standing').innerText()), 'not all played');
        await page.locator('.mini', { hasText: 'which decided it' }).first().waitFor();
        same(await page.locator('.mini').count(), 4, 'boards');
        await until(page, () => [...document.querySelectorAll('.mini')].every((one) =>
            one.querySelectorAll('.kind').length > 2)); /* none is empty */
        await page.getByRole('link', { name: 'Review this match' }).click();
        await page.getByRole('link', { name: 'Game 1', exact: true }).click();
        await page.locator('.accuracy strong').first().waitFor();
        await page.goto('/watch');
        await page.locator('.kept').first().waitFor();
        same(await page.locator('.kept').count(), 2, 'matches that are kept');
        await page.locator('.kept', { hasText: 'Stopped after' }).getByRole('link').click();
        await page.locator('.standing', { hasText: '· stopped' }).waitFor();
        content(page);
        await page.context().close();
    });
    await server.end();
}

async function lost(browser, plywood) {
    let server = await serve(plywood, ['--no-keep']);
    const again = async () => { server = await serve(plywood, ['--port', server.port, '--no-keep']); };
    const open = async (path) => {
        const page = await visit(browser, server.base, 'about:blank');
        await listenForFetch(page);
        await page.goto(path);
        return page;
    };

    await test('play: a killed server is told, the board stays, and the game goes on', async () => {
        const page = await open('/');
        await newGame(page, 'reversi', { Board: '6', Opponent: 'level:1' });
        await page.locator('.cell.can').first().click();
        await until(page, () => document.querySelectorAll('.moves li').length >= 3);
        await myTurn(page);
        const before = await page.locator('.piece').count();
        await server.kill();
        await page.locator('.cell.can').first().click();
        await page.locator('.lost', { hasText: 'The connection to the server is lost' }).waitFor();
        await page.locator('.lost', { hasText: 'Next try in' }).waitFor();
        same(await page.locator('.piece').count(), before, 'pieces while it is lost');
        const waits = /^Your move \d,\d waits until the connection is back\.$/;
        await page.locator('.status', { hasText: waits }).waitFor();
        await page.locator('.previewed .border').waitFor();
        await page.locator('.cell').first().click();
        await page.locator('.bubble', { hasText: waits }).waitFor();
        await again();
        await page.evaluate(() => document.querySelector('.lost button')?.click()); /* Try now */
        await page.locator('.lost').waitFor({ state: 'detached' });
        await until(page, () => document.querySelectorAll('.moves li').length >= 5);
        demand(await myTurn(page), 'the game is over');
        await neverFailed(page);
        await page.context().close();
    });

    await test('a module that was not to be had at the end of a game comes later', async () => {
        const page = await open('/');
        await newGame(page, 'reversi', { Board: '4', Opponent: 'level:1' });
        let lost = 0;
        await page.route('**/more.js*', (route) => (lost++ ? route.continue()
            : route.abort('connectionrefused')));
        await playOut(page);
        await page.locator('.ending').waitFor();
        demand(lost > 1, 'the module was there before');
        await neverFailed(page);
        await page.context().close();
    });

    await test('a page that is opened meanwhile comes by itself', async () => {
        const page = await open('/');
        await page.locator('.cell.can').first().waitFor();
        await server.kill();
        await page.getByRole('link', { name: 'Analyse', exact: true }).click();
        await page.locator('.lost').waitFor();
        await again();
        await page.locator('.lines li').first().waitFor();
        await neverFailed(page);
        await page.context().close();
    });

    await test('analyse: a search that breaks off is begun again', async () => {
        const page = await open('/analyse');
        await page.getByLabel('New board').selectOption('halma');
        await page.locator('.frame[data-game=halma]').waitFor();
        await page.locator('.lines li').first().waitFor();
        await server.kill();
        await page.locator('.lost').waitFor();
        same(await page.locator('.lines li').count() > 0, true, 'lines while it is lost');
        await again();
        const asked = page.waitForRequest('**/api/analyze');
        await asked;
        await page.locator('.lost').waitFor({ state: 'detached' });
        await neverFailed(page);
        await page.context().close();
    });
    await server.end();
}

async function watching(browser, plywood, growing) {
    let server = await serve(plywood, ['--record', growing.path, '--no-keep']);
    await test('watch: the boards stay while the server is gone, and move when it is back', async () => {
        const page = await visit(browser, server.base, 'about:blank');
        await listenForFetch(page);
        await page.goto(`/watch?id=${growing.path.split('/').at(-1)}`);
        await page.locator('.mini .cell').first().waitFor();
        const told = (words) => page.locator('.standing', { hasText: words }).waitFor();
        await told('running');
        await server.kill();
        await page.locator('.lost').waitFor();
        demand(await page.locator('.mini .cell').count() > 0, 'the boards are gone');
        await growing.leave();
        server = await serve(plywood, ['--port', server.port, '--record', growing.path,
            '--no-keep']);
        await told('unfinished');
        await server.kill();
        growing.grow();
        server = await serve(plywood, ['--port', server.port, '--record', growing.path,
            '--no-keep']);
        await told('· finished');
        await neverFailed(page);
        await page.context().close();
    });

    await test('watch: why a match has ended is told', async () => {
        const id = growing.path.split('/').at(-1);
        const page = await visit(browser, server.base, 'about:blank');
        const why = 'cannot be written: No space left on device';
        let running = true;
        await page.route('**/api/match', (route) => route.fulfill({ json: { id, running,
            paused: false, mine: true, why: running ? '' : why } }));
        await page.route('**/api/watch?*', async (route) => {
            const lines = fs.readFileSync(growing.path, 'utf8').split('\n').slice(0, 9);
            await route.fulfill({ contentType: 'text/event-stream',
                body: lines.map((line, i) => `id: ${i + 1}\ndata: ${line}\n\n`).join('') });
        });
        await page.goto(`/watch?id=${id}`);
        await page.getByRole('button', { name: 'Pause' }).waitFor();
        running = false;
        await page.getByText(`The match has ended: ${why}.`).waitFor();
        await page.getByRole('button', { name: 'Pause' }).waitFor({ state: 'hidden' });
        await page.context().close();
    });
    await server.end();
}

/* Every view of ours at every width and in both lights. */
async function views(browser, plywood, folder, screens) {
    const server = await serve(plywood, ['--keep', `${folder}/matches`]);
    const source = fs.readFileSync(axe, 'utf8');
    const open = {
        kept: async (page) => {
            await page.goto('/review');
            await page.locator('.kept').first().waitFor();
        },
        matches: async (page) => {
            await page.goto('/watch');
            await page.locator('.kept').first().waitFor();
        },
        'new-match': async (page) => {
            await page.goto('/watch');
            await page.getByRole('button', { name: 'New match…' }).click();
            await page.getByRole('dialog').waitFor();
        },
        'telling-moments': async (page) => {
            await page.goto('/watch');
            await page.locator('.kept a').first().click();
            await page.locator('.mini', { hasText: 'which decided it' }).first().waitFor();
        },
        lost: async (page) => {
            await page.goto('/');
            await page.locator('.cell.can').first().waitFor();
            await page.route('**/*', (route) => route.abort('connectionrefused'));
            await page.locator('.cell.can').first().click();
            await page.locator('.lost').waitFor();
        },
    };
    for (const [name, show] of Object.entries(open))
        await test(`${name}: no serious accessibility fault; fits every width`, async () => {
            for (const [size, colorScheme] of [[390, 'light'], [820, 'light'], [1400, 'dark']]) {
                const page = await visit(browser, server.base, 'about:blank', { colorScheme,
                    viewport: { ...WIDTHS.desktop, width: size } });
                await show(page);
                await page.screenshot({ path: `${screens}/${name}-${size}-${colorScheme}.png`,
                    fullPage: name !== 'new-match' });
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                demand(wide <= size, `${size}: the page is ${wide} wide`);
                if (size !== 820) same(await faults(page, source), [], `${size}, ${colorScheme}`);
                await page.context().close();
            }
        });
    await server.end();
}

export async function rooms(browser, plywood, folder, growing, screens) {
    fs.mkdirSync(screens, { recursive: true });
    await kept(browser, plywood, folder);
    await unkept(browser, plywood);
    await visitors(browser, plywood, folder);
    await matches(browser, plywood, folder);
    await lost(browser, plywood);
    await watching(browser, plywood, growing);
    await views(browser, plywood, folder, screens);
}
