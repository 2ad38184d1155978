// The audit trail: log lines with an `audit` field about logins, log-outs, sharing, sessions that
// an operator ended, and changed keys. None of these lines identifies a person.
import { createHmac, randomUUID } from 'node:crypto';
import { type EncryptionKey, type KeyStore, keyPrefixes } from '../login/login.ts';
import type { Log } from './log.ts';

const auditedRoutes: Readonly<Record<string, string>> = {
  'GET /login/callback': 'login',
  'POST /logout': 'log-out',
  'POST /logout/everywhere': 'log-out-everywhere',
  'POST /sharing/forget': 'forget-me',
  'POST /sharing/stop': 'stop-sharing',
};

interface AuditedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly problem?: string | undefined;
  /** The result of a login, such as `logged-in`. */
  readonly outcome?: string | undefined;
}

export function auditFields(request: AuditedRequest): { audit?: string; outcome?: string } {
  const audit = auditedRoutes[`${request.method} ${request.route}`];
  const outcome = request.problem ?? request.outcome;
  // A callback without a problem or an outcome has not finished the login. It may just be the
  // redirect that tests for cookies.
  if (!audit || (audit === 'login' && !outcome)) return {};
  return { audit, outcome: outcome ?? (request.status < 400 ? 'done' : 'refused') };
}

const markerPrefix = `${keyPrefixes.sessionEnd}marker`;
const operatorEnds = `${markerPrefix}-ends`;
const lastKeys = `${markerPrefix}-keys`;
const daySeconds = 24 * 3600;
const storedSeconds = 400 * daySeconds;

/**
 * Stores the event in Redis, where a running instance finds and logs it, because the operator's
 * command does not write a log.
 */
export async function reportOperatorEnd(keys: KeyStore, sessions: number): Promise<void> {
  await keys.addToSet(operatorEnds, `${randomUUID()} ${sessions}`, daySeconds);
}

interface AuditOptions {
  readonly log: Log;
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  readonly sessionSecrets: readonly string[];
}

type Keys = Pick<KeyStore, 'get' | 'setIfAbsent' | 'setIfPresent' | 'membersOf'>;

/**
 * Returns a function to call regularly. It logs when keys have changed and when an operator has
 * ended sessions, each event only once.
 */
export function watchForAudit(keys: Keys, options: AuditOptions): () => Promise<void> {
  const { log, encryptionKeys } = options;
  const mine = fingerprint(options);
  const seen = new Set<string>();
  let areKeysKnown = false;

  async function reportChangedKeys(): Promise<void> {
    const before = await keys.get(lastKeys);
    if (!before) await keys.setIfAbsent(lastKeys, mine, storedSeconds);
    else await keys.setIfPresent(lastKeys, mine, storedSeconds);
    areKeysKnown = true;
    if (!before || before.equals(mine)) return;
    const names = encryptionKeys.map(({ id }) => id);
    log.info({ audit: 'keys', outcome: 'changed', keys: names }, 'the keys were changed');
  }

  async function reportOperatorEnds(): Promise<void> {
    for (const member of (await keys.membersOf(operatorEnds)).keys()) {
      if (seen.has(member)) continue;
      const [id, sessions] = member.split(' ');
      const isFirst = await keys.setIfAbsent(`${operatorEnds}-${id}`, mine, daySeconds);
      seen.add(member);
      const ended = { audit: 'operator', outcome: 'ended', sessions: Number(sessions) };
      if (isFirst) log.info(ended, 'an operator ended sessions');
    }
  }

  return async () => {
    if (!areKeysKnown) await reportChangedKeys();
    await reportOperatorEnds();
  };
}

/** Instances with the same keys have the same fingerprint, which does not reveal the keys. */
function fingerprint({ encryptionKeys, sessionSecrets }: AuditOptions): Buffer {
  const hmac = createHmac('sha256', encryptionKeys[0].key);
  for (const { id, key } of encryptionKeys) hmac.update(`${id}:`).update(key);
  return hmac.update(sessionSecrets.join()).digest();
}
