// Checks Redis: reachability, the commands that logins need, memory, persistence, and whether
// REDIS_URL lists enough nodes of a cluster. Also reports conflicting keys and missing picture
// origins, which running instances record in Redis.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cause, causeWithCode } from '../log/causes.ts';
import { type KeyStore, keyPrefixes, redisCodeOf, redisKeys } from '../login/login.ts';
import { explainRefusal } from '../redis/closed-connection.ts';
import { createRedisClient, type RedisClient } from '../redis/redis-client.ts';
import { parseRedisUrl } from '../redis/redis-url.ts';
import { fromOutside } from '../text.ts';
import { type Check, type Finding, oneError, oneWarning, type Site } from './finding.ts';
import { findRingConflict } from './key-rings.ts';
import { pictureFindings } from './picture-origins.ts';

/** The share of maxmemory above which we warn. */
const warnAbove = 0.8;
const probe = Buffer.from('probe');
/**
 * In seconds. Redis deletes the test keys after this time if the process dies before it deletes
 * them.
 */
const probeSeconds = 10;

/**
 * Runs every command that logins need, on test keys, because a server that responds may still be
 * full, be a read-only replica, or deny a command. Rejects with the first failure.
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
      // The Redis client pings to keep its connection alive, so the ACL must permit PING.
      await client.ping();
      const servers = await factsOfServers(client);
      const keys = redisKeys(client, {
        deadlineMs: site.deadlineMs,
        prefix: site.config.redisPrefix,
      });
      return [
        ...withoutDuplicates(servers.flatMap(memoryFindings)),
        ...withoutDuplicates(servers.flatMap(snapshotFindings)),
        ...withoutDuplicates(servers.flatMap((facts) => clusterFindings(facts, client))),
        ...(await keyFindings(keys, site)),
      ];
    });
  } catch (error) {
    const { redisUrl = '' } = site.config;
    return [refusal(await explainRefusal(error as Error, parseRedisUrl(redisUrl)), site)];
  }
};

/**
 * The inexpensive checks, run each time the site connects to Redis. Reports nothing while Redis is
 * unreachable, because the log already says so.
 */
export const checkRedisAtStart: Check = (site) =>
  withClient(site, async (client) =>
    withoutDuplicates(
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
      { level: 'ok', about: 'Redis', what: 'permits every command that Lanyard uses' },
      ...(differs ? [ringFinding(differs)] : []),
      ...(await pictureFindings(keys, site.config.convention)),
    ];
  } catch (error) {
    return [refusal(error, site)];
  }
}

const ringFinding = ({ cause, fix }: Cause): Finding => ({
  level: 'error',
  about: 'Keys',
  what: cause,
  why: 'neither can read the sessions that the other one stores',
  fix,
});

function refusal(error: unknown, { config }: Site): Finding {
  const code = redisCodeOf(error) ?? 'redis-command';
  const { cause, fix } = causeWithCode(code) ?? {};
  const said = String(Object(Object(error).cause).message);
  // Redis names the denied command in its reply: `… no permissions to run the 'time' command`.
  const [, command] = /'([a-z|]{1,30})' command/.exec(said) ?? [];
  const right = command
    ? `+${command}`
    : Object.values(keyPrefixes).map((key) => `~${config.redisPrefix}${key}*`);
  return {
    level: 'error',
    about: 'Redis',
    what: (code === 'redis-acl' && command && `denies the command ${command}`) || `${cause}`,
    why: 'nobody can log in',
    fix:
      code === 'redis-acl'
        ? `add it to the user of REDIS_URL: ACL SETUSER NAME ${[right].flat().join(' ')}`
        : `${fix}`,
  };
}

async function withClient(
  { config, deadlineMs }: Site,
  check: (client: RedisClient) => Promise<Finding[]>,
): Promise<Finding[]> {
  let reason: Error | undefined;
  const client = createRedisClient(config.redisUrl ?? '', (error) => {
    reason = error;
  });
  const tooLate = sleep(deadlineMs, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error('Redis was too slow'), { code: 'redis-timeout' });
  });
  try {
    return await Promise.race([client.connect().then(() => check(client)), tooLate]);
  } catch (error) {
    // With several servers, the client's error only says that all of them failed. `reason` contains
    // the cause.
    throw reason ?? error;
  } finally {
    if (client.isOpen) await client.destroy();
  }
}

type Facts = ReadonlyMap<string, string>;

/**
 * Reads INFO from the server, or from each master of a cluster, and the `save` setting if the ACL
 * permits CONFIG GET.
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

/** Ignores a denied INFO or CONFIG, because the app needs neither. */
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

/** Removes duplicates, because several nodes of a cluster often report the same thing. */
function withoutDuplicates(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.what, finding])).values()];
}

function clusterFindings(facts: Facts, client: RedisClient): Finding[] {
  const isGroup = 'masters' in client || 'getMasterNode' in client;
  if (isGroup || facts.get('cluster_enabled') !== '1') return [];
  return oneError('Redis', {
    what: 'REDIS_URL names only one node of a cluster',
    why: 'it rejects the keys of other nodes (MOVED), so most people cannot log in',
    fix: 'name several nodes: REDIS_URL=redis://10.0.0.1:6379,redis://10.0.0.2:6379',
  });
}

function memoryFindings(facts: Facts): Finding[] {
  const warning = { level: 'warning', about: 'Redis' } as const;
  const policy = facts.get('maxmemory_policy');
  const most = Number(facts.get('maxmemory'));
  const part = Number(facts.get('used_memory')) / most;
  if (policy === undefined)
    return [
      {
        ...warning,
        what: 'Redis denies INFO, so its memory was not checked',
        why: 'with a policy other than noeviction, a full Redis deletes sessions',
        fix: 'permit it (+info), or check it yourself: redis-cli config get maxmemory-policy',
      },
    ];
  const findings: Finding[] = [];
  if (most === 0)
    findings.push({
      ...warning,
      what: 'maxmemory is 0: Redis may use all memory of its computer',
      why: 'the system may then kill Redis or Lanyard without a line in the log',
      fix: 'redis-cli config set maxmemory 256mb, and the same in redis.conf',
    });
  else if (part > warnAbove)
    findings.push({
      ...warning,
      what: `${Math.round(100 * part)} % of Redis's memory is used`,
      why: 'when it is full, nobody can log in',
      fix: 'find the large keys (redis-cli --bigkeys), then raise maxmemory',
    });
  if (policy !== 'noeviction')
    findings.push({
      ...warning,
      what: `maxmemory-policy is ${fromOutside(policy, 'code') ?? 'unknown'}`,
      why: 'a full Redis deletes sessions and log-out records, so a log-out could be undone',
      fix: 'redis-cli config set maxmemory-policy noeviction, and the same in redis.conf',
    });
  return findings;
}

/** If the ACL denies CONFIG GET, a past snapshot is the only sign that snapshots are on. */
function snapshotFindings(facts: Facts): Finding[] {
  if (facts.get('aof_enabled') !== '0') return [];
  const lastSave = facts.get('rdb_last_bgsave_time_sec') ?? '-1';
  if (!(facts.get('save') ?? (lastSave === '-1' ? '' : lastSave))) return [];
  return oneWarning('Redis', {
    what: 'Redis saves snapshots but no append-only file',
    why: 'a crash undoes every log-out since the last snapshot',
    fix: 'redis-cli config set appendonly yes, appendfsync always and save "", and the same in redis.conf',
  });
}
