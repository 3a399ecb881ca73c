/* play.mjs - a person plays: whole games of every kind by mouse, one by keyboard alone */
import { ask, content, demand, lineOf, made, moveCount, myTurn, newGame, same, square, test, until,
    visit } from './house.mjs';

/* Plays the game on the board to its end; move() makes one of the person's moves. */
async function playOut(page, most, move) {
    let moves = 0;
    while (await myTurn(page)) {
        demand(moves++ < most, `no end after ${most} moves`);
        await move();
    }
    return moves;
}

async function anyMove(page) {
    const before = await moveCount(page);
    const squares = page.locator('.cell.can');
    await squares.nth((await squares.count()) >> 1).click();
    await made(page, before);
}

async function resultIsTold(page) {
    const words = await page.locator('.status.result').innerText();
    demand(/You win|Plywood wins|A draw/.test(words), `the result is not told: ${words}`);
    await until(page, () => /win|draw/.test(document.getElementById('live').textContent));
    demand(await page.getByRole('button', { name: 'Play again' }).isVisible(), 'no Play again');
}

/* Of a colour as computed styles have it, rgb(…): 0 is black, 1 white. */
function lightness(colour) {
    const [red, green, blue] = colour.match(/\d+/g).map(Number);
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

export async function play(browser, base) {
    await test('the first page invites: a board at once, legal moves, whose turn', async () => {
        const page = await visit(browser, base, '/');
        await page.locator('.cell.can').first().waitFor();
        demand(await page.getByText('Your turn. Pick').isVisible(), 'nobody says whose turn it is');
        const cell = page.locator('.cell.can').first();
        await cell.hover();
        demand(await page.locator('.previewed .border').count() === 1,
            'no preview under the pointer');
        content(page);
        await page.context().close();
    });

    await test('the first board needs no request but for pictures; a game\'s module comes with it',
        () => modules(browser, base));

    await test('a move and the answer to it take two requests', () => exchange(browser, base));

    await test('games without modules of their own are drawn, told and played',
        () => plainGames(browser, base));

    for (const [game, settings, most] of [['fruit', { Board: '6', 'Kinds of fruit': '3' }, 36],
        ['reversi', { Board: '6' }, 36], ['laser', { Board: '6', Blocks: '4' }, 36]])
        await test(`a whole game of ${game} by mouse`, async () => {
            const page = await visit(browser, base, '/');
            await newGame(page, game, { ...settings, Opponent: 'level:1' });
            await playOut(page, most, () => anyMove(page));
            await resultIsTold(page);
            content(page);
            await page.context().close();
        });

    await test('land bidding: the first company is dark and the second light, in any theme', async () => {
        for (const colorScheme of ['light', 'dark']) {
            const page = await visit(browser, base, '/', { colorScheme });
            await newGame(page, 'reversi', { Board: '6' });
            const [first, second] = await Promise.all(['side0', 'side1'].map(async (side) =>
                lightness(await page.locator(`.cell .piece.${side}`).first().evaluate(
                    (piece) => getComputedStyle(piece).backgroundColor))));
            demand(first < 0.25 && second > 0.75, `${colorScheme}: ${first} and ${second}`);
            content(page);
            await page.context().close();
        }
    });

    await test('a whole game of halma by mouse', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'halma', { Opponent: 'level:1' });
        const { levels } = (await page.evaluate(async () => (await fetch('/api/games')).json()))
            .games.find((one) => one.name === 'halma');
        await playOut(page, 200, async () => {
            const before = await moveCount(page);
            const line = await lineOf(page, 'halma');
            const { move } = await ask(page, '/api/move',
                { ...line, level: levels.at(-1).id, seconds: 0.02 });
            const [[fromX, fromY], [x, y]] = move.split('-')
                .map((pair) => pair.split(',').map(Number));
            await square(page, fromY, fromX).click();
            demand(await page.locator('.spot').count() > 0, 'the reach of a piece is not shown');
            await square(page, y, x).click();
            await made(page, before);
        });
        await resultIsTold(page);
        content(page);
        await page.context().close();
    });

    await test('a whole game by keyboard alone', async () => {
        const page = await visit(browser, base, '/');
        await page.locator('.cell.can').first().waitFor();
        const focused = (selector) => page.evaluate((wanted) =>
            document.activeElement.matches(wanted), selector);
        const tabTo = async (selector) => {
            for (let i = 0; i < 40 && !await focused(selector); i++)
                await page.keyboard.press('Tab');
            demand(await focused(selector), `Tab does not reach ${selector}`);
        };
        await tabTo('.picker [data-game=reversi]');
        await page.keyboard.press('Enter');
        await page.locator('.frame[data-game=reversi]').waitFor();
        await tabTo('.buttons.thumb :last-child');
        await page.keyboard.press('Enter');
        await tabTo('dialog input[type=range]');
        await page.keyboard.press('Home'); /* 3 x 3 */
        await page.keyboard.press('ArrowRight');
        await tabTo('dialog .primary');
        await page.keyboard.press('Enter');
        await until(page, () => document.querySelectorAll('.cell').length === 16);
        await page.evaluate(() => document.activeElement.blur());
        await tabTo('.cell');
        await playOut(page, 16, async () => {
            const before = await moveCount(page);
            const steps = await page.evaluate(() => {
                const here = document.activeElement;
                const there = document.querySelector('.cell.can');
                return [there.row - here.row, there.column - here.column];
            });
            const [down, right] = steps;
            for (let i = 0; i < Math.abs(down); i++)
                await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
            for (let i = 0; i < Math.abs(right); i++)
                await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
            demand(await page.locator('.previewed .border').count() === 1,
                'no preview at the focus');
            await page.keyboard.press('Enter');
            await made(page, before);
        });
        await resultIsTold(page);
        content(page);
        await page.context().close();
    });

    await test('hint, take back, look back, play on from an earlier move, resign', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'reversi', { Board: '6', Opponent: 'level:1' });
        for (let i = 0; i < 3; i++) {
            await myTurn(page);
            await anyMove(page);
        }
        await myTurn(page);
        const before = await lineOf(page, 'reversi');
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.locator('.hint strong').waitFor();
        demand(await page.locator('.suggestions .border').count() === 1, 'the hint is not drawn');
        demand((await page.locator('.hint').innerText()).length > 8, 'a hint without its reason');
        await page.getByRole('button', { name: 'Take back' }).click();
        await until(page, (n) => document.querySelectorAll('.moves li').length < n,
            before.moves.length + 1);
        const after = await lineOf(page, 'reversi');
        demand(after.moves.length < before.moves.length, 'nothing was taken back');
        same(after.moves, before.moves.slice(0, after.moves.length), 'moves that remain');
        await page.locator('.moves button').first().click();
        await page.getByRole('button', { name: 'Play on from here' }).click();
        await until(page, () => document.querySelectorAll('.moves li').length === 1);
        await anyMove(page);
        await myTurn(page);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Play on' }).click();
        same(await page.locator('.status.result').count(), 0, 'results after playing on');
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
        const words = await page.locator('.status.result').innerText();
        demand(/Plywood wins: you resigned\./.test(words), `no resignation: ${words}`);
        content(page);
        await page.context().close();
    });

    await test('a move on its way can be taken back, and is no part of a game that is resigned', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'reversi', { Board: '6', Opponent: 'level:1' });
        await anyMove(page);
        await myTurn(page);
        const before = await lineOf(page, 'reversi');
        const held = [];
        await page.route('**/api/position', (route) => held.push(route));
        const move = async () => {
            const asked = page.waitForRequest('**/api/position');
            await page.locator('.cell.can').first().click();
            await asked;
        };
        await move();
        await page.getByRole('button', { name: 'Take back' }).click();
        await move();
        await page.keyboard.press('u');
        same(await page.locator('.player.active .turn').innerText(), 'your turn', 'who is to move');
        same(await lineOf(page, 'reversi'), before, 'the game after taking back');
        for (const route of held.splice(0)) await route.abort();
        await page.unroute('**/api/position');
        await anyMove(page);
        demand(await myTurn(page), 'the game is over');
        same(await page.locator('.player .name').allInnerTexts(), ['You', 'Plywood'], 'players');
        const { moves } = await lineOf(page, 'reversi');
        demand(moves.length > before.moves.length, 'the move was not made');
        await page.route('**/api/position', (route) => held.push(route));
        await move();
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
        await page.locator('.status.result').waitFor();
        const kept = await page.evaluate(() =>
            JSON.parse(localStorage.getItem('plywood.kept'))[0].text);
        same(kept.split('\n').filter((line) => line.includes('"event":"move"')).length, moves.length,
            'moves of the game that is kept');
        demand(page.complaints.every((one) => /ERR_FAILED/.test(one)), page.complaints.join());
        await page.context().close();
    });

    await test('New game asks about the game that was picked, though it has not come yet', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'fruit', { Board: '6' });
        const asked = page.waitForRequest('**/api/new');
        const held = [];
        await page.route('**/api/new', (route) => held.push(route));
        await page.locator('.picker [data-game=halma]').click();
        await asked;
        await page.getByRole('button', { name: 'New game…' }).click();
        await page.getByRole('heading', { name: 'New game of Halma' }).waitFor();
        content(page);
        await page.context().close();
    });

    await test('a reload loses nothing; two people; the second seat; a clock', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'laser', { Board: '6', Opponent: 'level:1' });
        await anyMove(page);
        await myTurn(page);
        const before = await lineOf(page, 'laser');
        await page.reload();
        await myTurn(page);
        same(await lineOf(page, 'laser'), before, 'the game after a reload');
        await newGame(page, 'fruit', { Board: '5', You: 'both', Clock: 'course' });
        await page.locator('.cell.can').first().click();
        await until(page, () => document.querySelector('.player.side1.active'));
        demand(await page.locator('.clock').first().isVisible(), 'no clock');
        await newGame(page, 'reversi', { Board: '4', You: '1', Opponent: 'level:1' });
        await myTurn(page);
        same((await lineOf(page, 'reversi')).moves.length, 1, 'moves before the second seat\'s');
        const begun = new Set(); /* moves before mine: 0 or 1 */
        for (let i = 0; i < 40 && begun.size < 2; i += 1) {
            await newGame(page, 'reversi', { Board: '4', You: 'random', Opponent: 'level:1' });
            await myTurn(page);
            begun.add((await lineOf(page, 'reversi')).moves.length);
        }
        same([...begun].sort(), [0, 1], 'moves before a random seat\'s');
        await page.getByRole('button', { name: 'New game…' }).click();
        same(await page.getByRole('dialog').getByLabel('You', { exact: true }).inputValue(), 'random',
            'the seat that is remembered');
        await page.getByRole('button', { name: 'Cancel' }).click();
        content(page);
        await page.context().close();
    });

    await test('an agent program that the server was started with is an opponent', async () => {
        const page = await visit(browser, base, '/');
        const { opponents } = await page.evaluate(async () => (await fetch('/api/games')).json());
        await newGame(page, 'fruit', { Board: '6', Opponent: `program:${opponents[0].id}` });
        await anyMove(page);
        demand(await myTurn(page), 'the program has not moved');
        demand(await page.getByText('Friend', { exact: true }).isVisible(), 'it is not named');
        await page.locator('#opponent').selectOption('level:1');
        await page.locator('.toast', { hasText: 'The opponent is now' }).waitFor();
        await page.reload();
        demand(await myTurn(page), 'the game is lost');
        await page.getByText('Friend, then Plywood', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Take back' }).click();
        await page.getByText('Friend, then Plywood').waitFor({ state: 'hidden' });
        await newGame(page, 'reversi', {});
        demand(await page.locator('#opponent option', { hasText: 'Friend' }).count() === 0,
            'it is offered for a game that it does not play');
        content(page);
        await page.context().close();
    });

    await test('an opponent that fails is named, asked again and replaced', async () => {
        const page = await visit(browser, base, '/');
        const { opponents } = await page.evaluate(async () => (await fetch('/api/games')).json());
        const broken = `program:${opponents.find((one) => one.name === 'Broken').id}`;
        await newGame(page, 'fruit', { Board: '4', Opponent: broken });
        await page.locator('.cell.can').first().click();
        const status = page.locator('.status');
        await status.getByText('The opponent did not answer.').waitFor();
        same(await page.locator('.player.active .turn').innerText(), 'did not answer',
            'what the card says of it');
        const again = page.waitForResponse(/api\/move/);
        await status.getByRole('button', { name: 'Ask again' }).click();
        same((await again).status(), 502, 'the answer to asking again');
        await status.getByRole('button', { name: 'Ask again' }).waitFor();
        await page.locator('#opponent').selectOption('level:1');
        demand(await myTurn(page), 'the other opponent has not moved');
        same((await lineOf(page, 'fruit')).moves.length, 2, 'moves made');
        demand(await page.getByRole('button', { name: 'Hint' }).isEnabled(), 'no hint');
        demand(page.complaints.every((one) => /502/.test(one)), page.complaints.join());
        await page.context().close();
    });

    await test('a phone shows the board with its buttons at once; large boards scroll',
        () => phone(browser, base));

    await test('moves are animated by transform and opacity alone, and not under reduced motion',
        () => motion(browser, base));
}

