// `npm run bench` compares this app with a textbook Express app, a Fastify app and the lowest
// possible cost of a page. All of them serve the same HTML, on Node 20 and 24. Arguments:
// --node=20, --rounds=6, --only=/profile or --only=phone, --json=FILE (each target as a row), and
// --before=FOLDER, another version of this project after `npm ci && npm run build`.
// `npm run bench -- memory` measures whether memory stays flat while many people open many pages
// (--views=500000).
// `npm run bench -- opening-day` computes the load when registration opens, and measures nothing.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withLifetime } from '../../support/machine/child-app.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { runBenchmark } from './benchmark.ts';
import { measureMemory } from './memory.ts';
import { printOpeningDay } from './opening-day.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', default: '20,24' },
    rounds: { type: 'string', default: '12' },
    views: { type: 'string', default: '500000' },
    only: { type: 'string', default: '' },
    before: { type: 'string', default: '' },
    json: { type: 'string', default: '' },
  },
});

if (positionals.includes('opening-day')) {
  printOpeningDay();
  process.exit();
}
const isMemory = positionals.join() === 'memory';
if (positionals.length > 0 && !isMemory)
  throw new Error(`unknown: ${positionals.join(' ')}; known are memory and opening-day`);

const allRows: object[] = [];
execFileSync('npm', ['run', 'build']);
await withLifetime(async (lifetime) => {
  const redis = await startRedis(lifetime);
  const platform = fork('test/tools/bench/platform.ts', {
    env: { ...process.env, ...(isMemory && { VARIED_NAMES: 'yes' }) },
  });
  lifetime.after(() => platform.kill());
  const [port] = await once(platform, 'message');
  const platformUrl = `http://127.0.0.1:${port}`;
  for (const version of values.node.split(',')) {
    const node = binaryOf(version);
    if (isMemory) {
      console.log(`\n## Memory, Node ${version}`);
      const views = Number(values.views);
      const isFlat = await measureMemory({ node, views, redisUrl: redis.url, platformUrl });
      if (!isFlat) process.exitCode = 1;
      continue;
    }
    const { isValid, rows } = await runBenchmark({
      node,
      rounds: Number(values.rounds),
      only: values.only,
      before: values.before && `${values.before}/dist`,
      redis,
      platformUrl,
    });
    if (!isValid) process.exitCode = 1;
    allRows.push(...rows);
  }
});
if (values.json) writeFileSync(values.json, `${JSON.stringify(allRows, undefined, 2)}\n`);
// Without this, the test runner that support/redis/redis.ts loads would print that it ran no tests.
process.exit();

/**
 * `version` is a major version of Node. Returns the current binary, or the one from the npm package
 * `node`.
 */
function binaryOf(version: string): string {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const args = ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'];
  return execFileSync('npx', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
