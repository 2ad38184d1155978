import { setTimeout as wait } from 'node:timers/promises';
import { type Visitor, visitor } from './visitor.ts';

/**
 * Simulates people who use a site during an upgrade. Opens the home page without a login and the
 * profile of `person` four times a second. `stop` resolves to the number of pages, and to the
 * responses that were not 200.
 */
export function keepOpening(url: string, person: Visitor) {
  let isOver = false;
  let count = 0;
  const wrong: string[] = [];
  const open = async (who: Visitor, path: string) => {
    count += 1;
    const { status } = await who.request(`${url}${path}`);
    if (status !== 200) wrong.push(`${status} at ${path}`);
  };
  const opening = (async () => {
    while (!isOver) await Promise.all([open(visitor(), '/'), open(person, '/profile'), wait(250)]);
  })();
  return {
    async stop(): Promise<{ count: number; wrong: string[] }> {
      isOver = true;
      await opening;
      return { count, wrong };
    },
  };
}
