// Asks Redis: version, memory, disk, permissions, and how fast it answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { causeFields } from '../log/causes.ts';
import { parseRedisUrl } from '../redis/redis-address.ts';
import { createRedisClient, type RedisClient } from '../redis/redis-client.ts';
import { explainRefusal } from '../redis/redis-refusal.ts';
import type { Check, Finding, Site } from './finding.ts';
import { permissionFindings } from './redis-permissions.ts';

/** The first version with users (ACL). */
const oldestMajor = 6;
const slowMs = 50;
const rounds = 9;

/** Everything, with a short write to each kind of key. */
export const checkRedis: Check = async (site) => {
  try {
    return await withClient(site, async (client) => {
      const servers = await factsOfServers(client);
      return [
        ...eachOnce(servers.flatMap(versionFindings)),
        ...eachOnce(servers.flatMap(memoryFindings)),
        ...eachOnce(servers.flatMap(diskFindings)),
        ...eachOnce(servers.flatMap(snapshotFindings)),
        ...eachOnce(servers.flatMap((facts) => groupFindings(facts, client))),
        ...(await permissionFindings(client, site)),
        ...(await latencyFindings(client)),
      ];
    });
  } catch (error) {
    const { redisUrl = '' } = site.config;
    return [unusable(await explainRefusal(error as Error, parseRedisUrl(redisUrl)))];
  }
};

/** By code of the cause. */
const fixes: Record<string, string> = {
  'redis-database': 'end REDIS_URL with a smaller number: usually there are 0 to 15',
  'redis-certificate': 'name the certificate of your authority in NODE_EXTRA_CA_CERTS',
  'redis-wants-certificate': 'set `tls-auth-clients no` in the settings of Redis',
  'redis-wants-tls': 'begin REDIS_URL with rediss://',
  'redis-no-tls':
    'give Redis a port with TLS (tls-port); or begin REDIS_URL with redis://, if the network between is private',
  'redis-protected': 'give Redis a user with a password (ACL), and put both into REDIS_URL',
  'redis-connections':
    'look who holds them (redis-cli CLIENT LIST), and raise maxclients of Redis if all are needed',
};

function unusable(error: unknown): Finding {
  const { cause = 'Redis cannot be reached', code = '' } = causeFields(
    error,
    'service-unavailable',
  );
  const fix =
    fixes[code] ??
    'check host, port, user name and password in REDIS_URL, and that Redis runs: systemctl status redis-server, or docker compose ps';
  return { level: 'error', about: 'Redis', what: cause, why: 'nobody can log in', fix };
}

/** What one question shows, for each start. Finds nothing if Redis is away: the log says so. */
export const checkRedisAtStart: Check = (site) =>
  withClient(site, async (client) =>
    eachOnce(
      (await factsOfServers(client)).flatMap((facts) => [
        ...memoryFindings(facts),
        ...snapshotFindings(facts),
      ]),
    ),
  ).catch(() => []);

async function withClient(
  { config, deadlineMs }: Site,
  look: (client: RedisClient) => Promise<Finding[]>,
): Promise<Finding[]> {
  let reason: Error | undefined;
  const client = createRedisClient(config.redisUrl ?? '', (error) => {
    reason = error;
  });
  const tooLate = sleep(deadlineMs, undefined, { ref: false }).then(() => {
    throw new Error('Redis was too slow');
  });
  try {
    return await Promise.race([client.connect().then(() => look(client)), tooLate]);
  } catch (error) {
    // Of several servers, the client says only that none can be used; this says why.
    throw reason ?? error;
  } finally {
    if (client.isOpen) await client.destroy();
  }
}

type Facts = ReadonlyMap<string, string>;

/**
 * Reads INFO of each server that takes writes: of one, or of each master of a cluster; and `save`,
 * where the ACL allows it.
 */
async function factsOfServers(client: RedisClient): Promise<Facts[]> {
  const servers =
    'masters' in client
      ? await Promise.all(client.masters.map((node) => client.nodeClient(node)))
      : [client];
  return Promise.all(servers.map(readFacts));
}

interface Server {
  info(): Promise<string>;
  configGet(name: string): Promise<Record<string, string>>;
}

/** Empty if the ACL does not allow it: the app itself does not need it. */
async function readFacts(client: Server): Promise<Facts> {
  const text = await client.info().catch(() => '');
  const config = await client.configGet('save').catch(() => ({}));
  return new Map([
    ...[...text.matchAll(/^(\w+):([\w.-]*)\r?$/gm)].map(
      ([, name = '', v = '']) => [name, v] as const,
    ),
    ...Object.entries(config),
  ]);
}

/** Several servers may have the same to say. */
function eachOnce(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.what, finding])).values()];
}

