/* hands.mjs - a board that answers: pieces dragged by mouse and finger, words for what is no move,
 * keys, questions before something is lost, sounds, and what a board shows of its game */
import { content, demand, lineOf, made, moveCount, myTurn, newGame, same, square, test, until, visit }
    from './house.mjs';

/* The middle of a square on the screen. */
async function middle(page, row, column) {
    const box = await square(page, row, column).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}

async function bubble(page, words) {
    await page.locator('.bubble', { hasText: words }).waitFor();
    await until(page, (said) => document.getElementById('live').textContent.trim() === said, words);
}

export async function hands(browser, base) {
    await test('a piece is dragged by mouse: its copy follows, a drop is a move', async () => {
        const page = await visit(browser, base, '/', { motion: true });
        await newGame(page, 'halma', { Opponent: 'level:1' });
        await page.mouse.move(...await middle(page, 1, 4));
        await page.mouse.down();
        await page.mouse.move(...await middle(page, 1, 5), { steps: 4 });
        same(await page.locator('.held .piece').count(), 1, 'pieces in the hand');
        demand(await page.locator('.spot, .way.next').count() > 0, 'where it can go is not shown');
        await page.mouse.up();
        await until(page, () => document.querySelectorAll('.moves li').length > 1);
        same((await lineOf(page, 'halma')).moves[0], '4,1-5,1', 'the move');
        same(await page.locator('.held').count(), 0, 'pieces in the hand after the drop');
        content(page);
        await page.context().close();
    });

    await test('an illegal drop and an illegal click say why, and the game goes on', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'halma', { Opponent: 'level:1' });
        await page.mouse.move(...await middle(page, 0, 0));
        await page.mouse.down();
        await page.mouse.up();
        await bubble(page, 'This piece has no move.');
        await page.mouse.move(...await middle(page, 1, 4));
        await page.mouse.down();
        await page.mouse.move(...await middle(page, 7, 7), { steps: 4 });
        await page.mouse.up();
        await bubble(page, 'No step and no chain of jumps leads there.');
        same((await lineOf(page, 'halma')).moves, [], 'moves after an illegal drop');
        await page.mouse.move(...await middle(page, 1, 4));
        await page.mouse.down();
        await page.mouse.move(2, 2, { steps: 4 });
        await page.mouse.up();
        same(await page.locator('.held').count(), 0, 'pieces in the hand beside the board');
        await square(page, 15, 15).click();
        await bubble(page, 'This piece is white\'s; black is to move.');
        await square(page, 1, 4).click();
        await page.keyboard.press('Escape');
        await square(page, 8, 8).click();
        await bubble(page, 'Pick one of your pieces first.');
        await newGame(page, 'reversi', { Board: '6', Opponent: 'level:1' });
        await square(page, 0, 0).click();
        await bubble(page, 'No rival land lies between it and yours.');
        same(await page.locator('.bubble').evaluate((note) => note.getBoundingClientRect().top
            >= note.parentElement.getBoundingClientRect().bottom), true, 'the board stays free');
        await square(page, 2, 2).click();
        await bubble(page, 'This land is taken.');
        await newGame(page, 'laser', { Board: '8', Blocks: '0', Opponent: 'level:1' });
        await square(page, 3, 3).click();
        await made(page, 2);
        await myTurn(page);
        await square(page, 3, 3).click();
        await bubble(page, 'An emitter stands here.');
        await square(page, 3, 4).click();
        await page.locator('.bubble', { hasText: /^A beam from \d,\d covers it\.$/ }).waitFor();
        content(page);
        await page.context().close();
    });

    await test('a finger drags pieces, taps squares, and scrolls the page everywhere else',
        () => finger(browser, base));

    await test('arrow keys, Home and End step through moves, on every page', () => keys(browser, base));

    await test('u and Ctrl+Z take back what the button takes back', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'fruit', { Board: '6', Opponent: 'level:1' });
        const counts = [];
        for (const undo of [() => page.keyboard.press('u'), () => page.keyboard.press('Control+z'),
            () => page.getByRole('button', { name: 'Take back' }).click()]) {
            await page.locator('.cell.can').first().click();
            await made(page, 2);
            await myTurn(page);
            await undo();
            await until(page, () => /Taken back/.test(document.getElementById('live').textContent));
            await myTurn(page);
            counts.push((await lineOf(page, 'fruit')).moves.length);
        }
        same(counts, [0, 0, 0], 'moves that are left');
        content(page);
        await page.context().close();
    });

    await test('Resign and New game ask while a game is running', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'laser', { Board: '6', Opponent: 'level:1' });
        const warning = page.getByRole('dialog').getByText('The game on the board is not over.');
        await page.getByRole('button', { name: 'New game…' }).click();
        same(await warning.count(), 0, 'warnings before a move was made');
        same(await page.getByRole('dialog').getByLabel('Board').getAttribute('min'), '3',
            'the smallest board on offer');
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.locator('.cell.can').first().click();
        await made(page, 2);
        await myTurn(page);
        const before = await lineOf(page, 'laser');
        await page.getByRole('button', { name: 'New game…' }).click();
        demand(await warning.isVisible(), 'nobody says that a game is running');
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.keyboard.press('Escape');
        same(await lineOf(page, 'laser'), before, 'the game after two second thoughts');
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
        await page.locator('.status.result').waitFor();
        content(page);
        await page.context().close();
    });

    await test('sounds are off, are made when wanted, and stay wanted', () => sounds(browser, base));

    await test('Halma: camps lie under the pieces, bordered by who must reach them',
        () => camps(browser, base));

    await test('what a move would do is not shown any more when the game is over', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'reversi', { Board: '8', You: 'both' });
        await page.locator('.cell.can').first().click();
        await made(page, 1);
        await page.mouse.move(0, 0);
        await page.locator('.cell.can').first().focus();
        await page.keyboard.press('n');
        await page.locator('.will').first().waitFor();
        /* the focus stays on the board: a preview comes back as the dialog goes */
        await page.getByRole('button', { name: 'Resign' }).evaluate((one) => one.click());
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Shift+Tab');
        await page.keyboard.press('Enter');
        await page.locator('.status.result').waitFor();
        same(await page.locator('.will, .previewed > *').count(), 0, 'marks of a move');
        content(page);
        await page.context().close();
    });

    await test('where the system sets the colours, pieces and squares are still told apart', async () => {
        const page = await visit(browser, base, '/', { forcedColors: 'active' });
        for (const game of ['halma', 'reversi', 'laser']) {
            await newGame(page, game, { You: 'both' });
            if (game === 'laser') await page.locator('.cell.can').first().click();
            await page.locator('.board .piece').first().waitFor();
            const [piece, ground] = await page.evaluate(() => ['.board .piece', '.board .cell.can']
                .map((one) => getComputedStyle(document.querySelector(one)))
                .map((style) => style.backgroundColor + style.backgroundImage));
            demand(piece !== ground, `${game}: a piece looks like its square, ${piece}`);
        }
        const { outlineStyle } = await page.locator('.pages [aria-current]').evaluate((link) =>
            ({ outlineStyle: getComputedStyle(link).outlineStyle }));
        same(outlineStyle, 'solid', 'what marks the present page');
        content(page);
        await page.context().close();
    });

    await test('Laser Checkmate: beams are drawn over just the squares that they cover',
        () => beams(browser, base));

    await test('Fruit Rage: digits stand on fruit only where they are wanted', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'fruit', { Board: '8' });
        const digit = (where) => page.locator(where).first().evaluate((piece) =>
            getComputedStyle(piece, '::after').content);
        same(await digit('.board .kind'), 'none', 'digits by themselves');
        await page.getByRole('button', { name: 'Digits on the pieces' }).click();
        demand(/^"\d"$/.test(await digit('.board .kind')), 'no digits though they are wanted');
        await page.reload();
        await page.locator('.board .kind').first().waitFor();
        demand(/^"\d"$/.test(await digit('.board .kind')), 'no digits after a reload');
        await page.getByRole('button', { name: 'Digits on the pieces' }).click();
        same(await digit('.board .kind'), 'none', 'digits that are not wanted any more');
        await page.goto('/analyse');
        await page.getByRole('button', { name: 'Set up by hand' }).click();
        demand(/^"\d"$/.test(await digit('.tools .kind')), 'no digits on the brushes');
        demand(/^"\d"$/.test(await digit('.board .kind')), 'no digits on a board that is set up');
        content(page);
        await page.context().close();
    });

    await test('axes and words say which number of a square is which', async () => {
        const page = await visit(browser, base, '/');
        for (const [game, corner, words] of [['halma', 'x→y↓', 'Squares are x,y from 0'],
            ['reversi', 'col→row↓', 'Squares are row,column from 0'],
            ['laser', 'col→row↓', 'Squares are row,column from 0'], ['fruit', '', null]]) {
            await newGame(page, game, {});
            same((await page.locator('.corner').innerText()).replace(/\s/g, ''), corner,
                `${game}: the corner`);
            if (words) demand(await page.locator('.legend').getByText(words).isVisible(), words);
            await square(page, 2, 4).hover();
            const [rank, file] = await Promise.all(['.ranks', '.files'].map((axis) =>
                page.locator(`${axis} .here`).innerText()));
            const name = (await square(page, 2, 4).getAttribute('aria-label')).split(', ')[0];
            same(name, game === 'fruit' ? file + rank : game === 'halma' ? `${file},${rank}`
                : `${rank},${file}`, `${game}: the square's name and what the axes show`);
        }
        content(page);
        await page.context().close();
    });

    await test('boards of more than 32 columns know their squares apart', async () => {
        const page = await visit(browser, base, '/');
        await newGame(page, 'laser', { Board: '40', Blocks: '0', You: 'both' });
        await square(page, 0, 32).click();
        await until(page, () => document.querySelectorAll('.moves li').length > 1);
        same((await lineOf(page, 'laser')).moves, ['0,32'], 'the move');
        content(page);
        await page.context().close();
    });
}

