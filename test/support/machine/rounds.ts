// How often a test repeats: a few rounds in `npm test`, all rounds in `npm run proof`.
import type { TestContext } from 'node:test';

/** Whether `npm run proof` is running. Tests may then take longer. */
export const isProof = process.env.ROUNDS === 'full';

/** Returns the number of rounds, and reports it. `of` names the repeated actions, in the plural. */
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
