// Asks Redis: is it reached, does it take what a login writes, and what does it do when it is full.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cause, causeWithCode } from '../log/causes.ts';
import { type KeyStore, keyPrefixes, redisCodeOf, redisKeys } from '../login/login.ts';
import { parseRedisUrl } from '../redis/redis-address.ts';
import { createRedisClient, type RedisClient } from '../redis/redis-client.ts';
import { explainRefusal } from '../redis/redis-refusal.ts';
import type { Check, Finding, Site } from './finding.ts';
import { findRingConflict } from './key-rings.ts';

/** Part of the memory that Redis may take. */
const fullFrom = 0.8;
const probe = Buffer.from('probe');
/** If the keys are not deleted, they soon expire. */
const probeSeconds = 10;

/**
 * Does with a key of nobody what the login does with its own. Rejects with the first thing that the
 * store refuses: one that answers may still be full, a replica, or forbid it.
 */
export async function tryKeyStore(keys: KeyStore): Promise<void> {
  const name = `${keyPrefixes.sessionEnd}probe-${randomUUID()}`;
  const set = `${name}-set`;
  await keys.now();
  await keys.setIfAbsent(name, probe, probeSeconds);
  await keys.get(name);
  await keys.expire(name, probeSeconds);
  await keys.addToSet(set, 'probe', probeSeconds);
  await keys.membersOf(set);
  await keys.removeFromSet(set, 'probe');
  await keys.del([name, set]);
}

export const checkRedis: Check = async (site) => {
  try {
    return await withClient(site, async (client) => {
      // The client sends it to keep the connection.
      await client.ping();
      const servers = await factsOfServers(client);
      const keys = redisKeys(client, {
        deadlineMs: site.deadlineMs,
        prefix: site.config.redisPrefix,
      });
      return [
        ...eachOnce(servers.flatMap(memoryFindings)),
        ...eachOnce(servers.flatMap(snapshotFindings)),
        ...eachOnce(servers.flatMap((facts) => clusterFindings(facts, client))),
        ...(await keyFindings(keys, site)),
      ];
    });
  } catch (error) {
    const { redisUrl = '' } = site.config;
    return [refusal(await explainRefusal(error as Error, parseRedisUrl(redisUrl)), site)];
  }
};

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

async function keyFindings(keys: KeyStore, site: Site): Promise<Finding[]> {
  try {
    await tryKeyStore(keys);
    const differs = causeWithCode(await findRingConflict(keys));
    return [
      { level: 'ok', about: 'Redis', what: 'permits every command that is used' },
      ...(differs ? [ringFinding(differs)] : []),
    ];
  } catch (error) {
    return [refusal(error, site)];
  }
}

const ringFinding = ({ cause, fix }: Cause): Finding => ({
  level: 'error',
  about: 'Keys',
  what: cause,
  why: 'what one of them writes, the other cannot read',
  fix,
});

/** `error`: of the key store, or of a connection. */
function refusal(error: unknown, { config }: Site): Finding {
  const code = redisCodeOf(error) ?? 'redis-command';
  const { cause, fix } = causeWithCode(code) ?? {};
  const said = String(Object(Object(error).cause).message);
  // Redis 7 names the command, and older ones all but the key.
  const [, command] = /'([a-z|]{1,30})' command/.exec(said) ?? [];
  const right = command
    ? `+${command}`
    : Object.values(keyPrefixes).map((key) => `~${config.redisPrefix}${key}*`);
  return {
    level: 'error',
    about: 'Redis',
    what:
      (code === 'redis-acl' && command && `does not permit the command ${command}`) || `${cause}`,
    why: 'nobody can log in',
    fix:
      code === 'redis-acl'
        ? `add it to the user of REDIS_URL: ACL SETUSER NAME ${[right].flat().join(' ')}`
        : `${fix}`,
  };
}

async function withClient(
  { config, deadlineMs }: Site,
  look: (client: RedisClient) => Promise<Finding[]>,
): Promise<Finding[]> {
  let reason: Error | undefined;
  const client = createRedisClient(config.redisUrl ?? '', (error) => {
    reason = error;
  });
  const tooLate = sleep(deadlineMs, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error('Redis was too slow'), { code: 'redis-timeout' });
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

function clusterFindings(facts: Facts, client: RedisClient): Finding[] {
  const isGroup = 'masters' in client || 'getMasterNode' in client;
  if (isGroup || facts.get('cluster_enabled') !== '1') return [];
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

/** How much memory Redis may take, how much it has taken, and what it does when it is full. */
function memoryFindings(facts: Facts): Finding[] {
  const warning = { level: 'warning', about: 'Redis' } as const;
  const policy = facts.get('maxmemory_policy');
  const most = Number(facts.get('maxmemory'));
  const part = Number(facts.get('used_memory')) / most;
  if (policy === undefined)
    return [
      {
        ...warning,
        what: 'Redis does not permit INFO: its memory was not checked',
        why: 'with another policy than noeviction, sessions vanish when Redis is full',
        fix: 'permit it (+info), or look yourself: redis-cli config get maxmemory-policy',
      },
    ];
  const findings: Finding[] = [];
  if (most === 0)
    findings.push({
      ...warning,
      what: 'maxmemory is 0: Redis may take all memory of its computer',
      why: 'the system then ends Redis or Lanyard without a word, in place of a clear line in the log',
      fix: 'redis-cli config set maxmemory 256mb, and the same in redis.conf',
    });
  else if (part > fullFrom)
    findings.push({
      ...warning,
      what: `${Math.round(100 * part)} % of the memory of Redis is taken`,
      why: 'when it is full, nobody can log in',
      fix: 'see what fills it (redis-cli --bigkeys), then raise maxmemory',
    });
  if (policy !== 'noeviction')
    findings.push({
      ...warning,
      what: `maxmemory-policy is ${policy}`,
      why: 'when Redis is full it drops sessions, and the marks that end them: a log-out could be undone',
      fix: 'redis-cli config set maxmemory-policy noeviction, and the same in redis.conf',
    });
  return findings;
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