async function finger(browser, base) {
    const page = await visit(browser, base, '/', { width: 'phone', hasTouch: true, isMobile: true });
    await newGame(page, 'halma', { Opponent: 'level:1' });
    const session = await page.context().newCDPSession(page);
    const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type,
        touchPoints: points.map(([x, y]) => ({ x, y })) });
    const slide = async (from, to) => {
        await touch('touchStart', [from]);
        for (let i = 1; i <= 6; i++) {
            const at = [0, 1].map((k) => from[k] + (to[k] - from[k]) * i / 6);
            await touch('touchMove', [at]);
        }
        await touch('touchEnd', []);
    };
    const scrolled = () => page.evaluate(() => scrollY);
    await slide(await middle(page, 1, 4), await middle(page, 1, 5));
    await until(page, () => document.querySelectorAll('.moves li').length > 1);
    same((await lineOf(page, 'halma')).moves[0], '4,1-5,1', 'the move');
    same(await scrolled(), 0, 'how far the page has scrolled under a piece');
    await myTurn(page);
    const before = await moveCount(page);
    await page.touchscreen.tap(...await middle(page, 3, 2));
    demand(await page.locator('.spot').count() > 0, 'a tap picks no piece');
    const spot = await page.locator('.cell.can.dot').first().boundingBox();
    await page.touchscreen.tap(spot.x + spot.width / 2, spot.y + spot.height / 2);
    await made(page, before);
    const [x, y] = await middle(page, 8, 8);
    await slide([x, y], [x, y - 150]);
    await until(page, () => scrollY > 50);
    await newGame(page, 'laser', { Board: '8', Blocks: '0', Opponent: 'level:1' });
    await square(page, 3, 3).scrollIntoViewIfNeeded();
    const at = await middle(page, 3, 3);
    await touch('touchStart', [at]);
    await page.locator('.will').first().waitFor();
    await touch('touchEnd', []);
    demand(await page.locator('.will').count() > 4, 'what it covers is gone with the finger');
    same((await lineOf(page, 'laser')).moves, [], 'moves made by a finger that rested');
    await page.touchscreen.tap(...at);
    await made(page, 2);
    same((await lineOf(page, 'laser')).moves[0], '3,3', 'the move of a tap');
    await myTurn(page);
    const next = await page.locator('.cell.can').first().boundingBox();
    await touch('touchStart', [[next.x + next.width / 2, next.y + next.height / 2]]);
    await page.locator('.will').first().waitFor();
    await touch('touchEnd', []);
    await new Promise((done) => { setTimeout(done, 100); });
    demand(await page.locator('.will').count() > 0, 'it is gone when the focus was elsewhere');
    content(page);
    await page.context().close();
}

