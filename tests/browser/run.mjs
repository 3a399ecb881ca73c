/* run.mjs PLYWOOD FIFTH FOLDER SCREENS - the playground in a real browser; speaks TAP
 *
 * FIFTH is the plywood with a fifth game. FOLDER has the records of finished matches, fruit.record
 * and reversi.record; a third one is made to grow here. Pictures of every page go to SCREENS. */
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
/* A record that is being written, until it is made to grow. */
const grower = (path) => ({
    path,
    begun: whole.findIndex((line) => line.includes('"event":"end"')) - 4,
    grow() {
        fs.appendFileSync(this.path, whole.slice(this.begun).join('\n'));
    },
});
const growing = grower(`${folder}/growing.record`);
const room = fs.mkdtempSync(`${folder}/../rooms-`);
const another = grower(`${room}/growing.record`);
for (const one of [growing, another])
    fs.writeFileSync(one.path, `${whole.slice(0, one.begun).join('\n')}\n`);

const server = await serve(plywood, ['--records', folder,
    '--opponent', `fruit/Friend=cmd:${plywood} move --agent greedy`,
    '--opponent', 'fruit/Broken=cmd:false']);
const browser = await launch();
try {
    await play(browser, server.base);
    await hands(browser, server.base, records.reversi);
    await howto(browser, server.base);
    await layout(browser, server.base);
    await pages(browser, server.base, { records, growing });
    await looks(browser, server.base, { screens });
    await rooms(browser, plywood, room, another, screens);
    await tournament(browser, plywood, folder);
    const second = await serve(other, []);
    await fifth(browser, second.base);
    await second.end();
} finally {
    await browser.close();
    await server.end();
}
process.exitCode = finish() ? 0 : 1;
