// Runs the built app in the folder BUILD. SERVER_OPTIONS contains the options for `startServer`,
// which must raise the rate limits, because all requests of the benchmark come from one network.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { BUILD = 'dist', SERVER_OPTIONS = '{}' } = process.env;
const parts = resolve(BUILD, 'parts');
const file = readdirSync(parts).find((name) => name.startsWith('start-server-'));
if (!file) throw new Error(`${parts} has no start-server: npm run build`);
const { startServer } = await import(pathToFileURL(join(parts, file)).href);
process.once('SIGTERM', startServer(process.env, JSON.parse(SERVER_OPTIONS)));
