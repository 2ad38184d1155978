// How often a test repeats itself: a short form in `npm test`, full rounds in `npm run proof`.
import type { TestContext } from 'node:test';

/** Whether this is `npm run proof`, with time for everything. */
export const isProof = process.env.ROUNDS === 'full';

/** Answers how many rounds to run, and has the test say so for the table of `npm run proof`. `of` says what they are, in the plural. */
export function rounds(t: TestContext, { short, full, of }: { short: number; full: number; of: string }): number {
  const count = isProof ? full : short;
  t.diagnostic([...propertiesIn(t.name), `${count} ${of}`].join(' ').replace(/(P\d+) (?=\d)/, '$1: '));
  return count;
}

/** The properties with which the name of a test, or a line of `rounds`, begins: `P2`, `P3`. */
export function propertiesIn(text: string): string[] {
  return /^(P\d+[ :])+/.exec(text)?.[0].match(/P\d+/g) ?? [];
}

/** Runs rounds 0 up to `count`, in so many lanes at a time; each lane runs one round after the other. */
export async function inLanes(
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
