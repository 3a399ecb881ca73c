/* run.mjs PLYWOOD FIFTH FOLDER SCREENS - the playground in a real browser; speaks TAP
 *
 * FIFTH is the plywood with a fifth game. FOLDER has the records of finished matches, fruit.record
 * and reversi.record; a third one is made to grow here. Pictures of every page go to
 * SCREENS. With PLYWOOD_PART=pages that part runs alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { fifth } from './fifth.mjs';
import { finish, launch, serve } from './house.mjs';
import { hands } from './hands.mjs';
import { howto } from './howto.mjs';
import { layout } from './layout.mjs';
import { play } from './play.mjs';
import { looks, pages } from './pages.mjs';
import { rooms } from './rooms.mjs';
import { tournament } from './tournament.mjs';

const [plywood, other, folder, screens] = process.argv.slice(2);
const records = { fruit: `${folder}/fruit.record`, reversi: `${folder}/reversi.record` };
const whole = fs.readFileSync(records.fruit, 'utf8').split('\n');
/* A record that is being written, as its lock says, until it is left or made to grow. */
const begun = whole.findIndex((line) => line.includes('"event":"end"')) - 4;
function grower(path) {
    fs.writeFileSync(path, `${whole.slice(0, begun).join('\n')}\n`);
    const writer = spawn('flock', ['-x', path, 'cat'], { stdio: ['pipe', 'inherit', 'inherit'] });
    const left = once(writer, 'exit');
    return {
        path,
        leave() {
            writer.stdin.end();
            return left;
        },
        grow() {
            fs.appendFileSync(path, whole.slice(begun).join('\n'));
            return this.leave();
        },
    };
}
const growing = grower(`${folder}/growing.record`);
const room = fs.mkdtempSync(`${folder}/../rooms-`);
const another = grower(`${room}/growing.record`);

const server = await serve(plywood, ['--records', folder,
    '--opponent', `fruit/Friend=cmd:${plywood} move --agent greedy`,
    '--opponent', 'fruit/Broken=cmd:false']);
const browser = await launch();
try {
    const base = server.base;
    const parts = {
        play: () => play(browser, base),
        hands: () => hands(browser, base, records.reversi),
        howto: () => howto(browser, base),
        layout: () => layout(browser, base),
        pages: () => pages(browser, base, { records, growing }),
        looks: () => looks(browser, base, { screens }),
        rooms: () => rooms(browser, plywood, room, another, screens),
        tournament: () => tournament(browser, plywood, folder),
        async fifth() {
            const second = await serve(other, []);
            await fifth(browser, second.base);
            await second.end();
        },
    };
    const wanted = process.env.PLYWOOD_PART;
    for (const [name, part] of Object.entries(parts))
        if (!wanted || wanted === name)
            await part();
} finally {
    await browser.close();
    await server.end();
    await Promise.all([growing.leave(), another.leave()]);
}
process.exitCode = finish() ? 0 : 1;
