// Runs Lanyard as a contender: the build in the folder BUILD, or the source if BUILD is not set.
// SERVER_OPTIONS contains the options for `startServer`. It must set rate limits, because all
// requests of the benchmark come from one network.
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
