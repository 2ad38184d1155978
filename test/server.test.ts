import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '../src/sandbox/app.ts';
import { goodSettings } from './support/app/good-settings.ts';
import { startLoginUntilCallback, visitorWithSandboxLogin } from './support/app/login-steps.ts';
import { signedSessionCookie } from './support/app/session-cookie.ts';
import { freePort } from './support/machine/free-port.ts';
import { movedClock, resultOf, runProgram } from './support/machine/program.ts';
import { isProof } from './support/machine/rounds.ts';
import { temporaryFolder } from './support/machine/temporary-folder.ts';
import { setFaults } from './support/platform/set-faults.ts';
import { startRedis } from './support/redis/redis.ts';

const { PATH, NODE_COMPILE_CACHE } = process.env;

test('without valid settings, from its environment and a file .env, it prints every problem once on stderr, nothing else, and exits with 1', async (t) => {
  const { stdout, stderr, exitCode } = await runToEnd(
    t,
    { PUBLIC_URL: 'http://lanyard.example' },
    'PORT=CANARY\nOAUTH_CLIENT_ID=lanyard\n',
  );
  assert.equal(exitCode, 1);
  assert.equal(stdout, '');
  const [introduction, ...problems] = stderr.trimEnd().split('\n');
  assert.match(introduction ?? '', /^Lanyard cannot start\. .*\.env\.example/);
  assert.deepEqual(
    problems.map((line) => line.split(' ')[0]).sort(),
    [...Object.keys(goodSettings).filter((name) => name !== 'OAUTH_CLIENT_ID'), 'PORT'].sort(),
    'one line per setting, and no stack trace',
  );
  assert.match(stderr, /^PORT must be a whole number/m);
  assert.match(stderr, /^REDIS_URL is missing \(only `npm run demo` runs without Redis\)$/m);
  assert.doesNotMatch(stderr, /CANARY/);
});

test('with valid settings in an unsafe combination, it says so in one line and exits with 1', async (t) => {
  const { stdout, stderr, exitCode } = await runToEnd(t, {
    ...goodSettings,
    PUBLIC_URL: 'https://attendees.foxcon.example',
    TRUST_PROXY: '1',
  });
  assert.deepEqual([exitCode, stdout], [1, '']);
  assert.match(stderr, /^Lanyard cannot start\. .*\nPUBLIC_URL is public, but logins go to .*\n$/);
});

