// `npm run proof` runs the tests of `npm test` with all rounds, and the *.proof.ts tests. It then
// prints a table of the tested properties, and the counts that belong to no property.
import { propertiesIn } from '../../support/rounds.ts';
import { compileProject } from './compile-project.ts';
import { selectOrExit } from './parts.ts';
import { runTests } from './run-tests.ts';

interface Proof {
  readonly results: boolean[];
  readonly rounds: string[];
}

const selection = selectOrExit(process.argv.slice(2), ['.test.ts', '.proof.ts']);
process.env.ROUNDS = 'full';
compileProject();
const proofs = new Map<string, Proof>();
/** Lines such as `3953 emoji`, from tests that prove no property. */
const counts: string[] = [];

const isGood = await runTests({
  selection,
  // One part at a time: with all rounds, a single part saturates a small machine.
  concurrency: 1,
  silenceMs: 30 * 60_000,
  onResult({ name, isPassed }) {
    for (const { results } of proofsOf(name)) results.push(isPassed);
  },
  onDiagnostic(message) {
    if (/^\d/.test(message)) counts.push(message);
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
if (counts.length > 0) console.log(`\n${counts.join('\n')}`);
process.exitCode = isGood ? 0 : 1;

function proofsOf(name: string): Proof[] {
  return propertiesIn(name).map((property) => {
    const proof = proofs.get(property) ?? { results: [], rounds: [] };
    proofs.set(property, proof);
    return proof;
  });
}