async function modules(browser, base) {
    const page = await visit(browser, base, 'about:blank');
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    await page.locator('.cell.can').first().waitFor();
    same(asked.filter((path) => !path.endsWith('.svg')), ['/'], 'requests');
    for (const game of ['laser', 'reversi', 'laser', 'fruit'])
        await newGame(page, game, {});
    same(asked.filter((path) => path.startsWith('/game-')), ['/game-laser.js', '/game-reversi.js'],
        'modules asked for');
    content(page);
    await page.context().close();
}

/* The position after one's own move, the opponent's move with the position after it, and no more;
 * the server is not told of the game before it has two moves, and then in a request of its own. */
async function exchange(browser, base) {
    const page = await visit(browser, base, '/');
    for (const game of ['fruit', 'halma', 'reversi', 'laser']) {
        await newGame(page, game, { Opponent: 'level:1' });
        for (let i = 0; i < 2; i++) {
            const asked = [];
            const note = (request) => asked.push(new URL(request.url()).pathname);
            const before = await moveCount(page);
            page.on('request', note);
            await page.locator('.cell.can').first().click();
            if (game === 'halma') await page.locator('.cell.can.dot').first().click();
            await made(page, before + 1);
            demand(await myTurn(page), `${game}: the game is over`);
            page.off('request', note);
            same(asked.filter((path) => path !== '/api/keep'), ['/api/position', '/api/move'],
                `${game}: requests`);
        }
    }
    content(page);
    await page.context().close();
}

