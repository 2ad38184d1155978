// What an attack is, and how they are carried out one after the other.
import type { Target } from './target.ts';

/** What was seen, not what was expected: `what` says it in at most 70 characters. */
export interface Outcome {
  readonly held: boolean;
  readonly what: string;
}

export interface Attack {
  readonly property: string;
  readonly name: string;
  run(target: Target): Promise<Outcome>;
}

/** Carries out one attack after the other, each on the target as it was at the start. Rejects when one cannot be carried out. */
export async function carryOut(attacks: readonly Attack[], target: Target): Promise<ReadonlyMap<Attack, Outcome>> {
  const outcomes = new Map<Attack, Outcome>();
  for (const attack of attacks) {
    try {
      await target.reset();
      outcomes.set(attack, await attack.run(target));
    } catch (cause) {
      throw new Error(`"${attack.name}" could not be carried out on ${target.name}`, { cause });
    }
  }
  return outcomes;
}