test('with good settings and Redis it is healthy, and stops cleanly when asked to', async (t) => {
  const redis = await startRedis(t);
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  const METRICS_PORT = String(await freePort());
  const server = await startServer(t, {
    REDIS_URL: redis.url,
    METRICS_PORT,
    METRICS_HOST: '::1',
    HOST: '::',
    SESSION_HOURS: 'CANARY',
  });
  assert.match(server.output(), /"connected to Redis".*"Lanyard is up"/s);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  const { version, commit, instance } = await (
    await fetch(`http://[::1]:${METRICS_PORT}/version`)
  ).json();
  assert.ok(
    server
      .output()
      .includes(`"version":"${version}","commit":"${commit}","instance":"${instance}"`),
  );
  assert.equal(
    (await fetch(`${server.url}/metrics`)).status,
    404,
    'visitors cannot open the metrics',
  );
  for (const listens of [`[::1]:${METRICS_PORT}`, `[::]:${new URL(server.url).port}`])
    assert.ok(server.output().includes(`"listens":"${listens}"`), listens);
  const home = await fetch(server.url);
  assert.equal(home.status, 200);
  assert.match(await home.text(), /Development mode: only this computer can open these pages\./);
  assert.match(server.output(), /"redirectUri":"http:\/\/localhost:\d+\/login\/callback"/);
  assert.match(server.output(), /"fix":"delete it","msg":"SESSION_HOURS is no longer a setting/);
  while (!server.output().includes('"msg":"maxmemory-policy is allkeys-lru"')) await sleep(20);
  assert.doesNotMatch(server.output(), /CANARY/);
  assert.deepEqual(await server.stop(), [0, null]);
  const timeOf = (end: RegExp) => {
    const line = server
      .output()
      .split('\n')
      .find((each) => end.test(each));
    assert.ok(line, String(end));
    return JSON.parse(line).time;
  };
  // Compares the times inside the lines, because a busy machine may write the lines in a different
  // order.
  assert.ok(timeOf(/"signal":"SIGTERM","msg":"stopping: /) <= timeOf(/"msg":"stopped"/));
});

test('a log that cannot be written, or that nobody reads, blocks neither pages nor the stop of the process', async (t) => {
  const redis = await startRedis(t);
  const unread = spawn('sleep', ['1000'], { stdio: ['pipe', 'ignore', 'ignore'] });
  t.after(() => unread.kill());
  const { _handle: pipe } = unread.stdin as unknown as { _handle: { fd: number } };
  fillPipe(pipe.fd);
  for (const [what, stdout] of Object.entries({
    'a full disk': openSync('/dev/full', 'w'),
    'a reader that hangs': pipe.fd,
  })) {
    const url = `http://localhost:${await freePort()}`;
    const settings = { ...goodSettings, REDIS_URL: redis.url, PUBLIC_URL: url };
    const server = spawn(process.execPath, [resolve('src/server.ts')], {
      cwd: temporaryFolder(t),
      env: { PATH, NODE_COMPILE_CACHE, ...movedClock(), ...settings, PORT: new URL(url).port },
      stdio: ['pipe', stdout, 'pipe'],
    });
    t.after(() => server.kill('SIGKILL'));
    const isUp = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isUp())) {
      assert.equal(server.exitCode, null, `${what}: the server has exited`);
      await sleep(20);
    }
    for (let count = 0; count < 10; count += 1)
      assert.equal((await fetch(`${url}/no-page`)).status, 404, what);
    server.kill('SIGTERM');
    assert.deepEqual(await once(server, 'exit'), [0, null], what);
  }
});

/** Writes until the pipe is full. */
function fillPipe(fd: number): void {
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(fd, 'x'.repeat(size));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN');
    }
  }
}

test('P93 a second signal does not interrupt a login that the first one waits for', async (t) => {
  const redis = await startRedis(t);
  const sandbox = await startSandbox({
    clients: [{ id: 'lanyard', secret: goodSettings.OAUTH_CLIENT_SECRET }],
    redirectUris: ['http://localhost/login/callback'],
  });
  t.after(() => sandbox.close());
  const server = await startServer(t, { REDIS_URL: redis.url, CONVENTION_URL: sandbox.url });
  const robin = await visitorWithSandboxLogin({ url: server.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: server.url, returnTo: '/desk' });
  await setFaults(sandbox, [{ fault: 'slow', route: 'GET /api/users/current', ms: 1500 }]);
  const response = robin.request(callback);
  await sleep(500);
  const end = server.stop();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    await sleep(50);
    server.kill(signal);
  }
  const { status, headers } = await response;
  assert.deepEqual([status, headers.get('location')], [303, '/desk']);
  assert.deepEqual(await end, [0, null]);
  assert.equal(server.output().match(/"msg":"stopping: /g)?.length, 1);
});

test('P93 signals of log rotation do nothing, and no signal interrupts a request or opens a debugger', async (t) => {
  const { url: REDIS_URL } = await startRedis(t);
  const server = await startServer(t, { REDIS_URL });
  for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGPIPE'] as const) server.kill(signal);
  for (const signal of ['SIGHUP', 'SIGUSR1'])
    while (!server.output().includes(`"signal":"${signal}","msg":"ignored`))
      assert.equal((await fetch(`${server.url}/readyz`)).status, 200, 'the server has not stopped');
  const socket = connect(Number(new URL(server.url).port), 'localhost');
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
  await fetch(`${server.url}/healthz`);
  server.kill('SIGUSR2');
  while (!server.output().includes('"msg":"stopping')) await sleep(5);
  for (const signal of ['SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const) server.kill(signal);
  socket.write('\r\n');
  assert.match(await text(socket), /^HTTP\/1\.1 200 /);
  assert.deepEqual(await server.exit, [0, null]);
  assert.doesNotMatch(server.output(), /Debugger/);
});

test('a closed terminal stops the server', async (t) => {
  const url = `http://localhost:${await freePort()}`;
  const { url: REDIS_URL } = await startRedis(t);
  const settings = { ...goodSettings, REDIS_URL, PUBLIC_URL: url, PORT: new URL(url).port };
  const env = { PATH, NODE_COMPILE_CACHE, ...movedClock(), ...settings };
  const command = ['echo $$; exec', process.execPath, resolve('src/server.ts')].join(' ');
  // `script` (util-linux) runs the command in a terminal, which closes when `script` exits.
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: temporaryFolder(t),
    env,
  });
  t.after(() => terminal.kill('SIGKILL'));
  let output = '';
  terminal.stdout.on('data', (chunk) => (output += chunk));
  while (!output.includes('Lanyard is up')) await once(terminal.stdout, 'data');
  const pid = Number.parseInt(output, 10);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  terminal.kill('SIGKILL');
  const kill = (signal: NodeJS.Signals | 0) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  };
  t.after(() => kill('SIGKILL'));
  const end = performance.now() + 20_000;
  while (kill(0) && performance.now() < end) await sleep(20);
  assert.equal(kill(0), false);
});

