// Whether the ACL of Redis permits what the app does, at each kind of key.
import { randomBytes } from 'node:crypto';
import { causeOf } from '../log/causes.ts';
import { keyPrefixes, redisKeys } from '../login/login.ts';
import type { RedisClient } from '../redis/redis-client.ts';
import type { Finding, Site } from './finding.ts';

/** Tries it, because an ACL can be written in many ways. */
export async function permissionFindings(
  client: RedisClient,
  { config: { redisPrefix }, deadlineMs }: Site,
): Promise<Finding[]> {
  const refused = new Map<string, Finding>();
  for (const prefix of Object.values(keyPrefixes).map((each) => redisPrefix + each)) {
    for (const attempt of attemptsAt(client, { prefix, deadlineMs })) {
      const error = await attempt().then(
        () => undefined,
        (reason) => reason,
      );
      const finding = error && refusal(error, prefix);
      if (finding) refused.set(finding.what, finding);
    }
  }
  return refused.size > 0
    ? [...refused.values()]
    : [{ level: 'ok', about: 'Redis', what: 'permits every command on every key that is used' }];
}

const probeSeconds = 10;

/** Everything that the app does, at a key that nobody else uses and that soon expires. */
function attemptsAt(
  client: RedisClient,
  { prefix, deadlineMs }: { prefix: string; deadlineMs: number },
): (() => Promise<unknown>)[] {
  const keys = redisKeys(client, { deadlineMs });
  const [key, set] = ['text', 'set'].map(
    (kind) => `${prefix}doctor-${kind}-${randomBytes(8).toString('hex')}`,
  ) as [string, string];
  const value = Buffer.from('doctor');
  return [
    () => keys.now(),
    () => keys.setIfAbsent(key, value, probeSeconds),
    () => keys.setIfPresent(key, value, probeSeconds),
    () => keys.get(key),
    () => keys.expire(key, probeSeconds),
    () => keys.addToSet(set, 'doctor', probeSeconds),
    () => keys.membersOf(set),
    () => keys.removeFromSet(set, 'doctor'),
    () => keys.del([key, set]),
  ];
}

/** `error` is a LoginError; its cause is what Redis said. */
function refusal(error: Error, prefix: string): Finding {
  const said = error.cause instanceof Error ? error.cause : error;
  const [, command] = /'([a-z|]{1,30})' command/.exec(said.message) ?? [];
  const isPermission = causeOf(said)?.includes('permit') === true;
  if (!isPermission) {
    return {
      level: 'error',
      about: 'Redis',
      what: causeOf(error) ?? 'Redis refuses a command',
      why: 'nobody can log in',
      fix: 'docs/operate.md says what to do for this cause',
    };
  }
  return {
    level: 'error',
    about: 'Redis',
    what: command ? `does not permit the command ${command}` : `does not permit keys ${prefix}*`,
    why: 'logins, log-outs or personal pages fail',
    fix: `add it to the user of REDIS_URL: ACL SETUSER NAME ${command ? `+${command}` : `~${prefix}*`}`,
  };
}
