// Runs deploy/nginx.conf and deploy/Caddyfile as docs/operate.md says: two instances behind a TLS
// proxy, and Redis with deploy/users.acl. The instances restart one at a time under load.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  confirm,
  fromOwnPage,
  type LoadedPage,
  logIn,
  type Visitor,
  visitor,
} from '../support/app/visitor.ts';
import type { Lifetime } from '../support/machine/child-app.ts';
import { filledIn } from '../support/machine/deployment-files.ts';
import { nginxMain, nginxPorts } from '../support/machine/nginx.ts';
import { needProgram } from '../support/machine/programs-of-debian.ts';
import { rounds } from '../support/machine/rounds.ts';
import { type ProxyPlace, prepareTlsSite, type TlsSite } from '../support/machine/tls-site.ts';

interface Proxy {
  readonly name: string;
  readonly from: string;
  /** Whether the proxy resends a form that an instance rejected because it was stopping. */
  readonly repeatsForms: boolean;
  configure(place: ProxyPlace): string[];
  /** Whether the proxy sends all requests of a session to the same instance. */
  readonly keepsInstance: boolean;
}

const people = ['robin', 'sam', 'noa', 'mallory'];

const proxies: Proxy[] = [
  {
    name: 'nginx',
    from: 'nginx-light',
    repeatsForms: true,
    keepsInstance: true,
    configure: configureNginx,
  },
  {
    name: 'caddy',
    from: 'caddy',
    repeatsForms: false,
    keepsInstance: false,
    configure: configureCaddy,
  },
];

for (const proxy of proxies) {
  test(`P93 behind ${proxy.name}, the instances are restarted one at a time under load, and no request is lost${proxy.keepsInstance ? '; each person stays at one instance' : ''}`, async (t) => {
    const site = await prepareTlsSite(t);
    const printedByProxy = await startProxy(t, proxy, site);
    const doctor = await site.askDoctor();
    assert.deepEqual(wrongIn(doctor.printed), []);
    assert.equal(doctor.exitCode, 0);
    await checkWithoutInstances(site);
    await site.start();
    await checkForwarding(site);
    if (proxy.keepsInstance) await checkInstances(site);

    const count = rounds(t, { short: 1, full: 3, of: `rolling restarts behind ${proxy.name}` });
    let isOver = false;
    const load = Promise.all(
      people.map((name) => browse(site, { name, forms: proxy.repeatsForms, isOver: () => isOver })),
    );
    // The promise is awaited only after the restarts. Without this line, an earlier failure would
    // be an unhandled rejection.
    load.catch(() => {});
    for (let round = 0; round < count; round += 1) {
      for (const instance of [0, 1] as const) await site.restart(instance);
    }
    isOver = true;
    const answered = (await load).reduce((sum, each) => sum + each, 0);
    t.diagnostic(`P93: ${answered} requests answered behind ${proxy.name}`);
    const failures = site.output().match(/.*"status":50\d.*/g) ?? [];
    assert.deepEqual(failures, []);
    checkLogs(site, printedByProxy());
  });
}

function configureNginx({ folder, ...place }: ProxyPlace): string[] {
  const site = filledIn('deploy/nginx.conf', {
    '/etc/letsencrypt/live/YOUR-SITE/fullchain.pem': place.certificate,
    '/etc/letsencrypt/live/YOUR-SITE/privkey.pem': place.key,
    'https://YOUR-SITE': `https://localhost:${place.httpsPort}`,
    'YOUR-SITE': 'localhost',
    '/var/log/nginx': folder,
    ...nginxPorts(place),
  });
  writeFileSync(join(folder, 'nginx.conf'), nginxMain(folder, site));
  return ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start-error.log')];
}

function configureCaddy({ folder, httpPort, httpsPort, ...place }: ProxyPlace): string[] {
  const [first, second] = place.instancePorts;
  const site = filledIn('deploy/Caddyfile', {
    'YOUR-SITE {': `localhost {\n\ttls ${place.certificate} ${place.key}\n\tbind 127.0.0.1`,
    '/var/log/caddy': folder,
    '127.0.0.1:3001': `127.0.0.1:${first}`,
    '127.0.0.1:3002': `127.0.0.1:${second}`,
    '\tlog {\n\t\texclude': `admin off\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\nskip_install_trust\nlog {\nexclude`,
  });
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, site);
  return ['run', '--adapter', 'caddyfile', '--config', file];
}

