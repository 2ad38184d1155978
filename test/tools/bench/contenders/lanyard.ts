// Lanyard as a contender: the server that `npm run build` made in the folder of BUILD, or without
// BUILD that of the source. SERVER_OPTIONS has the options of `startServer`: the benchmark is one
// person on one network, and would reach each rate limit.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { BUILD, SERVER_OPTIONS = '{}' } = process.env;
const { startServer } = BUILD
  ? await import(builtServer(resolve(BUILD, 'parts')))
  : await import('../../../../src/server/start-server.ts');
process.once('SIGTERM', startServer(process.env, JSON.parse(SERVER_OPTIONS)));

function builtServer(folder: string): string {
  const file = readdirSync(folder).find((name) => name.startsWith('start-server-'));
  if (!file) throw new Error(`${folder} has no start-server: npm run build`);
  return pathToFileURL(join(folder, file)).href;
}
