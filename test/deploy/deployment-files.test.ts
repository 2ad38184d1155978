import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { settings } from '../../src/settings/settings.ts';
import { image } from '../lab/benchmark/image.ts';
import { filledIn } from '../support/machine/deployment-files.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const compose = read('compose.yaml');
const unit = read('deploy/lanyard.service');
const nginx = read('deploy/nginx.conf');
const caddy = read('deploy/Caddyfile');
const guide = read('docs/operate.md');

/** Removes comments, because they may mention directives that are not used. */
const directives = (text: string) => text.replace(/^\s*#.*$/gm, '');

test('both ways to run two instances and both proxies agree on their ports', () => {
  const ports = ['3001', '3002'];
  const upstream = (text: string) =>
    [...directives(text).matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
  assert.deepEqual(upstream(nginx), ports);
  assert.deepEqual(upstream(caddy), ports);
  assert.deepEqual(
    [...compose.matchAll(/HOST: 127\.0\.0\.1, PORT: '(\d+)'/g)].map(([, port]) => port),
    ports,
  );
  assert.match(guide, /enable --now lanyard@3001 lanyard@3002/);
});

test('every file that the Dockerfile copies is in its build context', () => {
  const context = read('.dockerignore').split('\n');
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, files = '']) => files.split(' '),
  );
  assert.ok(copied.length > 5);
  for (const file of copied) assert.ok(context.includes(`!${file}`), file);
});

test('each setting in them is one of ours', () => {
  const named = [
    ...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').split(' ').map((pair) => pair.split('=')[0]),
    ...[...compose.matchAll(/environment: \{ (.+) \}/g)].flatMap(([, pairs = '']) =>
      pairs.split(', ').map((pair) => pair.split(':')[0]),
    ),
  ];
  assert.equal(named.length, 9);
  const known = [...Object.keys(settings.shape), 'NODE_ENV'];
  assert.deepEqual(
    named.filter((name = '') => !known.includes(name)),
    [],
  );
});

test('node is started directly and not by npm, which would not forward SIGTERM, and nothing may write', () => {
  const [, flags = ''] =
    /^ExecStart=\/usr\/local\/bin\/node (.+) dist\/server\.js$/m.exec(unit) ?? [];
  assert.deepEqual(flags.split(' '), image.nodeArguments);
  assert.deepEqual(image.nodeArguments, ['--max-semi-space-size=8', '--max-old-space-size=320']);
  assert.match(
    unit,
    new RegExp(`^Environment=MALLOC_ARENA_MAX=${image.env.MALLOC_ARENA_MAX}$`, 'm'),
  );
  assert.match(read('Dockerfile'), /^CMD \["node", .+, "dist\/server\.js"\]$/m);
  assert.match(unit, /^ProtectSystem=strict$/m);
  assert.match(compose, /read_only: true/);
  assert.match(compose, /cap_drop: \[ALL\]/);
  for (const text of [unit, compose]) assert.doesNotMatch(directives(text), /npm/);
});

test('both ways to run Redis save each write before it is confirmed, and no snapshots', () => {
  assert.match(compose, /--save "" --appendonly yes --appendfsync always$/m);
  for (const line of ['save ""', 'appendonly yes', 'appendfsync always'])
    assert.match(guide, new RegExp(`^ +printf [^>]*'${line}'[^>]*>> /etc/redis/redis.conf`, 'm'));
});

test('no proxy takes an instance out of service, and none logs a query or an IP address', () => {
  assert.equal(nginx.match(/server 127\S+ max_fails=0;/g)?.length, 2);
  assert.doesNotMatch(directives(caddy), /fail_duration|health_uri/);
  const [format = ''] = /log_format lanyard [^;]+;/.exec(nginx) ?? [];
  assert.notEqual(format, '');
  assert.doesNotMatch(format, /\$(request|request_uri|args|query_string|remote_\w+|http_\w+)\b/);
  assert.match(nginx, /error_log \S+ crit;/);
  assert.match(caddy, /request>uri regexp \\\?\.\* ""/);
  assert.match(caddy, /request>headers delete/);
  assert.match(caddy, /request>remote_ip delete/);
});

