/* fifth.mjs - a game that has nothing but its required part, on the pages: tests/fifth */
import fs from 'node:fs';
import { axe, content, demand, faults, made, moveCount, myTurn, newGame, same, square, test, until,
    visit } from './house.mjs';

export async function fifth(browser, base) {
    await test('a game without looks, module, style and pictures: played, analysed, reviewed',
        async () => {
            const page = await visit(browser, base, '/', { motion: true });
            const asked = [];
            page.on('request', (request) => asked.push(new URL(request.url()).pathname));
            const choice = page.locator('.picker button').last();
            same(await choice.locator('.game-icon').innerText(), 'F', 'what stands for an icon');
            const game = await choice.getAttribute('data-game');
            await newGame(page, game, { Opponent: 'level:1' });
            await myTurn(page);
            same(await page.locator('.cell.can.dot').count(), 81, 'marked squares');
            const middle = square(page, 4, 4);
            same(await middle.getAttribute('aria-label'), 'E5, empty; plays E5', 'a square in words');
            await middle.hover();
            demand(await page.locator('.previewed .border').count() === 1, 'no preview');
            await middle.click();
            await made(page, 2);
            await myTurn(page);
            same(await middle.getAttribute('aria-label'), 'E5, First piece', 'the piece in words');
            same(await page.locator('.piece').count(), 2, 'pieces after the answer');
            demand(await page.locator('.mark').count() === 1, 'the last move is not marked');
            await page.getByRole('button', { name: 'Hint' }).click();
            await page.locator('.hint strong').waitFor();
            same(await faults(page, fs.readFileSync(axe, 'utf8')), [], 'accessibility');
            await page.getByRole('link', { name: 'Analyse this position' }).click();
            await page.locator('.lines li').first().hover();
            await page.locator('.numbers .badge').first().waitFor();
            await page.getByText('This game cannot be set up by hand').waitFor();
            demand(!await page.getByRole('button', { name: 'Set up by hand' }).isVisible(),
                'the editor is offered');
            await page.getByRole('link', { name: 'Play on from here' }).click();
            while (await myTurn(page)) {
                const before = await moveCount(page);
                await page.locator('.cell.can').first().click();
                await until(page, (n) => document.querySelectorAll('.moves li').length > n, before);
            }
            await page.getByRole('link', { name: 'Review the game' }).click();
            await page.locator('.accuracy strong').first().waitFor();
            same(asked.filter((path) => path === `/game-${game}.js`), [], 'modules asked for');
            content(page);
            await page.context().close();
        });
}
