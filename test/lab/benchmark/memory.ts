// `npm run bench -- memory` checks whether an instance's memory stays flat while 2,000 people open
// their pages.
import type { Lifetime } from '../../support/machine/child-app.ts';
import { logInMany, start, startBackends } from './apps.ts';
import { load } from './load.ts';
import { printRow } from './report.ts';

const people = 2000;
/** The highest allowed ratio of the memory after all views to the memory after half of them. */
const mostGrowth = 1.05;
const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

/** Resolves to whether memory has stayed flat. */
export async function measureMemory(t: Lifetime, views: number): Promise<boolean> {
  const backends = await startBackends(t, people);
  const instance = await start(t, backends, { name: 'Lanyard in the image' });
  console.log(`\n## Memory during ${views} views by ${people} people, in MiB\n`);
  printRow('views', 'memory', 'heap after a collection', 'outside the heap');
  printRow(...Array(4).fill('---'));
  printRow('0', mebibytes((await instance.usage()).memory), '', '');

  const cookies = await logInMany(instance, people);
  const settled: number[] = [];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    await load(instance, { paths: ['/profile', '/badge-name'], cookies, count: views / 10 });
    const { memory } = await instance.usage();
    const { heap, native } = await instance.settledMemory();
    settled.push(heap + native);
    printRow(String((views / 10) * tenth), ...[memory, heap, native].map(mebibytes));
  }
  const growth = (settled.at(-1) ?? 0) / (settled[4] ?? 1);
  console.log(
    `\nFrom the fifth tenth to the last one, it grew by the factor ${growth.toFixed(2)}.`,
  );
  return growth <= mostGrowth;
}
