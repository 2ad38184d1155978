// Repeats a test for races: a round is one repetition. `npm test` runs a few rounds, and `npm run
// proof` runs all of them.
import type { TestContext } from 'node:test';

/** Whether this is `npm run proof`, in which tests may take longer. */
export const isProof = process.env.ROUNDS === 'full';

/** Returns and reports the number of rounds. `of` is a plural noun, such as `logins`. */
export function rounds(
  t: TestContext,
  { short, full, of }: { short: number; full: number; of: string },
): number {
  const count = isProof ? full : short;
  t.diagnostic(`${count} ${of}`);
  return count;
}

/** Runs `count` rounds, numbered from 0, in parallel lanes. Each lane runs one round at a time. */
export async function runConcurrently(
  { lanes, count }: { lanes: number; count: number },
  runRound: (round: number, lane: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (next < count) await runRound(next++, lane);
    }),
  );
}
