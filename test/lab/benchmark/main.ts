// `npm run bench` compares Lanyard with the textbook app that the attacks use. `--rounds=3` is
// faster. `npm run bench -- memory` checks that memory stays flat over 500,000 page views
// (`--views=20000` is faster). `npm run bench -- opening-day` computes the load when registration
// opens, without measuring anything.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { withLifetime } from '../../support/machine/child-app.ts';
import { compare } from './compare.ts';
import { measureMemory } from './memory.ts';
import { printOpeningDay } from './opening-day.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '12' },
    views: { type: 'string', default: '500000' },
  },
});
const command = positionals.join(' ');

if (command === 'opening-day') {
  printOpeningDay();
} else if (command === 'memory' || command === '') {
  execFileSync('npm', ['run', 'build']);
  await withLifetime(async (lifetime) => {
    if (command === '') return compare(lifetime, { rounds: Number(values.rounds) });
    const isFlat = await measureMemory(lifetime, Number(values.views));
    if (!isFlat) process.exitCode = 1;
  });
} else {
  throw new Error(`unknown: ${command}; known are memory and opening-day`);
}
// Without this, the test runner that support/machine/shared.ts loads would print that it ran no
// tests.
process.exit();
