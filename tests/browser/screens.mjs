/* screens.mjs PLYWOOD RECORDS OUT - the README's pictures: golden games on the playground's pages */
import fs from 'node:fs';
import { launch, serve, visit } from './house.mjs';

const [plywood, records, out] = process.argv.slice(2);
const SIZE = { width: 1000, height: 680 };
const PHONE = { width: 360, height: 700 };

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
    return `#${new URLSearchParams({ game, rules, start, moves: moves.slice(0, plies).join(' ') })}`;
}

const server = await serve(plywood, ['--records', records]);
const browser = await launch();

async function picture(name, address, options, prepare) {
    const page = await visit(browser, server.base, address, { viewport: SIZE, ...options });
    await prepare(page);
    await page.screenshot({ path: `${out}/${name}.png` });
    await page.context().close();
}

fs.mkdirSync(out, { recursive: true });
const hovered = async (page, square) => {
    await page.locator('.cell.can').first().waitFor();
    await page.locator('.cell.can').nth(square).hover();
};
await picture('fruit', `/${await golden(server.base, 'fruit-10', 6)}`, {}, (page) => hovered(page, 30));
await picture('halma', `/${await golden(server.base, 'halma-default', 40)}`, {}, async (page) => {
    await hovered(page, 4);
    await page.locator('.cell.can').nth(4).click();
});
await picture('reversi', `/${await golden(server.base, 'reversi-8', 20)}`,
    { viewport: PHONE, colorScheme: 'dark' }, (page) => hovered(page, 2));
await picture('laser', `/analyse${await golden(server.base, 'laser-8', 4)}`, {}, async (page) => {
    await page.locator('.facts.proven, .lines li:nth-child(3)').first().waitFor();
    await page.locator('.facts.proven').waitFor({ timeout: 20000 }).catch(() => {});
});
await picture('review', '/review?id=review.record&game=2&ply=14', { colorScheme: 'dark' },
    (page) => page.locator('.accuracy strong').first().waitFor({ timeout: 60000 }));
await picture('watch', '/watch?id=running.record', {}, async (page) => {
    await page.locator('.mini .cell').first().waitFor();
    await page.waitForTimeout(500);
});
await browser.close();
await server.end();
