// What an attack is, and what comes of carrying it out.
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

/** Carries out an attack on the target as it was at the start. Rejects when that cannot be done: nothing is known then. */
export async function carryOut(attack: Attack, target: Target): Promise<Outcome> {
  try {
    await target.reset();
    return await attack.run(target);
  } catch (cause) {
    throw new Error(`"${attack.name}" could not be carried out on ${target.name}`, { cause });
  }
}
