/* run.mjs PLYWOOD FIFTH FOLDER SCREENS - the playground in a real browser; speaks TAP
 *
 * FIFTH is the plywood with a fifth game. FOLDER has the records of finished matches, fruit.record
 * and reversi.record; a third one is made to grow here. Pictures of every page go to SCREENS. */
import fs from 'node:fs';
import { fifth } from './fifth.mjs';
import { finish, launch, serve } from './house.mjs';
import { play } from './play.mjs';
import { looks, pages } from './pages.mjs';
import { tournament } from './tournament.mjs';

const [plywood, other, folder, screens] = process.argv.slice(2);
const records = { fruit: `${folder}/fruit.record`, reversi: `${folder}/reversi.record` };
const whole = fs.readFileSync(records.fruit, 'utf8').split('\n');
const growing = {
    path: `${folder}/growing.record`,
    begun: whole.findIndex((line) => line.includes('"event":"end"')) - 4,
    grow() {
        fs.appendFileSync(this.path, whole.slice(this.begun).join('\n'));
    },
};
fs.writeFileSync(growing.path, `${whole.slice(0, growing.begun).join('\n')}\n`);

const server = await serve(plywood, ['--records', folder,
    '--opponent', `fruit/Friend=cmd:${plywood} move --agent greedy`,
    '--opponent', 'fruit/Broken=cmd:false']);
const browser = await launch();
try {
    await play(browser, server.base);
    await pages(browser, server.base, { records, growing });
    await looks(browser, server.base, { screens });
    await tournament(browser, plywood, folder);
    const second = await serve(other, []);
    await fifth(browser, second.base);
    await second.end();
} finally {
    await browser.close();
    await server.end();
}
process.exitCode = finish() ? 0 : 1;
