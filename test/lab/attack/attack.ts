// Defines an attack, and runs one.
import type { Target } from './target.ts';

export interface Outcome {
  readonly held: boolean;
  readonly what: string;
}

export interface Attack {
  readonly property: string;
  readonly name: string;
  /** The outcome on the textbook app. Default: the attack always succeeds. */
  readonly onTextbook?: 'holds' | 'depends on timing';
  run(target: Target): Promise<Outcome>;
}

/** Rejects if the attack cannot be carried out, because its outcome is then unknown. */
export async function carryOut(attack: Attack, target: Target): Promise<Outcome> {
  try {
    await target.reset();
    return await attack.run(target);
  } catch (cause) {
    throw new Error(`"${attack.name}" could not be carried out on ${target.name}`, { cause });
  }
}