/* The document as it would be if no game had a module. */
async function plainGames(browser, base) {
    const page = await visit(browser, base, 'about:blank', { motion: true });
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.route((url) => url.pathname === '/', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('"module":true', '"module":false');
        await route.fulfill({ response, body });
    });
    await page.goto('/');
    for (const game of ['fruit', 'halma', 'reversi', 'laser']) {
        await newGame(page, game, { Opponent: 'level:1' });
        await myTurn(page);
        const cell = page.locator('.cell.can').first();
        await cell.hover();
        if (game === 'halma') {
            await cell.click();
            await page.locator('.cell.can.dot').first().hover();
        }
        const chosen = page.locator(game === 'halma' ? '.cell.can.dot' : '.cell.can').first();
        demand(/; plays \S+$/.test(await chosen.getAttribute('aria-label')), 'a move in words');
        const before = await moveCount(page);
        await chosen.click();
        await made(page, before + 1);
        demand(await myTurn(page), `${game}: the opponent has not answered`);
    }
    same(asked.filter((path) => path.startsWith('/game-')), [], 'modules asked for');
    content(page);
    await page.context().close();
}

async function phone(browser, base) {
    const page = await visit(browser, base, '/', { width: 'phone' });
    const fold = page.viewportSize().height;
    for (const [game, settings] of [['laser', {}], ['halma', {}], ['reversi', {}],
        ['fruit', { Board: '26' }], ['fruit', { Board: '10' }]]) {
        await newGame(page, game, settings);
        await myTurn(page);
        for (const name of ['Hint', 'Take back', 'Resign', 'New game…']) {
            const box = await page.getByRole('button', { name }).boundingBox();
            demand(box.y + box.height <= fold, `${game}: ${name} is below the fold`);
        }
        const right = await page.evaluate(() => document.documentElement.scrollWidth);
        demand(right <= page.viewportSize().width, `${game}: the page is ${right} wide`);
    }
    await page.getByRole('button', { name: 'New game…' }).click();
    const cut = await page.getByRole('dialog').evaluate((dialog) =>
        [...dialog.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right
            > dialog.getBoundingClientRect().right).map((one) => one.outerHTML.slice(0, 80)));
    same(cut, [], 'controls that are cut off');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await newGame(page, 'fruit', { Board: '26' });
    await myTurn(page);
    const { cell, inner, outer, wide, badge } = await page.evaluate(() => {
        const frame = document.querySelector('.frame');
        return { cell: document.querySelector('.cell').getBoundingClientRect().width,
            inner: frame.scrollWidth, outer: frame.clientWidth,
            wide: document.documentElement.scrollWidth,
            badge: getComputedStyle(document.querySelector('.kind'), '::after').fontSize };
    });
    demand(cell > 18, `squares of ${cell}`);
    demand(inner > outer && wide <= page.viewportSize().width, 'the page scrolls, not the board');
    same(badge, '0px', 'digits on squares too small for them');
    content(page);
    await page.context().close();
}

async function motion(browser, base) {
    for (const moving of [true, false]) {
        const page = await visit(browser, base, '/', { motion: moving });
        await page.evaluate(() => {
            window.animated = new Set();
            const original = Element.prototype.animate;
            Element.prototype.animate = function animate(frames, timing) {
                for (const frame of frames)
                    for (const name of Object.keys(frame)) window.animated.add(name);
                return original.call(this, frames, timing);
            };
        });
        for (const [game, settings] of [['fruit', { Board: '26', 'Kinds of fruit': '2' }],
            ['reversi', { Board: '8' }], ['laser', { Board: '8' }], ['halma', {}]]) {
            await newGame(page, game, { ...settings, You: 'none', Opponent: 'level:1' });
            await made(page, 2);
        }
        const names = await page.evaluate(() => [...window.animated].sort());
        if (!moving) same(names, [], 'animated properties under reduced motion');
        else same(names.filter((name) => !['offset', 'easing'].includes(name)),
            ['opacity', 'transform'], 'animated properties');
        content(page);
        await page.context().close();
    }
}
