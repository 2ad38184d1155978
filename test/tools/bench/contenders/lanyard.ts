// Lanyard as a contender. It runs the server that `npm run build` created in the folder BUILD, or
// without BUILD the source. SERVER_OPTIONS contains the options for `startServer`. The benchmark
// uses one person on one network, so it would otherwise reach every rate limit.
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
