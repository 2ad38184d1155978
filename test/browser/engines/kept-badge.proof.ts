// The kept badge in three engines, with a real nginx in front of the app.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';
import type { Lifetime } from '../../support/machine/child-app.ts';
import { freePort } from '../../support/machine/free-port.ts';
import { nginxMain } from '../../support/machine/nginx.ts';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';
import { startChromium, startFirefox, startWebKit } from './engine.ts';
import { startJourney } from './journey.ts';

const silenceMs = 30_000;
const nothing = { copies: [], workers: 0 };
const copyAndWorker = { copies: ['/kept-badge'], workers: 1 };
const isCopy = /^No connection\. Shown as of/;

for (const start of [startChromium, startFirefox, startWebKit]) {
  const engineName = start.name.replace('start', '');

  test(`P57 P58 the kept badge opens when nginx is gone, and a log-out whose next page is lost deletes it: ${engineName}`, async (t) => {
    const { journey, keep, becomes, shown, nginx } = await startVisit(t, start);
    await keep();
    await becomes(copyAndWorker);
    await nginx.use('location = /logged-out { return 444; } location / { proxy_pass $app; }');
    await journey.press('form[action="/logout"] button');
    await sleep(1000);
    await nginx.use('location / { proxy_pass $app; }');
    await journey.open(`${journey.url}/privacy`);
    await becomes(nothing);
    await keep();
    await nginx.stop();
    for (const path of ['/badge-name', '/desk', '/']) assert.match(await shown(path), isCopy, path);
  });

  test(`P59 the copy is shown for each of nginx's own pages, and without Lanyard's header: ${engineName}`, async (t) => {
    const { keep, becomes, shown, nginx } = await startVisit(t, start);
    await keep();
    const closedPort = await freePort();
    const locations = {
      'a bad gateway': `location / { proxy_pass http://127.0.0.1:${closedPort}; }`,
      'an overload': 'location / { return 503; }',
      'a Wi-Fi login': 'location / { default_type text/html; return 200 "<h1>Wi-Fi</h1>"; }',
      'a redirect to a Wi-Fi login': 'location / { return 302 http://127.0.0.1:9/portal; }',
      'a closed connection': 'location / { return 444; }',
      'a removed header': 'location / { proxy_hide_header Kept-Badge; proxy_pass $app; }',
    };
    for (const [name, location] of Object.entries(locations)) {
      await nginx.use(location);
      for (const path of ['/desk', '/']) assert.match(await shown(path), isCopy, name);
    }
    await becomes(copyAndWorker);
    await nginx.use('location / { proxy_pass $app; }');
    assert.doesNotMatch(await shown('/desk'), isCopy);
    await becomes(copyAndWorker);
  });

  test(`P58 P59 during 30 seconds of silence the copy is shown, and the late response is obeyed: ${engineName}`, async (t) => {
    const { app, journey, keep, becomes, shown, nginx } = await startVisit(t, start);
    await keep();
    const laptop = visitor();
    const sharing = await logIn(laptop, `${journey.url}/sharing`, { as: 'robin' });
    await laptop.press(sharing, 'Log out everywhere');
    const silent = await startSilence(t, Number(new URL(app.listensAt).port));
    await nginx.use(`location / { proxy_pass http://127.0.0.1:${silent}; }`);
    const begun = performance.now();
    assert.match(await shown('/desk'), isCopy);
    const seconds = Math.round((performance.now() - begun) / 1000);
    t.diagnostic(`the copy came after ${seconds} s`);
    assert.ok(seconds < 15, 'before the response');
    await becomes(copyAndWorker);
    await sleep(silenceMs);
    await nginx.use('location / { proxy_pass $app; }');
    await journey.open(`${journey.url}/privacy`);
    await becomes(nothing);
  });
}

async function startVisit(t: TestContext, start: typeof startChromium) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = { SERVICE_SCOPES: 'registration:read', PUBLIC_URL: url };
  const app = await startApp(t, { settings, ownRedis: true });
  const nginx = await startNginx(t, { port, appUrl: app.listensAt });
  const engine = await start(t);
  const journey = { ...startJourney(engine, { ...app, url }), url };

  async function keep(): Promise<void> {
    await journey.logIn('/badge-name', /Redbreast/);
    await journey.press('.badge-actions summary');
    await journey.press('.badge-keep:not([hidden]) input');
    await journey.find('.badge-keep input:checked:not(:disabled)');
  }

  async function becomes(expected: object): Promise<void> {
    let found: object = {};
    for (let tries = 0; tries < 50; tries += 1) {
      // Firefox reports an error while it removes a worker.
      found = await engine.evaluate<object>(stored).catch((error) => ({ error }));
      if (JSON.stringify(found) === JSON.stringify(expected)) return;
      await sleep(200);
    }
    assert.deepEqual(found, expected);
  }

  async function shown(path: string): Promise<string> {
    await journey.open(url + path);
    return engine.evaluate<string>('document.body.innerText');
  }

  return { app, journey, keep, becomes, shown, nginx };
}

const stored = `(async () => {
  const copies = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) copies.push(new URL(url).pathname);
  return { copies, workers: (await navigator.serviceWorker.getRegistrations()).length };
})()`;

/**
 * The returned `use` reloads nginx with the given locations, in which `$app` stands for the app's
 * URL.
 */
async function startNginx(t: Lifetime, { port, appUrl }: { port: number; appUrl: string }) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'nginx.conf');
  let reloads = 0;
  const write = (locations: string) => {
    reloads += 1;
    const server = `server {
      listen 127.0.0.1:${port}; listen [::1]:${port};
      # A kept connection would still belong to the process from before the last reload.
      access_log off; keepalive_timeout 0;
      proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_read_timeout 60s;
      location = /reloads { return 200 ${reloads}; }
      ${locations.replaceAll('$app', appUrl)}
    }`;
    writeFileSync(file, nginxMain(folder, server));
  };
  write('location / { proxy_pass $app; }');
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'start.log')], { stdio: 'ignore' });
  const exited = once(nginx, 'exit');
  const stop = async () => {
    nginx.kill('SIGTERM');
    await exited;
  };
  t.after(stop);
  const readReloads = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/reloads`).catch(() => undefined);
    return Number(await response?.text());
  };
  await becomesTrue(async () => (await readReloads()) === reloads);
  return {
    stop,
    async use(locations: string) {
      write(locations);
      nginx.kill('SIGHUP');
      await becomesTrue(async () => (await readReloads()) === reloads);
    },
  };
}

async function becomesTrue(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await holds()) return;
    await sleep(100);
  }
  assert.fail('nginx does not answer');
}

/** Returns the port of a relay that forwards nothing for the first 30 seconds of a connection. */
async function startSilence(t: Lifetime, appPort: number): Promise<number> {
  const server: Server = createServer((incoming) => {
    incoming.on('error', () => {});
    const wait = setTimeout(() => {
      const onward = connect(appPort, '127.0.0.1');
      onward.on('error', () => incoming.destroy());
      incoming.pipe(onward).pipe(incoming);
    }, silenceMs);
    incoming.on('close', () => clearTimeout(wait));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return address.port;
}
