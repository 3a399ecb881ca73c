/* layout.mjs - where things stand, what the list of moves tells, what is won, how a game ends */
import fs from 'node:fs';
import { ask, axe, content, demand, faults, made, moveCount, myTurn, newGame, same, test, until,
    visit } from './house.mjs';

const box = (page, selector) => page.locator(selector).first().boundingBox();

/* Black has three more steps to make, and nobody can hinder it. */
const WON = `GAME\nBLACK\n300.0\n${'................\n'.repeat(5)}${'WWWW............\n'.repeat(3)}`
    + 'WWWW.......B....\nWWW.............\n................\n...............B\n'
    + '.............BBB\n............BBBB\n...........BBBBB\n...........BBBBB\n';

const fragment = (line) => `#${new URLSearchParams({ ...line, moves: line.moves.join(' ') })}`;

/* The first side's end of every evaluation of the curve: 0 at the top. */
const heights = (page) => page.locator('.plot .curve').getAttribute('points').then((points) =>
    points.split(' ').map((point) => Number(point.split(',')[1])));

export async function layout(browser, base) {
    await test('a wide page: board, moves and panel side by side, within the window', async () => {
        for (const [path, ready] of [['/', '.cell.can'], ['/analyse', '.lines li'],
            ['/review?id=reversi.record&game=2&ply=9', '.accuracy strong']]) {
            const page = await visit(browser, base, path, { viewport: { width: 1400, height: 900 } });
            await page.locator(ready).first().waitFor();
            const [board, moves, panel] = await Promise.all(['.frame', '.moves', '.side']
                .map((part) => box(page, part)));
            demand(board.x + board.width <= moves.x && moves.x + moves.width <= panel.x,
                `${path}: not side by side`);
            demand(board.width > 600, `${path}: a board of ${board.width}`);
            demand(board.y + board.height <= 900 && moves.y + moves.height <= 900,
                `${path}: beyond the window`);
            content(page);
            await page.context().close();
        }
    });

    await test('the boards of a match are as wide as their places, and names are told in full', async () => {
        for (const width of [820, 1000, 1400]) {
            const page = await visit(browser, base, '/watch?id=reversi.record',
                { viewport: { width, height: 900 } });
            await page.locator('.mini .cell').first().waitFor();
            const [place, board] = await Promise.all(['.mini', '.mini .frame']
                .map((part) => box(page, part)));
            demand(board.width > 0.9 * place.width, `${width}: ${board.width} of ${place.width}`);
            await page.goto('/watch?id=reversi.record&game=1');
            await page.locator('.alone .cell').first().waitFor();
            same(await page.locator('.alone :is(.name, .turn)').evaluateAll((all) => all.filter(
                (one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)), [],
            `${width}: what is cut off`);
            content(page);
            await page.context().close();
        }
    });

    await test('a phone: the buttons stay at the thumb, the moves in a row', async () => {
        const size = { width: 390, height: 844 };
        for (const [path, ready] of [['/', '.cell.can'], ['/analyse', '.lines li'],
            ['/review?id=reversi.record&game=2&ply=9', '.now .good, .now .bad']]) {
            const page = await visit(browser, base, path, { viewport: size });
            await page.locator(ready).first().waitFor();
            await page.evaluate(() => scrollTo(0, 1e6));
            const bar = await box(page, '.thumb');
            demand(Math.abs(bar.y + bar.height - size.height) < 1, `${path}: no bar at the bottom`);
            demand(bar.height >= 44, `${path}: too low for a thumb`);
            const row = page.locator('.moves');
            if (await row.isVisible())
                demand((await row.boundingBox()).height < 60, `${path}: moves in no row`);
            content(page);
            await page.context().close();
        }
    });

    await test('no page is wider than a narrow window, nor with large letters', async () => {
        for (const [width, letters] of [[320, '100%'], [390, '150%']])
            for (const path of ['/', '/analyse', '/watch?id=fruit.record&game=1&ply=3']) {
                const page = await visit(browser, base, path, { viewport: { width, height: 844 } });
                await page.locator('.board .cell').first().waitFor();
                const needed = await page.evaluate((size) => {
                    document.documentElement.style.fontSize = size;
                    return document.documentElement.scrollWidth;
                }, letters);
                demand(needed <= width, `${path}: ${needed} of ${width} with letters of ${letters}`);
                content(page);
                await page.context().close();
            }
    });

    await test('between phone and desk: buttons below the board, the result in sight', async () => {
        const page = await visit(browser, base, '/', { viewport: { width: 820, height: 1180 } });
        await newGame(page, 'halma', { You: 'both' });
        const buttons = await box(page, '.thumb');
        demand(buttons.y + buttons.height <= 1180, `buttons end at ${buttons.y + buttons.height}`);
        await page.locator('.cell.can').first().click();
        await page.locator('.spot').first().waitFor({ state: 'attached' });
        await page.locator('.cell.dot').first().click();
        await made(page, 1);
        await page.setViewportSize({ width: 844, height: 390 });
        demand((await box(page, '.frame')).height < 390, 'a board higher than the window');
        await page.evaluate(() => scrollTo(0, 1e6));
        await page.locator('.side').getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
        await page.locator('.status.result').waitFor();
        const { y } = await box(page, '.status .headline');
        demand(y >= 0 && y < 390, `the result at ${y}`);
        content(page);
        await page.context().close();
    });

    await test('moves: two columns, what each gained, the present one in sight', async () => {
        for (const viewport of [{ width: 1400, height: 500 }, { width: 390, height: 844 }]) {
            const page = await visit(browser, base, '/watch?id=reversi.record&game=2&ply=0',
                { viewport });
            await until(page, () => document.querySelectorAll('.moves .gain').length > 20);
            const last = await moveCount(page) - 1;
            for (const ply of [last, 1, Math.round(last / 2)]) {
                await page.locator('.scrubber input').fill(String(ply));
                await page.locator('.count', { hasText: `After move ${ply} of` }).waitFor();
                await until(page, () => {
                    const now = document.querySelector('.moves [aria-current]')
                        .getBoundingClientRect();
                    const all = document.querySelector('.moves').getBoundingClientRect();
                    return now.top >= all.top - 1 && now.bottom <= all.bottom + 1
                        && now.left >= all.left - 1 && now.right <= all.right + 1;
                });
            }
            if (viewport.width > 1000) {
                const left = await page.locator('.moves li button').evaluateAll((all) =>
                    all.slice(1).map((one) => Math.round(one.getBoundingClientRect().left)));
                same(new Set(left).size, 2, 'columns');
                demand(left[0] === left[2] && left[1] === left[3] && left[0] < left[1], 'in turn');
            }
            content(page);
            await page.context().close();
        }
        const page = await visit(browser, base, '/watch?id=fruit.record&game=1');
        await until(page, () => document.querySelectorAll('.moves .gain').length > 9);
        const sums = await page.locator('.moves').evaluate((list) => ['.of0', '.of1'].map((side) =>
            [...list.querySelectorAll(`${side} .gain`)].reduce((sum, one) =>
                sum + Number(one.textContent), 0)));
        same(sums, (await page.locator('.player .score').allInnerTexts()).slice(0, 2).map(Number),
            'gains add up to the score');
        content(page);
        await page.context().close();
    });

    await test('a won race is won: in bar, words, hint, curve and accuracy', async () => {
        const line = { game: 'halma', rules: 'default', start: WON, moves: [] };
        const page = await visit(browser, base, `/analyse${fragment(line)}`);
        await until(page, () => document.querySelector('.bar')
            ?.getAttribute('aria-valuenow') === '100');
        demand(/^Black wins/.test(await page.locator('.facts .wide dd').innerText()), 'words');
        const { reason } = await ask(page, '/api/hint', line);
        demand(/ win in 3 moves\.$/.test(reason), reason);
        for (const step of ['11,8-12,9', '12,9-13,10', '13,10-14,11']) {
            line.moves.push(step);
            if (step === '13,10-14,11') break;
            const { position } = await ask(page, '/api/position', line);
            line.moves.push(position.legal[0].move);
        }
        await page.goto(`/review${fragment(line)}`);
        await page.reload();
        await page.locator('.accuracy strong').first().waitFor();
        const curve = await heights(page);
        same(curve.length, line.moves.length + 1, 'points of the curve');
        demand(curve.every((height) => height === 3), `not at its end: ${curve}`);
        same(await page.locator('.accuracy strong').allInnerTexts(), ['100.0 %', '100.0 %'],
            'accuracy of those who threw nothing away');
        same(await page.locator('.mistake').count(), 0, 'mistakes');
        same(await page.locator('.moves .value').last().innerText(), '1–0', 'the last evaluation');
        content(page);
        await page.context().close();
    });

    await test('review: marks, accuracy and mistakes agree, coloured by who made them', async () => {
        const page = await visit(browser, base, '/review?id=reversi.record&game=2');
        await page.locator('.accuracy strong').first().waitFor();
        const accuracy = (await page.locator('.accuracy strong').allInnerTexts()).map(parseFloat);
        const marks = await page.locator('.moves').evaluate((list) => ['.of0', '.of1'].map((side) =>
            [...list.querySelectorAll(`${side} .grade`)].filter((one) => one.textContent).length));
        for (const side of [0, 1])
            same(accuracy[side] < 100, marks[side] > 0, `side ${side}: ${accuracy} and ${marks}`);
        same(await page.locator('.mistake').count(), Math.min(6, marks[0] + marks[1]), 'mistakes');
        same(await page.locator('.fault').count(), marks[0] + marks[1], 'marks on the curve');
        demand(marks[0] + marks[1] > 0, 'a game without a mistake is of no use here');
        for (const one of await page.locator('.mistake').all()) {
            const side = await one.evaluate((element) => (element.classList.contains('of1') ? 1 : 0));
            const move = (await one.locator('strong').innerText()).match(/Move (\d+)/)[1];
            const entry = page.locator('.moves li').nth(Number(move)).locator('button');
            demand((await entry.getAttribute('class')) === `of${side}`, `move ${move}`);
            same(await one.locator(`.dot.side${side}`).count(), 1, 'its dot');
        }
        same(await page.locator('.moves .value').count(), await moveCount(page) - 1, 'evaluations');
        content(page);
        await page.context().close();
    });

    await test('the end of a game: one sentence, the curve, the decision, what comes next', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'reversi', { Board: '4', Opponent: 'level:1' });
        await myTurn(page);
        same(await page.locator('.primary:visible').count(), 0, 'loud buttons while one plays');
        while (await myTurn(page)) {
            const before = await moveCount(page);
            await page.locator('.cell.can').first().click();
            await made(page, before);
        }
        const words = await page.locator('.result .headline').innerText();
        demand(/^(You win|Plywood wins|A draw), \d+ to \d+:\s[a-z][^.]*\.$/.test(words), words);
        await page.locator('.ending .curve').waitFor({ state: 'attached' }); /* it may be flat */
        await page.locator('.decided, .ending p:text("No single move")').first().waitFor();
        const said = (await page.locator('.ending').innerText()).match(/Decided at move (\d+)/)?.[1];
        const end = (await heights(page)).at(-1);
        same(end, /^You/.test(words) ? 3 : /^A/.test(words) ? 50 : 97, 'the end of the curve');
        for (const [role, name] of [['button', 'Play again'], ['link', 'Review the game']])
            same(await page.getByRole(role, { name }).count(), 1, name);
        for (const name of ['Hint', 'Resign'])
            same(await page.getByRole('button', { name }).count(), 0, `${name} after the end`);
        same(await page.getByRole('link', { name: /^Review th/ }).count(), 1, 'ways to the review');
        same(await faults(page, fs.readFileSync(axe, 'utf8')), [], 'axe');
        if (await page.locator('.decided').count()) {
            await page.locator('.decided').click();
            await page.getByText(/^(After move \d+ of \d+|The start)\.$/).waitFor();
            await page.getByRole('button', { name: 'Back to the game' }).click();
        }
        await page.getByRole('link', { name: 'Review the game' }).click();
        await page.locator('.accuracy strong').first().waitFor();
        const decided = page.locator('.mistake', { hasText: 'This decided the game.' });
        same(await decided.count(), said ? 1 : 0, 'moves that decided, by the end and the review');
        if (said) demand((await decided.innerText()).includes(`Move ${said}:`), `not move ${said}`);
        const ply = said ? said - 1 : await moveCount(page) - 1;
        await until(page, (at) => document.querySelector('.scrubber input').value === at, String(ply));
        content(page);
        await page.context().close();
    });
}
