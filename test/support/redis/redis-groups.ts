import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSignedCertificate } from '../machine/certificate.ts';
import type { Lifetime } from '../machine/child-app.ts';
import { freePort } from '../machine/free-port.ts';
import { startRedis, type TestRedis } from './redis.ts';

export interface RedisGroup {
  readonly url: string;
  /** The path of the PEM file with the certificate of all servers. Undefined without TLS. */
  readonly certificate: string | undefined;
  readonly servers: readonly TestRedis[];
  masterOf(key: string): Promise<TestRedis>;
}

/** After this many milliseconds without a response, a server counts as lost. */
const usuallyLostAfterMs = 1000;

export async function startCluster(
  t: Lifetime,
  {
    replicas = 0,
    password = '',
    isEncrypted = false,
    args = [],
  }: Pick<SentinelsOptions, 'replicas' | 'password' | 'isEncrypted' | 'args'> = {},
): Promise<RedisGroup> {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-cluster-'));
  const tls = isEncrypted ? createTls(folder) : undefined;
  const start = async () => {
    const [port, busPort] = [await freePort(), await freePort()];
    const files = ['--cluster-config-file', `${port}.conf`, '--cluster-port', String(busPort)];
    const encrypted = tls ? ['--tls-cluster', 'yes'] : [];
    const how = ['--cluster-node-timeout', String(usuallyLostAfterMs), ...encrypted];
    const cluster = ['--cluster-enabled', 'yes', ...how, ...files, ...args];
    return startServer(t, { folder, password, tls, port, args: cluster });
  };
  const servers = await Promise.all(Array.from({ length: 3 + 3 * replicas }, start));
  t.after(() => rmSync(folder, { recursive: true }));
  const create = ['--cluster', 'create', ...servers.map(addressOf)];
  const { status, stdout } = spawnSync(
    'redis-cli',
    [...create, '--cluster-replicas', String(replicas), '--cluster-yes'],
    { encoding: 'utf8', env: { ...process.env, ...(password && { REDISCLI_AUTH: password }) } },
  );
  if (status !== 0) throw new Error(`the cluster could not be created: ${stdout}`);
  await Promise.all(servers.map(isComplete));

  return {
    url: servers.map(({ siteUrl }) => siteUrl).join(),
    certificate: tls?.certificate,
    servers,
    async masterOf(key) {
      const [living] = servers.filter(isRunning);
      const slot = Number(await living?.command('CLUSTER', 'KEYSLOT', key));
      const ranges = (await living?.command('CLUSTER', 'SLOTS')) as Range[];
      const range = ranges.find(([from, to]) => from <= slot && slot <= to);
      return serverAt(servers, String(range?.[2][1]));
    },
  };
}

/** A line of CLUSTER SLOTS: first slot, last slot, and their master's host and port. */
type Range = [number, number, [string, number]];

interface SentinelsOptions {
  readonly sentinels?: number;
  readonly replicas?: number;
  readonly password?: string;
  readonly isEncrypted?: boolean;
  readonly lostAfterMs?: number;
  readonly args?: readonly string[];
}

export async function startSentinels(
  t: Lifetime,
  {
    sentinels = 1,
    replicas = 0,
    password = '',
    isEncrypted = false,
    lostAfterMs = usuallyLostAfterMs,
    args: further = [],
  }: SentinelsOptions = {},
): Promise<RedisGroup> {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-sentinels-'));
  const tls = isEncrypted ? createTls(folder) : undefined;
  const start = async (...args: string[]) =>
    startServer(t, {
      folder,
      password,
      tls,
      port: await freePort(),
      args: [...further, ...args],
    });
  const master = await start();
  const masterPort = new URL(master.siteUrl).port;
  const replicaOf = ['--replicaof', '127.0.0.1', masterPort];
  const others = await Promise.all(Array.from({ length: replicas }, () => start(...replicaOf)));
  await Promise.all(others.map(isComplete));
  const shared = { folder, password, tls, master: masterPort };
  const hosts = await Promise.all(
    Array.from({ length: sentinels }, () =>
      startSentinel(t, { ...shared, sentinels, replicas, lostAfterMs, args: further }),
    ),
  );
  t.after(() => rmSync(folder, { recursive: true }));

  const servers = [master, ...others];
  const login = password && `:${password}@`;
  return {
    url: `${tls ? 'rediss' : 'redis'}+sentinel://${login}${hosts.join()}/mymaster`,
    certificate: tls?.certificate,
    servers,
    async masterOf() {
      for (const server of servers.filter(isRunning)) {
        const [role] = (await server.command('ROLE')) as string[];
        if (role === 'master') return server;
      }
      throw new Error('no server is the master');
    },
  };
}

