// Waits for a state that no event announces.
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns whether the condition became true within `seconds`. It is asked every 20 ms. */
export async function becomesTrue(
  condition: () => boolean | Promise<boolean>,
  seconds = 1,
): Promise<boolean> {
  for (let round = 0; round < 50 * seconds; round += 1) {
    if (await condition()) return true;
    await sleep(20);
  }
  return condition();
}