async function keys(browser, base) {
    const page = await visit(browser, base, '/');
    await newGame(page, 'reversi', { Board: '6', Opponent: 'level:1' });
    for (let i = 0; i < 2; i++) {
        const before = await moveCount(page);
        await page.locator('.cell.can').first().click(); /* the focus is on the board now */
        await made(page, before + 1);
        await myTurn(page);
    }
    const { moves } = await lineOf(page, 'reversi');
    same(moves.length, 4, 'moves made');
    const status = page.locator('.status');
    await page.keyboard.press('ArrowLeft');
    await status.getByText('After move 3 of 4.').waitFor();
    await page.keyboard.press('Home');
    await status.getByText('The start.').waitFor();
    await page.keyboard.press('ArrowRight');
    await status.getByText('After move 1 of 4.').waitFor();
    await page.keyboard.press('End');
    await status.getByText('Your turn.').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('take a move back').waitFor();
    await page.keyboard.press('ArrowLeft'); /* which does nothing behind it */
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await status.getByText('Your turn.').waitFor();
    await page.keyboard.press('h');
    await page.locator('.hint:not([hidden]) strong').waitFor();
    await page.getByRole('link', { name: 'Analyse this position' }).click();
    const last = (name) => until(page, (want) =>
        document.querySelector('.mark') !== null === (want !== null), name);
    await page.locator('.mark').waitFor();
    await page.keyboard.press('Home');
    await last(null);
    await page.keyboard.press('ArrowRight');
    await last(moves[0]);
    await page.getByRole('button', { name: 'Back' }).waitFor();
    await page.locator('textarea').focus();
    await page.keyboard.press('Home');
    demand(await page.locator('.mark').count() === 1, 'keys in a field step through moves');
    await page.goBack();
    await page.getByRole('link', { name: 'Review this game' }).click();
    const range = page.locator('.scrubber input');
    const at = (ply) => until(page, (want) =>
        document.querySelector('.scrubber input').value === want, String(ply));
    await range.waitFor();
    await page.keyboard.press('Home');
    await at(0);
    await page.keyboard.press('ArrowRight');
    await at(1);
    await page.keyboard.press('End');
    await at(4);
    await page.keyboard.press('ArrowLeft');
    await at(3);
    content(page);
    await page.context().close();
}

