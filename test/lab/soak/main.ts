// `npm run soak` simulates ten minutes of crowd traffic and faults. `npm run soak -- 60` takes 60
// seconds. Prints the counts. Exits with 1 if an event occurred that must never happen.
import { withLifetime } from '../../support/machine/child-app.ts';
import { soak } from './soak.ts';

const [wanted = '600', ...others] = process.argv.slice(2);
const seconds = Number(wanted);
if (!(seconds >= 30) || others.length > 0) {
  console.error('Usage: npm run soak [-- SECONDS], at least 30');
  process.exit(2);
}

const tally = await withLifetime((lifetime) => soak(lifetime, seconds));
console.log(tally.toMarkdown());
const broken = tally.broken();
console.log(`\n${tally.requests()} requests in ${seconds} seconds.`, ...broken.slice(0, 20));
if (broken.length > 0) process.exitCode = 1;
