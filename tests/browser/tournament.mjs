/* tournament.mjs - a published report, opened as a file, and the Tournament page while one runs */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { axe, content, demand, faults, same, serve, test, until, visit } from './house.mjs';

const NAME = 'Ada <b>&amp; co</b>';

function call(plywood, ...words) {
    const { status, stderr } = spawnSync(plywood, ['tournament', ...words], { encoding: 'utf8' });
    demand(status === 0, `plywood tournament ${words.join(' ')}: ${stderr}`);
}

/* A tournament of four, not played yet: the path of its store. */
function fresh(plywood, folder, name, ...options) {
    const [store, list] = [`${folder}/${name}.store`, `${folder}/${name}.list`];
    fs.writeFileSync(list, `${NAME} = greedy\nRandy = random\n`);
    call(plywood, 'new', store, 'fruit', list, 'minimax:depth=1', 'plywood', '--size', '5',
        '--nodes', '50', '--seed', '4', '--time', 'none', '--title', 'A class', ...options);
    return store;
}

/* Opens a report; whatever it asks for but itself is kept. */
async function openReport(browser, file, options) {
    const page = await visit(browser, undefined, 'about:blank', options);
    page.asked = [];
    const { href } = pathToFileURL(file);
    page.on('request', (request) => {
        if (request.url() !== href && !request.url().startsWith('data:'))
            page.asked.push(request.url());
    });
    await page.goto(href);
    return page;
}

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const luminance = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, one) => sum + +one, 0);

export async function tournament(browser, plywood, place) {
    const folder = fs.mkdtempSync(`${place}/tournament-`);
    const played = fresh(plywood, folder, 'played', '--games', '4');
    call(plywood, 'run', played, '--jobs', '1');
    const file = `${folder}/report.html`;
    call(plywood, 'report', played, '--output', file);
    const source = fs.readFileSync(axe, 'utf8');

    await test('a report opens from a file and asks for nothing', async () => {
        const page = await openReport(browser, file);
        same(await page.locator('h1').innerText(), 'A class', 'the title');
        same(await page.locator('.standings tbody tr').count(), 4, 'rows');
        demand((await page.locator('.standings').innerText()).includes(NAME), 'the name as text');
        same(page.asked, [], 'requests');
        content(page);
        await page.context().close();
    });

    await test('a replay is a click away and steps by buttons and keys', async () => {
        const page = await openReport(browser, file);
        await page.locator('#list a').first().click();
        const count = page.locator('.theatre .count');
        const board = () => page.locator('.theatre .board').evaluate((element) => element.innerHTML);
        const start = await board();
        demand((await count.innerText()).startsWith('The start'), 'it begins at the start');
        demand(start.includes('kind k'), 'pieces are drawn');
        await page.keyboard.press('ArrowRight');
        demand((await count.innerText()).includes('move 1 of'), 'a step forward');
        demand(await board() !== start, 'the board changes');
        await page.getByRole('button', { name: 'Back' }).click();
        same(await board(), start, 'the board after a step back');
        await page.keyboard.press('End');
        demand(/move (\d+) of \1$/.test(await count.innerText()), 'the end');
        demand(page.url().includes('#game-'), 'the replay has an address');
        await page.keyboard.press('Escape');
        same(await page.locator('.theatre[open]').count(), 0, 'open dialogs');
        await page.locator('[data-couple]').first().click();
        demand((await page.locator('#chosen').innerText()).startsWith('4 replays of'), 'of two');
        content(page);
        await page.context().close();
    });

    await test('a report is light and dark, prints, and fits a phone', async () => {
        const light = await openReport(browser, file, { colorScheme: 'light' });
        const dark = await openReport(browser, file, { colorScheme: 'dark', width: 'phone' });
        demand(luminance(await background(light)) > 600, 'light');
        demand(luminance(await background(dark)) < 150, 'dark');
        demand(await dark.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            'wider than a phone');
        for (const page of [light, dark]) same(await faults(page, source), [], 'axe');
        await dark.emulateMedia({ media: 'print' });
        same(await dark.locator('#games').isVisible(), false, 'games on paper');
        demand(await dark.evaluate(() => getComputedStyle(document.querySelector('th')).color
            .match(/\d+/g).every((one) => one < 130)), 'dark ink on paper');
        await light.context().close();
        await dark.context().close();
    });

    await live(browser, plywood, folder, source);
}

/* The page under Watch, from before the first game to the end. */
async function live(browser, plywood, folder, source) {
    const store = fresh(plywood, folder, 'live', '--games', '20');
    const server = await serve(plywood, ['--tournament', store]);
    await test('the Tournament page follows a tournament while it runs', async () => {
        const page = await visit(browser, server.base, '/watch');
        await page.locator('a.match[href="/watch?tournament"]').click();
        await page.getByRole('heading', { name: 'A class' }).waitFor();
        same(await page.locator('.standings tbody tr').count(), 4, 'rows before the first game');
        demand((await page.locator('.page').innerText()).includes('0 of'), 'no game yet');
        const run = spawn(plywood, ['tournament', 'run', store, '--jobs', '1'], { stdio: 'ignore' });
        const ended = new Promise((done) => { run.on('exit', done); });
        await until(page, () => /· finished/.test(document.querySelector('.page').innerText));
        same(await ended, 0, 'exit status');
        await until(page, () => document.querySelectorAll('.boards .mini .board').length === 4);
        await until(page, () => [...document.querySelectorAll('.standings tbody tr td:nth-child(8)')]
            .every((cell) => Number(cell.textContent) > 0));
        demand(await page.locator('.standings .span').count() === 4, 'interval bars');
        demand(await page.locator('.moved').count() === 4, 'how the ranks moved');
        demand((await page.locator('.standings').innerText()).includes(NAME), 'the name as text');
        same(await faults(page, source), [], 'axe');
        await page.getByLabel('Find an agent').fill('rand');
        same(await page.locator('.standings tbody tr').count(), 1, 'rows found');
        await page.locator('.map canvas').focus();
        await page.keyboard.press('ArrowRight');
        await until(page, () => /of 20 points/.test(document.querySelector('.readout').innerText));
        await page.getByRole('button', { name: 'Games', exact: true }).click();
        await until(page, () => document.querySelectorAll('.mapped li a').length === 20);
        await page.locator('.boards .mini a').first().click();
        await page.locator('.scrubber').waitFor();
        await until(page, () => /After move/.test(document.querySelector('.count').textContent));
        content(page);
        await page.context().close();
    });
    await server.end();
}
