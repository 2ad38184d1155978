// `npm run limits`: writes docs/limits.md anew, after a change of a limit. With `-- --prove` it changes
// each limit a little, and exits with 1 when the test of one did not notice.
import { writeFileSync } from 'node:fs';
import { limitsTable } from '../../support/limits-table.ts';
import { proveLimits } from './prove.ts';

const args = process.argv.slice(2);
if (args.includes('--prove')) {
  const unnoticed = await proveLimits(args.filter((arg) => arg !== '--prove'));
  const all = unnoticed.length === 0;
  console.log(all ? '\nEvery change was noticed.' : `\nNot noticed:\n${unnoticed.join('\n')}`);
  process.exitCode = all ? 0 : 1;
} else {
  writeFileSync('docs/limits.md', limitsTable());
}
