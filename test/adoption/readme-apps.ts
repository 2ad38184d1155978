import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { type Sandbox, startSandbox } from '../../src/sandbox/app.ts';
import { sharedRedis } from '../support/redis/redis.ts';
import { startNode } from './start-node.ts';

const readme = readFileSync('src/login/README.md', 'utf8');

function blocksOf(language: string): string[] {
  const blocks = readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  return [...blocks].map(([, block = '']) => block);
}

const [typescript = '', linesBehindProxy = '', guardRecipe = '', linkRecipe = ''] = blocksOf('ts');

/**
 * The app in the login's README, in TypeScript. It imports a copy of the `login` folder next to it.
 */
export const smallestApp = typescript;

/** The same app in JavaScript. It imports the login as a package. */
export const smallestAppInJavaScript = typesToLeaveOut().reduce(
  (app, type) => app.replaceAll(type, ''),
  typescript.replace('./login/login.ts', 'convention-login'),
);

function typesToLeaveOut(): string[] {
  const [, sentence = ''] = /leave out the types: (.*)\n/.exec(readme) ?? [];
  return [...sentence.matchAll(/`([^`]+)`/g)].map(([, type = '']) => type);
}

export const smallestAppBehindProxy = typescript.replace(
  /^app\.use\(session\(.*\n/m,
  () => linesBehindProxy,
);

/**
 * The app with both recipes of the README. `ownLogin` is the host's code that sets
 * `req.session.accountId`.
 */
export function appWithRecipes(ownLogin: string): string {
  return typescript
    .replace('  whoIs,\n', "  whoIs,\n  carryOver: ['accountId'],\n")
    .replace('const errorPage', () => `${ownLogin}${guardRecipe}${linkRecipe}const errorPage`);
}

export async function startReadmeApp(
  t: TestContext,
  { file, folder, url, port }: { file: string; folder: string; url: string; port: number },
): Promise<Sandbox> {
  const sandbox = await startSandbox({ redirectUris: [`${url}/login/callback`] });
  t.after(() => sandbox.close());
  const env = {
    PUBLIC_URL: url,
    PORT: String(port),
    CONVENTION_URL: sandbox.url,
    REDIS_URL: (await sharedRedis()).url,
    OAUTH_CLIENT_ID: 'lanyard',
    OAUTH_CLIENT_SECRET: 'sandbox-secret',
    ENCRYPTION_KEY: '11'.repeat(32),
    SESSION_SECRET: 'a secret',
  };
  await startNode(t, { args: [file], cwd: folder, env, ready: ['Open'] });
  return sandbox;
}
