/* howto.mjs - how to play: reached from the board, a page a game, boards that can be tried */
import fs from 'node:fs';
import { axe, content, demand, faults, same, test, until, visit } from './house.mjs';

/* Makes a move by its name, as the axes would be read. */
async function make(page, lesson, name, names) {
    const squares = names.map(([row, column]) => lesson.locator(
        `.board > :nth-child(${row + 1}) > :nth-child(${column + 1})`));
    for (const one of squares) await one.click();
}

export async function howto(browser, base) {
    await test('how to play: from the board to the rules of its game, and back to a board', async () => {
        const page = await visit(browser, base, '/');
        await page.locator('.picker [data-game=laser]').click();
        await page.locator('.frame[data-game=laser]').waitFor();
        await page.getByRole('link', { name: 'How to play' }).click();
        await page.getByRole('heading', { name: 'How to play Laser Checkmate' }).waitFor();
        const source = fs.readFileSync(axe, 'utf8');
        const { games } = await page.evaluate(async () => (await fetch('/api/games')).json());
        for (const { name, title } of games) {
            await page.locator('.picker').getByRole('link', { name: title }).click();
            await page.getByRole('heading', { name: `How to play ${title}` }).waitFor();
            same(await page.locator('.picker [aria-current] .title').innerText(), title, 'the game shown');
            demand(await page.locator('.lesson').count() >= 5, `${name}: few lessons`);
            demand(await page.locator('.lesson .frame').count() >= 3, `${name}: few boards`);
            same(await faults(page, source), [], `${name}: what axe finds`);
        }
        await page.getByRole('link', { name: 'Play a game' }).click();
        await page.locator(`.frame[data-game=${games.at(-1).name}]`).waitFor();
        content(page);
        await page.context().close();
    });

    await test('how to play: what is asked for is praised, the rest is told, the illegal refused', async () => {
        const page = await visit(browser, base, '/howto?game=laser');
        const lesson = page.locator('.lesson', { hasText: 'Not in a beam' });
        await make(page, lesson, '3,3', [[3, 3]]);
        await lesson.locator('.bubble', { hasText: 'A beam from 3,5 covers it.' }).waitFor();
        same(await lesson.locator('.said').innerText(), 'A beam from 3,5 covers it.', 'the answer');
        await make(page, lesson, '0,0', [[0, 0]]);
        await lesson.getByText(/something else was asked for\. Now Second is to move\.$/).waitFor();
        await lesson.getByRole('button', { name: 'Once more' }).click();
        same(await lesson.locator('.piece').count(), 1, 'emitters on the board as it was');
        await make(page, lesson, '1,2', [[1, 2]]);
        await lesson.locator('.hint', { hasText: '17 squares.' }).waitFor();
        await page.goto('/howto?game=halma');
        const win = page.locator('.lesson', { hasText: 'wins at once' });
        await make(page, win, '10,13-11,14', [[13, 10], [14, 11]]);
        await win.locator('.hint', { hasText: 'Black wins' }).waitFor();
        const stay = page.locator('.lesson', { hasText: 'Arrived is arrived' });
        await make(page, stay, '12,13-11,12', [[13, 12], [12, 11]]);
        await stay.locator('.bubble', { hasText: 'stays in the far camp' }).waitFor();
        await page.goto('/howto?game=reversi');
        const claim = page.locator('.lesson', { hasText: 'Nobody passes' });
        await make(page, claim, '4,1', [[4, 1]]);
        await claim.locator('.hint', { hasText: 'First wins' }).waitFor();
        content(page);
        await page.context().close();
    });

    await test('how to play: no page is wider than a phone', async () => {
        const page = await visit(browser, base, '/howto', { width: 'phone' });
        for (const game of ['fruit', 'halma', 'reversi', 'laser']) {
            await page.goto(`/howto?game=${game}`);
            await page.locator('.lesson .frame').first().waitFor();
            await until(page, () => document.documentElement.scrollWidth <= innerWidth);
        }
        content(page);
        await page.context().close();
    });
}