async function startProxy(t: Lifetime, proxy: Proxy, site: TlsSite): Promise<() => string> {
  needProgram(proxy.name, proxy.from);
  const args = proxy.configure(site);
  const { PATH = '' } = process.env;
  const child = spawn(proxy.name, args, { env: { PATH, HOME: site.folder }, stdio: 'pipe' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const isUp = () => visitor().request(`http://localhost:${site.httpPort}/`).then(Boolean);
  while (!(await isUp().catch(() => false))) {
    assert.equal(child.exitCode, null, printed);
    await sleep(50);
  }
  return () => printed;
}

function wrongIn(printed: string): unknown[] {
  return JSON.parse(printed).filter(({ level }: { level: string }) => level !== 'ok');
}

async function checkWithoutInstances({ url }: TlsSite): Promise<void> {
  const { status } = await visitor().request(`${url}/login/callback?code=x&state=y`);
  assert.equal(status, 502);
}

async function checkForwarding({ url, httpPort }: TlsSite): Promise<void> {
  const who = visitor();
  const overHttp = await who.request(`http://localhost:${httpPort}/profile?a=b`);
  assert.match(overHttp.headers.get('location') ?? '', /^https:\/\/localhost[:\d]*\/profile\?a=b$/);
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '192.0.2.1',
    forwarded: 'for=192.0.2.1;host=evil.example;proto=http',
  };
  const { status, headers } = await who.request(`${url}/profile`, { headers: forged });
  assert.equal(`${status} ${headers.get('location')}`, '303 /login?return_to=%2Fprofile');
  assert.ok(headers.get('strict-transport-security'));

  const cookies = (length: number) => ({ cookie: `other=${'x'.repeat(length)}` });
  assert.equal((await who.request(`${url}/`, { headers: cookies(12_000) })).status, 200);
  const tooMany = { ...cookies(15_000), 'x-other': 'x'.repeat(3000) };
  const refused = await who.request(`${url}/`, { headers: tooMany });
  assert.equal(refused.status, 431);
  assert.match(await refused.text(), /^Your browser is sending too many cookies\./);
}

async function checkInstances(site: TlsSite): Promise<void> {
  const instanceOf = async (who: Visitor, path: string): Promise<string> => {
    const { headers } = await who.request(site.url + path);
    const id = headers.get('x-request-id') ?? '';
    for (;;) {
      const line = site.output().match(new RegExp(`.*${id}.*`))?.[0];
      if (line) return JSON.parse(line).instance;
      await sleep(10);
    }
  };
  const ofNobody = new Set<string>();
  const ofPeople = new Set<string>();
  for (let count = 0; count < 20; count += 1) ofNobody.add(await instanceOf(visitor(), '/'));
  // With this many people, both instances are almost certainly used.
  for (let person = 0; person < 20 && ofPeople.size < 2; person += 1) {
    const who = visitor();
    await logIn(who, `${site.url}/profile`, { as: 'robin' });
    const own = await instanceOf(who, '/profile');
    for (let view = 0; view < 8; view += 1) assert.equal(await instanceOf(who, '/profile'), own);
    ofPeople.add(own);
  }
  assert.deepEqual([ofNobody.size, ofPeople.size], [2, 2]);
}

interface Browsing {
  readonly name: string;
  readonly forms: boolean;
  readonly isOver: () => boolean;
}

async function browse(site: TlsSite, { name, forms, isOver }: Browsing): Promise<number> {
  let answered = 0;
  let isKnown = false;
  const profile = `${site.url}/profile`;
  const who = visitor();
  const expect = async (path: string, expected: number, form?: Record<string, string>) => {
    const options = form
      ? { method: 'POST', headers: fromOwnPage, form: new URLSearchParams(form) }
      : {};
    const { status } = await who.request(site.url + path, options);
    assert.equal(status, expected, `${form ? 'POST' : 'GET'} ${path}`);
    answered += 1;
  };
  while (!isOver()) {
    // From the second login on, the sandbox recognises the visitor and does not ask anything.
    const page: LoadedPage = isKnown
      ? await confirm(who, await who.open(profile))
      : await logIn(who, profile, { as: name });
    assert.equal(page.status, 200, `${name} on ${page.url}: ${page.text.slice(0, 200)}`);
    isKnown = true;
    for (let view = 0; view < 10; view += 1) {
      await expect('/profile', 200);
      if (forms) await expect('/language', 303, { language: 'en', return_to: '/' });
      await expect('/sharing', 200);
    }
    if (forms) assert.equal((await who.press(page, 'Log out')).status, 200);
    else who.cookies(site.url).clear();
  }
  return answered;
}

function checkLogs({ folder }: TlsSite, printed: string): void {
  const logs = readdirSync(folder).filter((file) => file.endsWith('.log'));
  const texts = logs.map((file) => readFileSync(join(folder, file), 'utf8')).join('') + printed;
  assert.match(texts, /\/login\/callback/);
  assert.doesNotMatch(
    texts,
    /code=|state=|return_to|robin|mallory|a=b|192\.0\.2|evil|user-agent|cookie/i,
  );
}
