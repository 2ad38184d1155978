// The operator's command: lists one person's sessions, or ends them and deletes the list of what
// the person stopped sharing. A session can only be decrypted with the visitor's cookie, so the
// command sees only keys and expiry times.
import { reportOperatorEnd } from '../log/audit.ts';
import { causeOf } from '../log/causes.ts';
import { createStoppedScopes, type StoppedScopes } from '../login/add-ons/sharing.ts';
import {
  createEncryptedSessions,
  createSessionLife,
  type KeyStore,
  type SessionLife,
} from '../login/login.ts';
import { openRedisKeys } from '../redis/open-redis-keys.ts';
import { attendeeScopesThat } from '../scopes.ts';
import type { Config } from '../settings/config.ts';

const usage = `node dist/people.js list USER_ID    list the sessions of this person in Redis, and when they end
node dist/people.js erase USER_ID   end all sessions of this person, and delete what they stopped sharing
USER_ID is the user id at the platform. Without a build: npm run people -- list USER_ID. To log everybody out, put new keys into ENCRYPTION_KEYS and restart.`;

const nothingFound = `No session was found for this id. Either nobody is logged in with it, or the id is not
exactly the one at the platform, or the running site has another ENCRYPTION_KEYS or REDIS_URL.`;

interface Terminal {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/**
 * Resolves to the exit code: 0 for success, 1 if Redis failed, 2 for wrong usage, 3 if no session
 * was found.
 */
export async function runPeopleCommand(
  [command, userId = '', ...rest]: readonly string[],
  { readSettings, ...terminal }: Terminal & { readonly readSettings: () => Config },
): Promise<number> {
  const isKnown = command === 'list' || command === 'erase';
  if (!isKnown || !isUserId(userId) || rest.length > 0) {
    terminal.printError(usage);
    return 2;
  }
  const config = readSettings();
  let onFirstState = (_state: { isUp: boolean; reason?: unknown }) => {};
  const firstState = new Promise<{ isUp: boolean; reason?: unknown }>((resolve) => {
    onFirstState = resolve;
  });
  const keys = openRedisKeys(config.redisUrl ?? '', {
    prefix: config.redisPrefix,
    onStateChange: (isUp, reason) => onFirstState({ isUp, reason }),
  });
  try {
    const { isUp, reason } = await firstState;
    if (!isUp) throw reason;
    const stopped = stoppedOf(config, keys);
    const access = { ...terminal, keys, logins: loginsOf(config, keys), stopped };
    return await (command === 'list' ? list : erase)(userId, access);
  } catch (error) {
    terminal.printError(redisProblem(error));
    return 1;
  } finally {
    await keys.close();
  }
}

/** Accepts only visible ASCII. A space must be a typo. */
function isUserId(text: string): boolean {
  return /^[!-~]{1,255}$/.test(text);
}

interface Access extends Terminal {
  readonly keys: KeyStore;
  readonly logins: SessionLife;
  readonly stopped: StoppedScopes;
}

async function list(userId: string, access: Access): Promise<number> {
  const sessions = await sessionsOf(userId, access);
  if (sessions.length === 0) return reportNothingFound(access);
  for (const [key, endsAt] of sessions)
    access.print(`${key} until ${new Date(endsAt).toJSON() ?? 'an unknown time'}`);
  return 0;
}

async function erase(userId: string, access: Access): Promise<number> {
  const sessions = await sessionsOf(userId, access);
  // Runs even if there is no session, because a login in progress must not succeed.
  await access.stopped.forget(await access.logins.endAll(userId));
  await reportOperatorEnd(access.keys, sessions.length);
  if (sessions.length === 0) return reportNothingFound(access);
  const count = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`;
  access.print(`${count} of this person ended, on every device.`);
  return 0;
}

function reportNothingFound({ printError }: Terminal): number {
  printError(nothingFound);
  return 3;
}

/**
 * Returns the sessions still in Redis, each with the time by which it ends, in milliseconds since
 * 1970.
 */
async function sessionsOf(userId: string, access: Access): Promise<[string, number][]> {
  const listed = [...(await access.logins.sessionsOf(userId))];
  const stored = await Promise.all(listed.map(([key]) => access.keys.get(key)));
  return listed.filter((_, index) => stored[index]);
}

function loginsOf({ encryptionKeys }: Config, keys: KeyStore): SessionLife {
  const sessions = createEncryptedSessions({ keys, encryptionKeys });
  return createSessionLife({ sessions, encryptionKeys });
}

function stoppedOf({ encryptionKeys }: Config, keys: KeyStore): StoppedScopes {
  const optionalScopes = attendeeScopesThat(({ optional }) => optional);
  return createStoppedScopes({ keys, encryptionKeys, optionalScopes });
}

function redisProblem(error: unknown): string {
  return causeOf(error)?.code === 'redis-login'
    ? 'Redis rejects the user name or password in REDIS_URL. Nothing was read or ended.'
    : 'Redis (REDIS_URL) does not respond. Sessions may still be open: try again.';
}
