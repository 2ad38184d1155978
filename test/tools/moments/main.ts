// `npm run moments` runs the tests at six critical moments: near midnight, at the end of a month
// and of a year, on a leap day, and when summer time begins and ends. `npm run moments -- pages
// login` runs only these files. Every program's clock is shifted without the tests being aware of
// it. Exits with 1 if a test fails at one of the moments.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMovedClock, environmentAt, moments } from './moments.ts';

const args = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'lanyard-moments-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const library = buildMovedClock(folder);

const red = moments.filter((moment) => {
  const { at, zone, what } = moment;
  console.log(`\n${at} with TZ=${zone}, ${what}`);
  const command = ['test/tools/runner/main.ts', ...(args.length > 0 ? args : ['.test.ts'])];
  const env = environmentAt(moment, library);
  return spawnSync(process.execPath, command, { env, stdio: 'inherit' }).status !== 0;
});
console.log(
  red.length === 0
    ? `\nThe tests pass at all ${moments.length} moments.`
    : `\nTests fail at: ${red.map(({ at, zone }) => `${at} in ${zone}`).join(', ')}`,
);
process.exitCode = red.length === 0 ? 0 : 1;
