// Prints the wall clock of each kind of program that the tests start, as JSON. moments.proof.ts
// runs this file with a shifted clock.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../support/browser/chromium.ts';
import { type Lifetime, withLifetime } from '../../support/machine/child-app.ts';
import { freePort } from '../../support/machine/free-port.ts';
import { nginxMain } from '../../support/machine/nginx.ts';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';
import { startRedis } from '../../support/redis/redis.ts';

await withLifetime(async (lifetime) => {
  const clocks = {
    node: Date.now(),
    'redis-server': await readRedis(lifetime),
    nginx: await readNginx(lifetime),
    chromium: await readChromium(lifetime),
  };
  console.log(JSON.stringify(clocks));
});

async function readRedis(lifetime: Lifetime): Promise<number> {
  const redis = await startRedis(lifetime);
  const [seconds] = (await redis.command('TIME')) as string[];
  return 1000 * Number(seconds);
}

async function readNginx(lifetime: Lifetime): Promise<number> {
  const folder = temporaryFolder(lifetime);
  const file = join(folder, 'nginx.conf');
  const port = await freePort();
  const server = `server { listen 127.0.0.1:${port}; access_log off; location / { return 204; } }`;
  writeFileSync(file, nginxMain(folder, server));
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'start.log')], { stdio: 'ignore' });
  lifetime.after(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (response) return Date.parse(response.headers.get('date') ?? '');
    await sleep(50);
  }
  throw new Error('nginx does not answer');
}

async function readChromium(lifetime: Lifetime): Promise<number> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  lifetime.after(() => browser.close());
  const page = await browser.newPage();
  return await page.evaluate<number>('Date.now()');
}