const slowReaders = {
  'never reads its responses': () => {},
  'reads its responses a little at a time': (socket: Socket) => {
    const sip = setInterval(() => socket.read(100), 20);
    socket.once('close', () => clearInterval(sip));
  },
};

test('P100 a client that reads its responses too slowly is disconnected, and a silent client delays neither a stop nor other visitors', async (t) => {
  const redis = await startRedis(t);
  // With the production timeouts, the server takes about ten seconds to drop the silent client, so
  // only `npm run proof` uses them.
  const short = { headersTimeout: 2000, requestTimeout: 2500, connectionsCheckingInterval: 50 };
  const slowClients = { longestResponseMs: 2000, ...(!isProof && short) };
  const server = await startServer(t, {
    REDIS_URL: redis.url,
    program: 'test/support/machine/server-process.ts',
    SERVER_OPTIONS: JSON.stringify({ slowClients, ...(!isProof && { longestStopMs: 1000 }) }),
  });
  const connectClient = async () => {
    const client = connect(Number(new URL(server.url).port), 'localhost').pause();
    t.after(() => client.destroy());
    await once(client, 'connect');
    return client;
  };

  for (const [what, read] of Object.entries(slowReaders)) {
    const [stylesheet = ''] = /\/style[^"]*css/.exec(await (await fetch(server.url)).text()) ?? [];
    const client = await connectClient();
    client.on('error', () => {});
    const isLetGo = new Promise((resolve) => client.once('close', () => resolve(true)));
    read(client);
    let isOver = false;
    client.once('close', () => {
      isOver = true;
    });
    // Sends nine requests at a time, until all buffers are full and the server can no longer send a
    // response.
    const nine = `GET ${stylesheet} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(9);
    let isTaken = true;
    while (isTaken && !isOver) {
      const begin = server.output().length;
      const isLogged = () => (server.output().slice(begin).match(/"ms":/g)?.length ?? 0) >= 9;
      client.write(nine);
      const end = performance.now() + 1000;
      while (!isLogged() && !isOver && performance.now() < end) await sleep(10);
      isTaken = isLogged();
    }
    // A client that does not read notices only at its next write that the server has closed the
    // connection.
    const knock = setInterval(() => client.write('GET / HTTP/1.1\r\n\r\n'), 50);
    t.after(() => clearInterval(knock));
    assert.ok(await Promise.race([isLetGo, sleep(20_000, false, { ref: false })]), what);
    assert.equal((await fetch(server.url)).status, 200, what);
  }

  const silentClient = await connectClient();
  silentClient.write('GET / HTTP/1.1\r\n');
  assert.equal((await fetch(server.url)).status, 200);
  assert.deepEqual(await server.stop(), [0, null]);
});

test('P88 it starts while Redis is down: home works, and a page behind the login is 503 without delay', async (t) => {
  const redisDeadlineMs = 60_000;
  const server = await startServer(t, {
    REDIS_URL: `redis://:redis-password@127.0.0.1:${await freePort()}`,
    program: 'test/support/machine/server-process.ts',
    SERVER_OPTIONS: JSON.stringify({ redisDeadlineMs }),
  });
  const cookie = signedSessionCookie({
    publicUrl: server.url,
    secret: goodSettings.SESSION_SECRETS,
  });
  const start = performance.now();
  assert.equal((await fetch(server.url, { headers: { cookie } })).status, 200);
  const profile = await fetch(`${server.url}/profile`, { headers: { cookie }, redirect: 'manual' });
  assert.equal(profile.status, 503);
  assert.ok(performance.now() - start < redisDeadlineMs);
  assert.match(server.output(), /Redis is away/);
  assert.doesNotMatch(server.output(), /redis-password/);
  assert.deepEqual(await server.stop(), [0, null]);
});

