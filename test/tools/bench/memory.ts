// Measures how much memory a separate instance with the record cache uses while many people open
// their pages, and whether that amount stays flat.
import { Client } from 'undici';
import { freePort } from '../../support/machine/free-port.ts';
import { sandboxSettings } from '../../support/platform/sandbox-settings.ts';
import { type Contender, startContender } from './contender.ts';
import { connections, logIn, navigation } from './load.ts';
import { printRow } from './report.ts';
import type { Start } from './runners.ts';
import { programs } from './scenarios.ts';
import type { Measured, Verdict } from './verdict.ts';

export interface MemoryOptions {
  readonly node: string;
  readonly views: number;
  readonly redisUrl: string;
  readonly platformUrl: string;
}

const mostPeople = 2000;
const paths = ['/profile', '/badge-name'];
/** Each language adds formatting objects, which use memory outside the heap. */
const languages = ['en-GB', 'de-DE', 'fr-FR', 'nl-NL', 'pl-PL', 'ja-JP'];
/**
 * The maximum memory after the last tenth of the views, as a multiple of the memory after the fifth
 * tenth.
 */
const mostGrowth = 1.05;
const mebibyte = 1024 * 1024;

const viewsOfRow = 20_000;
const mostMebibytes = 160;
export const memoryAfterViews = `memory after ${viewsOfRow} views`;

export async function measureViews(start: Start): Promise<Measured> {
  console.log(`\n### ${memoryAfterViews}\n`);
  printRow('people', 'at the start, MiB', 'after the views, MiB', 'at most, MiB');
  printRow(...Array(4).fill('---'));
  const verdicts: Verdict[] = [];
  for (const people of [connections, mostPeople]) {
    const instance = await start('Lanyard in the image');
    const { memory: atStart } = await instance.usage();
    await viewPages(instance, await logInMany(instance, people), viewsOfRow);
    const { memory, peakMemory } = await instance.usage();
    await instance.stop();
    const mebibytes = [atStart, memory, peakMemory].map((bytes) => (bytes / mebibyte).toFixed(0));
    printRow(String(people), ...mebibytes);
    const what = `${memoryAfterViews} by ${people} people`;
    const measured = memory / mebibyte;
    verdicts.push({ what, kind: 'MiB', row: 'Lanyard', measured, target: mostMebibytes });
  }
  return { what: memoryAfterViews, verdicts };
}

async function logInMany({ origin }: Contender, count: number): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < count) cookies.push(await logIn(origin, programs.Lanyard.loginPath));
  return cookies;
}

export async function measureMemory(options: MemoryOptions): Promise<boolean> {
  const instance = await startInstance(options);
  const cookies = await logInMany(instance, Math.min(mostPeople, options.views / 10));
  console.log(`\n${cookies.length} people\n`);
  printRow('views', 'heap, MiB', 'native, MiB', 'resident before a collection, MiB');
  printRow(...Array(4).fill('---'));
  const measured: { heap: number; native: number }[] = [];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    await viewPages(instance, cookies, options.views / 10);
    const { memory: resident } = await instance.usage();
    const memory = await instance.settledMemory();
    measured.push(memory);
    const bytes = [memory.heap, memory.native, resident];
    const mebibytes = bytes.map((each) => (each / mebibyte).toFixed(1));
    printRow(String((tenth * options.views) / 10), ...mebibytes);
  }
  await instance.stop();

  const growths = (['heap', 'native'] as const).map(
    (kind) => (measured[9]?.[kind] ?? 0) / (measured[4]?.[kind] ?? 0),
  );
  const isFlat = growths.every((growth) => growth <= mostGrowth);
  const [heap, native] = growths.map((growth) => growth.toFixed(2));
  console.log(
    `\nLast tenth / fifth tenth: heap ${heap}, native ${native}: ${isFlat ? 'flat' : 'NOT flat'}`,
  );
  return isFlat;
}

async function startInstance({ node, redisUrl, platformUrl }: MemoryOptions): Promise<Contender> {
  const { file, env, nodeArguments } = programs['Lanyard in the image'];
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  return startContender({
    name: 'Lanyard',
    file,
    port,
    env: {
      ...sandboxSettings({ publicUrl, sandboxUrl: platformUrl, redisUrl }),
      HOST: '127.0.0.1',
      SERVICE_SCOPES: 'registration:read',
      ...env,
    },
    node,
    nodeArguments: ['--expose-gc', ...nodeArguments],
  });
}

async function viewPages(
  { origin }: Contender,
  cookies: readonly string[],
  count: number,
): Promise<void> {
  let next = 0;
  let failed = 0;
  const visit = async (client: Client) => {
    while (next < count) {
      const view = next;
      next += 1;
      const person = Math.floor(view / paths.length) % cookies.length;
      const headers = {
        ...navigation,
        cookie: cookies[person] ?? '',
        'accept-language': languages[person % languages.length] ?? '',
      };
      const path = paths[view % paths.length] ?? '';
      const { statusCode, body } = await client.request({ method: 'GET', path, headers });
      await body.dump();
      if (statusCode !== 200) failed += 1;
    }
  };
  const clients = Array.from({ length: connections }, () => new Client(origin));
  await Promise.all(clients.map(visit));
  await Promise.all(clients.map((client) => client.close()));
  // On a busy computer, a few requests are refused.
  if (failed > count / 100) throw new Error(`${failed} of ${count} views failed`);
}
