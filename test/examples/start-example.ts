import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { startNode } from '../adoption/start-node.ts';
import type { Lifetime } from '../support/machine/child-app.ts';
import { freePort } from '../support/machine/free-port.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * Also starts the example's sandbox, as `npm run example` does. The port is a free one unless `env`
 * contains PORT. Resolves to the URL.
 */
export async function startExample(
  t: Lifetime,
  name: string,
  env: Record<string, string> = {},
): Promise<string> {
  const file = scripts.example.replace(/^tsx /, '');
  const { PORT = String(await freePort()) } = env;
  const url = `http://localhost:${PORT}`;
  const args = [resolve(file), name];
  await startNode(t, { args, env: { ...env, PORT }, ready: [`Open ${url}`] });
  return url;
}