/**
 * Resolves to the sentinel's host and port when it knows the master, all replicas and all other
 * sentinels.
 */
async function startSentinel(
  t: Lifetime,
  options: Omit<Required<SentinelsOptions>, 'isEncrypted'> & Server & { master: string },
): Promise<string> {
  const { folder, tls, master, sentinels, replicas, password, lostAfterMs, args } = options;
  const port = String(await freePort());
  const file = join(folder, `sentinel-${port}.conf`);
  const lines = [
    ...(tls ? ['port 0', `tls-port ${port}`, ...tls.lines] : [`port ${port}`]),
    ...['bind 127.0.0.1', `dir ${folder}`],
    `sentinel monitor mymaster 127.0.0.1 ${master} ${Math.floor(sentinels / 2) + 1}`,
    `sentinel down-after-milliseconds mymaster ${lostAfterMs}`,
    'sentinel failover-timeout mymaster 3000',
    ...(password ? [`sentinel auth-pass mymaster ${password}`, `requirepass ${password}`] : []),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const sentinel = spawn('redis-server', [file, '--sentinel', ...args]);
  t.after(() => stop(sentinel));
  let output = '';
  const count = (event: string) => output.split(event).length - 1;
  for await (const chunk of sentinel.stdout) {
    output += chunk;
    const others = count('+slave ') >= replicas && count('+sentinel ') >= sentinels - 1;
    if (others && output.includes('+monitor ')) break;
  }
  sentinel.stdout.resume();
  return `127.0.0.1:${port}`;
}

interface Server {
  readonly folder: string;
  readonly password: string;
  readonly tls: Tls | undefined;
}

interface Tls {
  readonly certificate: string;
  readonly lines: readonly string[];
}

function createTls(folder: string): Tls {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const pem = selfSignedCertificate('127.0.0.1');
  writeFileSync(certificate, pem.cert);
  writeFileSync(key, pem.key);
  const files = [`tls-cert-file ${certificate}`, `tls-key-file ${key}`];
  const trust = [`tls-ca-cert-file ${certificate}`, 'tls-auth-clients no'];
  return { certificate, lines: [...files, ...trust, 'tls-replication yes'] };
}

/** Even with TLS, the test itself uses the plain port (`url`). Everything else uses `siteUrl`. */
async function startServer(
  t: Lifetime,
  server: Server & { port: number; args: readonly string[] },
): Promise<TestRedis & { siteUrl: string }> {
  const { folder, port, password, tls, args } = server;
  const login = password ? ['--requirepass', password, '--masterauth', password] : [];
  const tlsPort = String(await freePort());
  const encryption = tls ? ['--tls-port', tlsPort, ...tls.lines.flatMap(asArguments)] : [];
  // By default, a master waits five seconds for more replicas before it sends its data.
  const options = ['--dir', folder, '--repl-diskless-sync-delay', '0'];
  const redis = await startRedis(t, port, {
    args: [...options, ...login, ...encryption, ...args],
    ...(password && { user: `default:${password}` }),
  });
  const siteUrl = new URL(redis.url);
  if (tls) Object.assign(siteUrl, { protocol: 'rediss:', port: tlsPort });
  return { ...redis, siteUrl: siteUrl.href };
}

const asArguments = (line: string) => `--${line}`.split(' ');

/**
 * Resolves when the server has received its master's data and, in a cluster, when all slots are
 * served.
 */
async function isComplete(server: TestRedis): Promise<void> {
  for (;;) {
    const info = String(await server.command('INFO'));
    const isAlone = /^cluster_enabled:0/m.test(info);
    const cluster = isAlone ? 'cluster_state:ok' : String(await server.command('CLUSTER', 'INFO'));
    if (cluster.includes('cluster_state:ok') && !info.includes('master_link_status:down')) return;
    await sleep(50);
  }
}

function isRunning({ process: { exitCode, signalCode } }: TestRedis): boolean {
  return exitCode === null && signalCode === null;
}

function serverAt(servers: readonly TestRedis[], port: string): TestRedis {
  const found = servers.find((server) => portOf(server) === port);
  if (!found) throw new Error(`no server has the port ${port}`);
  return found;
}

const addressOf = ({ url }: TestRedis) => new URL(url).host;
const portOf = ({ url }: TestRedis) => new URL(url).port;

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
