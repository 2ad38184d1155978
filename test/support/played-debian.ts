// A machine on which docs/operate.md is followed as it is printed; test/deploy/debian.sh plays what
// a test cannot have. Two host names lead to it, which nginx tells apart: lanyard.example is
// `localhost`, and foxcon.example its address.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { selfSignedCertificate } from './certificate.ts';
import type { Lifetime } from './child-app.ts';
import { filledIn } from './deployment-files.ts';
import { freePort } from './free-port.ts';
import { nginxMain, nginxPorts } from './nginx.ts';
import { deploymentSteps } from './operate-guide.ts';
import { needProgram } from './programs-of-debian.ts';
import { copySources } from './project-copy.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { readCommands, terminalOf } from './terminal.ts';
import { trustCertificate } from './tls-site.ts';

const hostNames = { 'lanyard.example': 'localhost', 'foxcon.example': '127.0.0.1' };

export interface Machine {
  /** Stands for `/`. */
  readonly root: string;
  /** PUBLIC_URL of each, in place of https://lanyard.example and https://foxcon.example. */
  readonly url: string;
  readonly foxconUrl: string;
  readonly redisPort: string;
  /** Carries out commands of the guide, in one terminal. Resolves to what they printed. */
  run(script: string): Promise<string>;
  /** What the programs wrote that run until the end of the test. */
  journal(): string;
}

/** The first deployment, as it is printed; `edit` is what the operator does in an editor. */
export const firstDeployment = (edit: string) =>
  [3, 4, 5, 6, 7, 8, 9]
    .map((step) => deploymentSteps.get(step) + (step === 5 ? edit : ''))
    .join('');

/** A machine after steps 1 and 2, with certificates to come and the project to clone. */
export async function newMachine(t: Lifetime): Promise<Machine> {
  needProgram('nginx', 'nginx-light');
  needProgram('curl', 'curl');
  const root = temporaryFolder(t);
  const free = await Promise.all(Array.from({ length: 7 }, freePort));
  const [httpPort, httpsPort, redisPort, ...ports] = free.map(String) as Texts<7>;
  writeCertificates(t, root);
  writeProject(root, { httpPort, httpsPort, instancePorts: [ports[0], ports[1]] });
  for (const folder of ['opt', 'etc/nginx/conf.d', 'etc/systemd/system'])
    mkdirSync(join(root, folder), { recursive: true });
  const sites = `include ${root}/etc/nginx/conf.d/*.conf;\n`;
  write(root, 'etc/nginx/nginx.conf', nginxMain(root, sites));
  const redisSettings = `port ${redisPort}\nbind 127.0.0.1\nsave ""\ndir ${root}\n`;
  write(root, 'etc/redis/redis.conf', redisSettings);
  const url = `https://localhost:${httpsPort}`;
  const foxconUrl = `https://${hostNames['foxcon.example']}:${httpsPort}`;
  const runScript = openTerminal(t, root, redisPort);
  const onMachine = (script: string) =>
    script
      .replace(/(?<=[ =|])(?=\/(etc|opt|var)\/)/g, root)
      .replaceAll(/-g (lanyard|foxcon) /g, '')
      .replaceAll('https://lanyard.example', url)
      .replaceAll('https://foxcon.example', foxconUrl)
      .replaceAll('lanyard.example', hostNames['lanyard.example'])
      .replaceAll('foxcon.example', hostNames['foxcon.example'])
      .replaceAll(/\b(6379|300[1-4])\b/g, (port) =>
        port === '6379' ? redisPort : String(ports[Number(port) - 3001]),
      );
  return {
    ...{ root, url, foxconUrl, redisPort },
    run: (script) => runScript(onMachine(script)),
    journal: () => readFileSync(join(root, 'journal'), 'utf8'),
  };
}

type Texts<N extends number, T extends string[] = []> = T['length'] extends N
  ? T
  : Texts<N, [...T, string]>;

function write(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function writeCertificates(t: Lifetime, root: string): void {
  const all = Object.values(hostNames).map((host) => {
    const { cert, key } = selfSignedCertificate(host);
    write(root, `certificates/${host}/fullchain.pem`, cert);
    write(root, `certificates/${host}/privkey.pem`, key);
    return cert;
  });
  write(root, 'authorities.pem', all.join(''));
  trustCertificate(t, all.join(''));
}

function writeProject(root: string, ports: Parameters<typeof nginxPorts>[0]): void {
  copySources(join(root, 'copy'));
  const nginxFile = filledIn('deploy/nginx.conf', {
    // Without the folder, whose name is not for the commands of the guide to change.
    '/etc/letsencrypt': '../letsencrypt',
    '/var/log/nginx/': '',
    ...nginxPorts(ports),
  });
  write(root, 'copy/deploy/nginx.conf', nginxFile);
  const unit = filledIn('deploy/lanyard.service', {
    '/usr/bin/node': process.execPath,
    'WorkingDirectory=/opt/lanyard': `WorkingDirectory=${root}/opt/lanyard`,
    // Before a port of five digits, a 1 makes no port.
    ' METRICS_PORT=1%i': '',
  });
  write(root, 'copy/deploy/lanyard.service', unit);
}

/** A shell for all commands of a test. What they start runs until the end of the test. */
function openTerminal(t: Lifetime, root: string, redisPort: string) {
  const debian = readFileSync('test/deploy/debian.sh', 'utf8');
  const { PATH = '', HOME = '' } = process.env;
  const certificates = join(root, 'authorities.pem');
  const shell = spawn('sh', ['-c', `${debian}\n${readCommands}\nwait`], {
    cwd: root,
    env: {
      ...{ PATH, HOME, ROOT: root, PROJECT: resolve('.'), REDIS_PORT: redisPort },
      ...{ NODE_EXTRA_CA_CERTS: certificates, CURL_CA_BUNDLE: certificates },
    },
    // A process group of its own. All that it starts holds the fourth pipe open.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  let isOver = false;
  const over = once(shell, 'close').then(() => {
    isOver = true;
  });
  t.after(async () => {
    if (!isOver) process.kill(-Number(shell.pid), 'SIGTERM');
    await over;
  });
  return terminalOf(shell, (number, commands) => {
    write(root, `commands-${number}.sh`, commands);
    return join(root, `commands-${number}.sh`);
  });
}
