// Defines an attack and its outcome.
import type { Target } from './target.ts';

/** The observed outcome. `what` describes it in at most 70 characters. */
export interface Outcome {
  readonly held: boolean;
  readonly what: string;
}

export interface Attack {
  readonly property: string;
  readonly name: string;
  /** It waits for seconds: only proofs and `npm run attack` carry it out. */
  readonly isLong?: true;
  run(target: Target): Promise<Outcome>;
}

/**
 * Resets the target and carries out the attack. Rejects if that fails, because then the outcome is
 * unknown.
 */
export async function carryOut(attack: Attack, target: Target): Promise<Outcome> {
  try {
    await target.reset();
    return await attack.run(target);
  } catch (cause) {
    throw new Error(`"${attack.name}" could not be carried out on ${target.name}`, { cause });
  }
}
