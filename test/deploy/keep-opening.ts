import { setTimeout as wait } from 'node:timers/promises';
import { type Visitor, visitor } from '../support/app/visitor.ts';

/**
 * Simulates use during an upgrade. Up to four times a second, opens the home page as a new visitor
 * and the profile as `person`. `stop` resolves to the number of requests and a list of the
 * responses other than 200.
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
