// `npm run proof`: the tests of `npm test` with all their rounds, those that take too long for every day, and at the end a table of the properties from what really ran.
import { propertiesIn } from './rounds.ts';
import { runTests } from './run-tests.ts';

interface Proof {
  /** For each test whether it passed. */
  readonly results: boolean[];
  readonly rounds: string[];
}

process.env.ROUNDS = 'full';
const proofs = new Map<string, Proof>();

const isGood = await runTests({
  wanted: process.argv.slice(2),
  proofs: true,
  // One file at a time: full rounds take all of a small computer, and there are tests that measure time.
  concurrency: 1,
  timeout: 30 * 60_000,
  watch(events) {
    events.on('test:pass', ({ name }) => {
      for (const { results } of proofsOf(name)) results.push(true);
    });
    events.on('test:fail', ({ name }) => {
      for (const { results } of proofsOf(name)) results.push(false);
    });
    events.on('test:diagnostic', ({ message }) => {
      for (const { rounds } of proofsOf(message)) rounds.push(message.replace(/^[^:]+: /, ''));
    });
  },
});

console.log('\n| property | tests | rounds | result |\n|---|---|---|---|');
const byNumber = [...proofs].sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
for (const [property, { results, rounds }] of byNumber) {
  const failures = results.filter((isPassed) => !isPassed).length;
  const result = failures === 0 ? 'holds' : `FAILS in ${failures}`;
  console.log(`| ${property} | ${results.length} | ${rounds.join(', ') || 'once'} | ${result} |`);
}
process.exitCode = isGood ? 0 : 1;

/** Of the properties with which a test's name, or its line of rounds, begins. */
function proofsOf(name: string): Proof[] {
  return propertiesIn(name).map((property) => {
    const proof = proofs.get(property) ?? { results: [], rounds: [] };
    proofs.set(property, proof);
    return proof;
  });
}
