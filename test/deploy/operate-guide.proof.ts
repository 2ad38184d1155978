// The first deployment and the upgrade of docs/operate.md, as they are printed there: two instances
// of the built app behind nginx with TLS, and Redis with its users. debian.sh plays the machine.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import test from 'node:test';
import { startSandbox } from '../../src/sandbox/app.ts';
import { selfSignedCertificate } from '../support/certificate.ts';
import type { Lifetime } from '../support/child-app.ts';
import { filledIn } from '../support/deployment-files.ts';
import { freePort } from '../support/free-port.ts';
import { nginxMain, nginxPorts } from '../support/nginx.ts';
import { deploymentSteps, settingsByHand, upgradeCommands } from '../support/operate-guide.ts';
import { needProgram } from '../support/programs-of-debian.ts';
import { allServiceScopes } from '../support/start-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { trustCertificate } from '../support/tls-site.ts';
import { logIn, visitor } from '../support/visitor.ts';

interface Machine {
  /** Stands for `/`. */
  readonly root: string;
  /** PUBLIC_URL, in place of https://lanyard.example. */
  readonly url: string;
  readonly redisPort: string;
  readonly instancePorts: readonly [string, string];
}

test('who follows docs/operate.md from step 3 to step 9, and upgrades, has two instances behind nginx, with nothing for the doctor to find', async (t) => {
  needProgram('nginx', 'nginx-light');
  needProgram('curl', 'curl');
  const machine = await newMachine(t);
  const { url } = machine;
  const clientSecret = 'the-secret-that-the-platform-gave';
  const sandbox = await startSandbox({ redirectUris: [`${url}/login/callback`], clientSecret });
  t.after(() => sandbox.close());

  const byHand: Record<string, string> = {
    CONVENTION_URL: sandbox.url,
    OAUTH_CLIENT_ID: 'lanyard',
    OAUTH_CLIENT_SECRET: clientSecret,
    CONVENTION_NAME: 'Testcon',
    SERVICE_SCOPES: allServiceScopes,
  };
  assert.deepEqual(settingsByHand(), Object.keys(byHand));
  const edit = Object.entries(byHand).map(
    ([name, value]) => `sed -i 's|^#*${name}=.*|${name}=${value}|' /etc/lanyard.env\n`,
  );
  const script = [3, 4, 5, 6, 7, 8, 9]
    .map((step) => deploymentSteps.get(step) + (step === 5 ? edit.join('') : ''))
    .concat('echo; echo upgrade\n', upgradeCommands)
    .join('');
  const printed = await runScript(t, onMachine(script, machine), machine);

  assert.match(printed, /^yours: redis:\/\/operator:\w{64}@/m);
  const [first = '', upgrade = ''] = printed.split('\nupgrade\n');
  for (const part of [first, upgrade]) assert.match(part, /^All is well\.$/m, 'the doctor');
  assert.match(first, /(\{"status":"ready"\}){3}$/m, 'each instance, and through nginx');
  assert.match(readlinkSync(join(machine.root, 'opt/lanyard')), /lanyard-20\d\d-/);
  const journal = readFileSync(join(machine.root, 'journal'), 'utf8');
  const starts = journal.match(/"msg":"Lanyard is up"|"msg":"stopped"/g) ?? [];
  assert.deepEqual(
    starts.map((start) => start.slice(7, -1)),
    [
      ...['Lanyard is up', 'Lanyard is up'],
      ...['stopped', 'Lanyard is up', 'stopped', 'Lanyard is up'],
    ],
  );
  const profile = await logIn(visitor(), `${url}/profile`, { as: 'robin' });
  assert.equal(`${profile.status} ${profile.url}`, `200 ${url}/profile`);
  assert.match(profile.text, /Robin/);
});

/** A machine after steps 1 and 2, with a certificate to come and the project to clone. */
async function newMachine(t: Lifetime): Promise<Machine> {
  const root = temporaryFolder(t);
  const ports = [freePort(), freePort(), freePort(), freePort(), freePort()];
  const [httpPort, httpsPort, redisPort, ...instancePorts] = (await Promise.all(ports)).map(
    String,
  ) as [string, string, string, string, string];
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const { cert, key } = selfSignedCertificate();
  trustCertificate(t, cert);
  write('fullchain.pem', cert);
  write('privkey.pem', key);

  const notCloned = ['.git', 'node_modules', 'dist', '.env'];
  cpSync('.', join(root, 'copy'), {
    recursive: true,
    filter: (path) => !notCloned.includes(basename(path)),
  });
  const nginxFile = filledIn('deploy/nginx.conf', {
    '/etc/letsencrypt': `${root}/etc/letsencrypt`,
    '/var/log/nginx': root,
    ...nginxPorts({ httpPort, httpsPort, instancePorts }),
  });
  write('copy/deploy/nginx.conf', nginxFile);
  const unit = filledIn('deploy/lanyard.service', {
    '/usr/bin/node': process.execPath,
    '/opt/lanyard': `${root}/opt/lanyard`,
    // Before a port of five digits, a 1 makes no port.
    ' METRICS_PORT=1%i': '',
  });
  write('copy/deploy/lanyard.service', unit);
  for (const folder of ['opt', 'etc/nginx/conf.d', 'etc/systemd/system'])
    mkdirSync(join(root, folder), { recursive: true });
  write('etc/nginx/nginx.conf', nginxMain(root, `include ${root}/etc/nginx/conf.d/*.conf;\n`));
  write('etc/redis/redis.conf', `port ${redisPort}\nbind 127.0.0.1\nsave ""\ndir ${root}\n`);
  return { root, url: `https://localhost:${httpsPort}`, redisPort, instancePorts };
}

/** The same commands with the folders, names and ports of the machine. */
function onMachine(script: string, { root, url, redisPort, instancePorts }: Machine): string {
  return script
    .replace(/(?<=[ =])(?=\/(etc|opt|var)\/)/g, root)
    .replaceAll('-g lanyard ', '')
    .replaceAll('https://lanyard.example', url)
    .replaceAll('lanyard.example', 'localhost')
    .replaceAll('6379', redisPort)
    .replaceAll('3001', instancePorts[0])
    .replaceAll('3002', instancePorts[1]);
}

/** Resolves to what the commands printed. What they started runs until the end of the test. */
async function runScript(t: Lifetime, script: string, machine: Machine): Promise<string> {
  const debian = readFileSync('test/deploy/debian.sh', 'utf8');
  const { PATH = '', HOME = '' } = process.env;
  const { root, redisPort: REDIS_PORT } = machine;
  const certificate = join(root, 'fullchain.pem');
  const shell = spawn('sh', ['-c', `${debian}\n${script}\necho '\nend of the guide'\nwait`], {
    cwd: root,
    env: {
      ...{ PATH, HOME, ROOT: root, PROJECT: resolve('.'), REDIS_PORT },
      ...{ NODE_EXTRA_CA_CERTS: certificate, CURL_CA_BUNDLE: certificate },
    },
    // A process group of its own. All that it starts holds the fourth pipe open.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let isOver = false;
  const over = once(shell, 'close').then(() => {
    isOver = true;
  });
  t.after(async () => {
    if (!isOver) process.kill(-Number(shell.pid), 'SIGTERM');
    await over;
  });
  let printed = '';
  await new Promise<void>((through, fail) => {
    const onOutput = (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes('\nend of the guide')) through();
    };
    shell.stdout?.on('data', onOutput);
    shell.stderr?.on('data', onOutput);
    shell.once('exit', (code) => fail(new Error(`ended with ${code}: ${printed}`)));
  });
  return printed;
}
