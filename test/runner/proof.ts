// `npm run proof`: the tests of `npm test` with all their rounds, those that take too long for every day, and at the end a table of the
// properties from what really ran.
import { propertiesIn } from '../support/rounds.ts';
import { readArgumentsOrExit } from './parts.ts';
import { runTests } from './run-tests.ts';

interface Proof {
  /** For each test whether it passed. */
  readonly results: boolean[];
  readonly rounds: string[];
}

process.env.ROUNDS = 'full';
const proofs = new Map<string, Proof>();

const isGood = await runTests({
  wanted: readArgumentsOrExit(process.argv.slice(2)),
  suffixes: ['.test.ts', '.proof.ts'],
  // One part at a time: full rounds take all of a small computer.
  concurrency: 1,
  silenceMs: 30 * 60_000,
  onResult({ name, isPassed }) {
    for (const { results } of proofsOf(name)) results.push(isPassed);
  },
  onDiagnostic(message) {
    for (const { rounds } of proofsOf(message)) rounds.push(message.replace(/^[^:]+: /, ''));
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

/** The proofs of the properties with which a test's name, or its line of rounds, begins. */
function proofsOf(name: string): Proof[] {
  return propertiesIn(name).map((property) => {
    const proof = proofs.get(property) ?? { results: [], rounds: [] };
    proofs.set(property, proof);
    return proof;
  });
}
