// How often a test repeats: a few rounds in `npm test`, all rounds in `npm run proof`.
import type { TestContext } from 'node:test';

/** Whether `npm run proof` is running. Tests may then take longer. */
export const isProof = process.env.ROUNDS === 'full';

/**
 * Returns the number of rounds, and reports it for the table of `npm run proof`. `of` names the
 * repeated actions, in the plural.
 */
export function rounds(
  t: TestContext,
  { short, full, of }: { short: number; full: number; of: string },
): number {
  const count = isProof ? full : short;
  t.diagnostic(
    [...propertiesIn(t.name), `${count} ${of}`].join(' ').replace(/(P\d+) (?=\d)/, '$1: '),
  );
  return count;
}

/**
 * Returns the properties, such as `P2` and `P3`, at the start of a test name or of a line that
 * `rounds` reported.
 */
export function propertiesIn(text: string): string[] {
  return /^(P\d+[ :])+/.exec(text)?.[0].match(/P\d+/g) ?? [];
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
