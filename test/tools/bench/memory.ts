// Whether memory stays flat while many people read their pages: an instance of its own, with the
// records in memory, measured after each tenth of the views.
import { Client } from 'undici';
import { freePort } from '../../support/free-port.ts';
import { sandboxSettings } from '../../support/sandbox-settings.ts';
import { type Contender, startContender } from './contender.ts';
import { connections, logIn, navigation } from './load.ts';
import { programs } from './scenarios.ts';

export interface MemoryOptions {
  /** The binary of Node that runs the instance. */
  readonly node: string;
  readonly views: number;
  readonly redisUrl: string;
  readonly platformUrl: string;
}

const mostPeople = 2000;
const paths = ['/profile', '/badge-name'];
/** What a browser of each person asks for: formatting objects hold memory outside the heap. */
const languages = ['en-GB', 'de-DE', 'fr-FR', 'nl-NL', 'pl-PL', 'ja-JP'];
/** At most so much of the fifth tenth is there after the last. */
const mostGrowth = 1.05;
const mebibyte = 1024 * 1024;

/** Prints heap and native memory after each tenth, and returns whether both have stayed flat. */
export async function measureMemory(options: MemoryOptions): Promise<boolean> {
  const instance = await startInstance(options);
  const { loginPath } = programs.Lanyard;
  const cookies: string[] = [];
  while (cookies.length < Math.min(mostPeople, options.views / 10))
    cookies.push(await logIn(instance.origin, loginPath));

  console.log(`\n${cookies.length} people\n\n| views | heap, MiB | native, MiB |\n|---|---|---|`);
  const measured: { heap: number; native: number }[] = [];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    await viewPages(instance, cookies, options.views / 10);
    const memory = await instance.settledMemory();
    measured.push(memory);
    const mebibytes = [memory.heap, memory.native].map((bytes) => (bytes / mebibyte).toFixed(1));
    console.log(`| ${(tenth * options.views) / 10} | ${mebibytes.join(' | ')} |`);
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
  const { file, env } = programs.Lanyard;
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
      // One network opens all of it.
      LOGINS_PER_MINUTE: '1000000',
      PAGES_PER_MINUTE: '1000000',
      ...env,
    },
    node,
    nodeArguments: ['--expose-gc'],
  });
}

/** The people take turns, each with a language, and view each page in turn. */
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
  // On a busy computer a few are refused.
  if (failed > count / 100) throw new Error(`${failed} of ${count} views failed`);
}
