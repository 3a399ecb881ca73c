/* screens.mjs PLYWOOD RECORDS STORE REPORT OUT - the README's pictures: golden games on the pages, a
 * tournament, its report */
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { launch, serve, visit } from './house.mjs';
import { palette } from './palette.mjs';

const [plywood, records, store, report, out] = process.argv.slice(2);
const SIZE = { width: 1000, height: 700 };
const PHONE = { width: 360, height: 740 };

/* A golden game up to a ply, as the part of an address behind the #. */
async function golden(base, name, plies) {
    const file = new URL(`../golden/${name}.moves`, import.meta.url);
    const [head, ...moves] = fs.readFileSync(file, 'utf8').trim().split('\n');
    const [game, size, kinds, blocks, seed, rules] = head.split(' ');
    const reply = await fetch(`${base}/api/new`, { method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ game, size: Number(size), kinds: Number(kinds) || undefined,
            blocks: Number(blocks), seed: Number(seed), rules }) });
    const { start } = await reply.json();
    const made = moves.slice(0, plies).join(' ');
    return `#${new URLSearchParams({ game, rules, start, moves: made })}`;
}

const server = await serve(plywood, ['--records', records, '--tournament', store, '--no-keep']);
const browser = await launch();

async function picture(name, address, options, prepare) {
    const page = await visit(browser, server.base, address, { viewport: SIZE, ...options });
    await prepare(page);
    fs.writeFileSync(`${out}/${name}.png`, palette(await page.screenshot()));
    await page.context().close();
}

fs.mkdirSync(out, { recursive: true });

/* The square whose words have the largest number of this sort: the best group, the freest piece. */
async function largest(page, pattern) {
    await page.locator('.cell.can').first().waitFor();
    const squares = page.locator('.cell.can');
    const numbers = await squares.evaluateAll((cells, words) => cells.map((cell) =>
        Number(cell.getAttribute('aria-label').match(new RegExp(words))?.[1] ?? 0)), pattern);
    return squares.nth(numbers.indexOf(Math.max(...numbers)));
}
await picture('fruit', `/${await golden(server.base, 'fruit-10', 6)}`, {}, async (page) =>
    (await largest(page, 'takes (\\d+)')).hover());
await picture('halma', `/${await golden(server.base, 'halma-default', 40)}`, {}, async (page) =>
    (await largest(page, '(\\d+) moves')).click());
await picture('reversi', `/${await golden(server.base, 'reversi-8', 20)}`,
    { viewport: PHONE, colorScheme: 'dark' }, async (page) =>
        (await largest(page, 'turns (\\d+)')).hover());
const dark = { colorScheme: 'dark' };
await picture('review', '/review?id=review.record&game=2', dark, async (page) => {
    await page.locator('.accuracy strong').first().waitFor({ timeout: 60000 });
    await page.locator('.mistake').first().click();
    await page.locator('.now .bad').first().waitFor();
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo(0, 0));
});
await picture('watch', '/watch?id=running.record', {}, async (page) => {
    await page.locator('.mini .cell').first().waitFor();
    await page.waitForTimeout(500);
});
await picture('tournament', '/watch?tournament', {}, async (page) => {
    await page.locator('.mini .cell').first().waitFor();
    await page.waitForTimeout(500);
});
await picture('report', pathToFileURL(report).href, {}, async () => {});
await browser.close();
await server.end();