test('the Redis command in compose.yaml starts it, with users.acl and noeviction', async (t) => {
  const hash = 'ab'.repeat(32);
  const hashes = { LANYARD_PASSWORD_SHA256: hash, OPERATOR_PASSWORD_SHA256: hash };
  const folder = temporaryFolder(t, { 'users.acl': filledIn('deploy/users.acl', hashes) });
  const [, written = ''] = /command: >-\n((?: {6}.+\n)+)/.exec(compose) ?? [];
  const [program = '', ...args] = written.trim().split(/\s+/);
  assert.ok(args.includes('/etc/redis/users.acl'));
  assert.match(args.join(' '), /--maxmemory-policy noeviction/);
  const server = spawn(
    program,
    [...args.map((arg) => arg.replace('/etc/redis', folder)), '--port', String(await freePort())],
    { cwd: folder },
  );
  t.after(async () => {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  });
  let printed = '';
  for await (const chunk of server.stdout) {
    printed += chunk;
    if (printed.includes('Ready to accept connections')) break;
  }
  assert.match(printed, /Ready to accept connections/);
});

/** Runs the image's health check, without Node and in a folder that contains `.env`. */
async function checkHealth(
  t: TestContext,
  { dotEnv, ...env }: Record<string, string | undefined>,
): Promise<number> {
  const [, check = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
  const [program = '', script = ''] = JSON.parse(check) as string[];
  assert.equal(program, 'bash');
  const cwd = temporaryFolder(t, dotEnv === undefined ? {} : { '.env': dotEnv });
  const { PATH } = process.env;
  const bash = spawn(program, [resolve(script)], { cwd, env: { PATH, ...env }, stdio: 'ignore' });
  const [exitCode] = await once(bash, 'exit');
  return exitCode;
}

test('the image’s health check distinguishes a running server from a stopped one', async (t) => {
  const responses = { alive: 200, broken: 500 };
  for (const [what, status] of Object.entries(responses)) {
    const paths: (string | undefined)[] = [];
    const server = createServer((req, res) => {
      paths.push(req.url);
      res.writeHead(status).end();
    });
    const { port } = new URL(await listen(t, server, '127.0.0.1'));
    assert.equal(await checkHealth(t, { PORT: port }), status === 200 ? 0 : 1, what);
    assert.deepEqual(paths, ['/healthz']);
  }
  const PORT = String(await freePort());
  assert.equal(await checkHealth(t, { PORT }), 1, 'the check fails if no server listens');
});

test('the image’s health check asks where the server listens, by its environment and .env', async (t) => {
  const places: [listens: string, settings: (port: string) => Record<string, string>][] = [
    ['0.0.0.0', (PORT) => ({ HOST: '0.0.0.0', PORT })],
    ['127.0.0.1', (PORT) => ({ HOST: '127.0.0.1', PORT })],
    ['127.0.0.2', (PORT) => ({ HOST: '127.0.0.2', PORT })],
    ['localhost', (PORT) => ({ HOST: '', PORT })],
    ['localhost', (PORT) => ({ HOST: ' localhost ', PORT })],
    ['::', (PORT) => ({ HOST: '::', PORT })],
    ['::1', (PORT) => ({ HOST: '::1', PORT })],
    ['::1', (PORT) => ({ HOST: '::1', dotEnv: `\uFEFFPORT=${PORT}\r\nHOST=::\r\n` })],
    ['::1', (PORT) => ({ dotEnv: `#PORT=1\n  export PORT = "${PORT}" # ours\nHOST='::1'\n` })],
    ['127.0.0.1', (PORT) => ({ PORT, dotEnv: 'PORT=1\nMY_PORT=2' })],
    ['127.0.0.1', (PORT) => ({ dotEnv: `HOST=::1\nPORT=1\nHOST=127.0.0.1\nPORT=${PORT}\n` })],
  ];
  for (const [listens, settings] of places) {
    const server = createServer((_req, res) => res.end());
    server.listen({ port: 0, host: listens, ipv6Only: listens === '::' });
    t.after(() => server.close());
    await once(server, 'listening');
    const given = settings(String((server.address() as AddressInfo).port));
    assert.equal(await checkHealth(t, given), 0, JSON.stringify(given));
  }
});