async function sounds(browser, base) {
    const page = await visit(browser, base, 'about:blank');
    await page.addInitScript(() => {
        window.heard = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function count(...when) {
            window.heard++;
            return start.apply(this, when);
        };
    });
    await page.goto('/');
    const heard = () => page.evaluate(() => window.heard);
    const move = async () => {
        const before = await moveCount(page);
        await page.locator('.cell.can').first().click();
        await made(page, before);
    };
    await newGame(page, 'reversi', { Board: '6', You: 'both' });
    await move();
    same(await heard(), 0, 'sounds that nobody asked for');
    const toggle = page.getByRole('button', { name: 'Sounds' });
    same(await toggle.getAttribute('aria-pressed'), 'false', 'the switch');
    await toggle.click();
    same(await toggle.getAttribute('aria-pressed'), 'true', 'the switch');
    const before = await heard();
    await move();
    await until(page, (n) => window.heard > n, before);
    await page.reload();
    same(await toggle.getAttribute('aria-pressed'), 'true', 'the switch after a reload');
    content(page);
    await page.context().close();
}

async function camps(browser, base) {
    for (const colorScheme of ['light', 'dark']) {
        const page = await visit(browser, base, '/', { colorScheme });
        await newGame(page, 'halma', { Opponent: 'level:1' });
        same(await page.locator('.cell.camp0.on0').count(), 19, 'pieces on the first camp');
        same(await page.locator('.cell.camp1.on1').count(), 19, 'pieces on the second camp');
        same(await page.locator('.camp.of0:not(.under), .camp.of1:not(.under)').count(), 2,
            'borders of camps');
        const words = await page.locator('.legend').innerText();
        for (const wanted of ['Your camp, which Plywood has to fill',
            'The camp of Plywood, which you have to fill'])
            demand(words.includes(wanted), `the legend has no "${wanted}": ${words}`);
        const left = words.match(/0 of 19 home, about (\d+) moves left/g);
        demand(left?.length === 2 && left.every((one) => /about [5-9]\d /.test(one)),
            `the way before both of them: ${words}`);
        demand((await square(page, 0, 0).getAttribute('aria-label'))
            .startsWith('0,0, Black piece, camp of Black'), 'the camp in words');
        const light = await page.evaluate(() => {
            const luminance = (element) => {
                const [r, g, b] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g)
                    .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92
                        : ((part / 255 + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const ground = document.querySelector('.board > :nth-child(2) > :nth-child(9)');
            const probe = document.querySelector('.stack');
            return [luminance(document.querySelector('.piece.side0')),
                luminance(document.querySelector('.piece.side1')), luminance(ground),
                luminance(probe)];
        });
        const [black, white, ...squares] = light;
        for (const here of squares) {
            const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            demand(contrast(black, here) >= 3, `${colorScheme}: black pieces on ${here}`);
            demand(colorScheme === 'light' || contrast(white, here) >= 3,
                `${colorScheme}: white pieces on ${here}`);
        }
        content(page);
        await page.context().close();
    }
}

/* The squares under a beam's lines, from its path data. */
function squaresUnder(paths) {
    const found = new Set();
    for (const [, x, y, toX, toY] of paths.flatMap((d) =>
        [...d.matchAll(/M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)/g)].map((one) => one.map(Number))))
        for (let i = 0; i <= 100; i++) {
            const at = [y + (toY - y) * i / 100, x + (toX - x) * i / 100];
            const [row, column] = at.map(Math.floor);
            /* near a corner a line that lies a little aside touches neighbours */
            if (at.every((part) => part % 1 > 0.15 && part % 1 < 0.85)) found.add(`${row},${column}`);
        }
    return [...found].sort();
}

async function beams(browser, base) {
    const page = await visit(browser, base, '/');
    await newGame(page, 'laser', { Board: '8', Blocks: '6', You: 'both' });
    for (let i = 0; i < 4; i++) {
        const before = await moveCount(page);
        const squares = page.locator('.cell.can');
        if (!await squares.count()) break;
        const one = squares.nth((await squares.count()) >> 1);
        await one.hover();
        same(await page.locator('.previewed .beam.planned').count(), 1, 'planned beams');
        demand(await page.locator('.cell.will').count() > 1, 'what would be covered is not tinted');
        await one.click();
        await made(page, before);
        for (const side of [0, 1]) {
            const paths = await page.locator(`.scene .beam.of${side}`).evaluateAll((all) =>
                all.map((path) => path.getAttribute('d')));
            const covered = await page.locator(`.cell.cover${side}`).evaluateAll((cells) =>
                cells.map((cell) => `${cell.row},${cell.column}`).sort());
            const emitters = new Set(await page.locator('.cell.on0, .cell.on1').evaluateAll((cells) =>
                cells.map((cell) => `${cell.row},${cell.column}`)));
            same(squaresUnder(paths).filter((name) => !emitters.has(name)), covered,
                `squares under the beams of side ${side}`);
        }
    }
    await page.mouse.move(0, 0);
    await page.locator('.cell.can').first().focus();
    await page.keyboard.press('n');
    same(await page.locator('.previewed .beam.planned').count(), 1, 'planned beams at the focus');
    content(page);
    await page.context().close();
}