/** What is wrong between the servers of a cluster, or with the replicas of a master. */
function groupFindings(facts: Facts, client: RedisClient): Finding[] {
  const isGroup = 'masters' in client || 'getMasterNode' in client;
  if (!isGroup && facts.get('cluster_enabled') === '1') {
    return [
      {
        level: 'error',
        about: 'Redis',
        what: 'REDIS_URL leads to one node of a cluster',
        why: 'it refuses the keys of the others (MOVED): most people cannot log in',
        fix: 'name several nodes: REDIS_URL=redis://10.0.0.1:6379,redis://10.0.0.2:6379',
      },
    ];
  }
  if (!isGroup || facts.get('connected_slaves') !== '0') return [];
  return [
    {
      level: 'warning',
      about: 'Redis',
      what: 'a master has no replica',
      why: 'when it is lost, its sessions are, and nobody takes over',
      fix: 'give each master a replica; until then one Redis alone does the same with less',
    },
  ];
}

function versionFindings(facts: Facts): Finding[] {
  const version = facts.get('redis_version');
  if (version === undefined) {
    return [
      {
        level: 'warning',
        about: 'Redis',
        what: 'Redis does not permit INFO: version, memory and disk were not checked',
        why: 'with another policy than noeviction, sessions vanish when Redis is full',
        fix: 'permit it (+info), or look yourself: redis-cli config get maxmemory-policy',
      },
    ];
  }
  if (Number.parseInt(version, 10) >= oldestMajor)
    return [{ level: 'ok', about: 'Redis', what: `version ${version}` }];
  return [
    {
      level: 'error',
      about: 'Redis',
      what: `version ${version} is too old`,
      why: 'it has no users (ACL): whoever can reach it can read and stop everything',
      fix: `install Redis ${oldestMajor} or newer`,
    },
  ];
}

/** Whether Redis has a bound, and what it does when it is full (`maxmemory-policy`). */
function memoryFindings(facts: Facts): Finding[] {
  return [...boundFindings(facts), ...policyFindings(facts)];
}

function boundFindings(facts: Facts): Finding[] {
  if (facts.get('maxmemory') !== '0') return [];
  return [
    {
      level: 'warning',
      about: 'Redis',
      what: 'maxmemory is 0: Redis may take all memory of its computer',
      why: 'the system then ends Redis or Lanyard without a word, in place of a clear line in the log',
      fix: 'redis-cli config set maxmemory 256mb, and the same in redis.conf',
    },
  ];
}

function policyFindings(facts: Facts): Finding[] {
  const policy = facts.get('maxmemory_policy') ?? 'noeviction';
  if (policy === 'noeviction') return [];
  return [
    {
      level: 'warning',
      about: 'Redis',
      what: `maxmemory-policy is ${policy}`,
      why: 'when Redis is full it drops sessions, and the marks that end them: a log-out could be undone',
      fix: 'redis-cli config set maxmemory-policy noeviction, and the same in redis.conf',
    },
  ];
}

function diskFindings(facts: Facts): Finding[] {
  const states = ['rdb_last_bgsave_status', 'aof_last_write_status', 'aof_last_bgrewrite_status'];
  if (!states.some((name) => facts.get(name) === 'err')) return [];
  return [
    {
      level: 'error',
      about: 'Redis',
      what: 'Redis could not save to its disk',
      why: 'it then refuses writes (MISCONF), and nobody can log in',
      fix: 'free its disk; or save nothing, sessions need no disk: redis-cli config set save ""',
    },
  ];
}

/** Without the right to read `save`, a snapshot is noticed once Redis has made one. */
function snapshotFindings(facts: Facts): Finding[] {
  if (facts.get('aof_enabled') !== '0') return [];
  const lastSave = facts.get('rdb_last_bgsave_time_sec') ?? '-1';
  if (!(facts.get('save') ?? (lastSave === '-1' ? '' : lastSave))) return [];
  return [
    {
      level: 'warning',
      about: 'Redis',
      what: 'Redis saves snapshots, and no append-only file',
      why: 'after a crash it starts from the last snapshot: who logged out since then is logged in again',
      fix: 'redis-cli config set appendonly yes, appendfsync always and save "", and the same in redis.conf',
    },
  ];
}

async function latencyFindings(client: RedisClient): Promise<Finding[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await client.ping();
    times.push(performance.now() - start);
  }
  const median = times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const what = `answers in ${median.toFixed(1)} ms`;
  if (median < slowMs) return [{ level: 'ok', about: 'Redis', what }];
  return [
    {
      level: 'warning',
      about: 'Redis',
      what,
      why: 'each page waits for it once or twice, and gives up after 500 ms',
      fix: 'put Redis near this server: the same computer or the same data centre',
    },
  ];
}
