// Starts an example like `npm run example minimal`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { startNode } from '../adoption/start-node.ts';
import { freePort } from '../support/free-port.ts';
import { nodeArguments } from '../support/program.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Starts an example with its sandbox on a free port. Resolves to its address. */
export async function startExample(t: TestContext, name: string): Promise<string> {
  const file = scripts.example.replace(/^tsx /, '');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const args = [...nodeArguments(resolve(file)), name];
  await startNode(t, { args, env: { PORT: String(port) }, ready: [`Open ${url}`] });
  return url;
}