test('P94 an emptied Redis, and one with a changed password, are reported in one line each; after an uncaught defect the process exits with 1, and the log names the place, but not the message', async (t) => {
  const redis = await startRedis(t);
  const program = 'test/support/machine/server-process.ts';
  const server = await startServer(t, { REDIS_URL: redis.url, program });
  const dropClients = () => redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  const until = async (words: string) => {
    while (!server.output().includes(words)) await sleep(10);
  };
  while (!(await redis.command('EXISTS', 'x:marker'))) await sleep(5);
  // Redis handles commands in order. So after these responses, it has also handled the three
  // commands of the server's check.
  for (const _command of [1, 2, 3]) await fetch(`${server.url}/readyz`);
  // A running server checks Redis every ten seconds, and immediately after a new connection.
  await redis.command('FLUSHALL');
  await dropClients();
  await until('Redis has lost its data');
  await redis.command('CONFIG', 'SET', 'requirepass', 'another-password');
  await dropClients();
  const refused = '"cause":"Redis rejects the user name or password in REDIS_URL"';
  await until(refused);
  for (const line of ['Redis has lost its data', refused])
    assert.equal(server.output().split(line).length, 2, line);

  assert.deepEqual(await server.tell('throw CANARY robin@example.org'), [1, null]);
  const line = server.output().trimEnd().split('\n').at(-1) ?? '';
  const { msg, err } = JSON.parse(line);
  assert.equal(msg, 'a defect in Lanyard ended the process');
  assert.match(JSON.stringify(err), /server-process/);
  assert.doesNotMatch(server.output(), /CANARY|robin@/);
});

test('a port that is in use is reported in one line, and the exit code is 1', async (t) => {
  const redis = await startRedis(t);
  const settings = {
    ...goodSettings,
    REDIS_URL: redis.url,
    HOST: '127.0.0.1',
    PORT: new URL(redis.url).port,
  };
  const { stdout, stderr, exitCode } = await runToEnd(t, settings);
  assert.equal(exitCode, 1);
  assert.match(stdout, /cannot listen on 127\.0\.0\.1:\d+: another program uses this port"/);
  assert.equal(stderr, '');
});

/**
 * Starts the server in a temporary folder, so that only these settings apply. `dotEnv` is the text
 * of a `.env` file in that folder.
 */
function spawnServer(
  t: TestContext,
  { program = 'src/server.ts', ...settings }: Record<string, string>,
  dotEnv?: string,
): ChildProcessWithoutNullStreams {
  const cwd = temporaryFolder(t, dotEnv === undefined ? {} : { '.env': dotEnv });
  const server = runProgram(program, [], { cwd, env: { PATH, ...settings } });
  t.after(() => server.kill('SIGKILL'));
  return server;
}

async function runToEnd(t: TestContext, settings: Record<string, string>, dotEnv?: string) {
  return resultOf(spawnServer(t, settings, dotEnv));
}

async function startServer(t: TestContext, settings: Record<string, string>) {
  const url = `http://localhost:${await freePort()}`;
  const server = spawnServer(t, {
    ...goodSettings,
    PUBLIC_URL: url,
    PORT: new URL(url).port,
    ...settings,
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output += chunk));
  while (!output.includes('Lanyard is up')) {
    assert.equal(server.exitCode, null, output);
    await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  }
  return {
    url,
    output: () => output,
    async tell(line: string) {
      server.stdin.write(`${line}\n`);
      return once(server, 'exit');
    },
    kill: (signal: NodeJS.Signals) => server.kill(signal),
    exit: once(server, 'exit'),
    async stop() {
      server.kill('SIGTERM');
      return once(server, 'exit');
    },
  };
}
