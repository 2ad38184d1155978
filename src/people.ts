// `npm run people`, for the operator: lists or ends all sessions of one person. Sessions are sealed
// to the visitors' cookies, so this command sees only their keys and expiry times.
import { type Config, readConfigOrExit } from './config.ts';
import { createSealedSessions, type KeyStore, openRedisKeys } from './login/login.ts';
import { type EndAllLogins, endAllLogins } from './login/optional/end-all-logins.ts';

const usage = `npm run people -- list USER_ID    where the sessions of this person are kept, and until when
npm run people -- erase USER_ID   log this person out everywhere: every session of theirs goes
USER_ID is the id at the convention. To log everybody out, put new keys into ENCRYPTION_KEYS and restart.`;

const nothingFound = `No session was found for this id, so none was ended. Either nobody is logged in with it, or the id is not
exactly the one at the convention, or ENCRYPTION_KEYS and REDIS_URL are not those of the running site.`;

try {
  process.loadEnvFile();
} catch {
  // There is no .env file: all settings come from the environment.
}

process.exitCode = await run(process.argv.slice(2));

/**
 * Runs the command. Returns the exit code: 0 done, 1 Redis cannot be used, 2 wrong usage, 3 there
 * was no session to end.
 */
async function run([command, userId = '', ...rest]: string[]): Promise<number> {
  const isKnown = command === 'list' || command === 'erase';
  if (!isKnown || !isUserId(userId) || rest.length > 0) {
    console.error(usage);
    return 2;
  }
  const config = readConfigOrExit(process.env);
  let onFirstState = (_state: { isUp: boolean; reason?: unknown }) => {};
  const firstState = new Promise<{ isUp: boolean; reason?: unknown }>((resolve) => {
    onFirstState = resolve;
  });
  const keys = openRedisKeys(config.redisUrl ?? '', {
    onStateChange: (isUp, reason) => onFirstState({ isUp, reason }),
  });
  try {
    const { isUp, reason } = await firstState;
    if (!isUp) throw reason;
    const access = { keys, logins: loginsOf(config, keys) };
    return await (command === 'list' ? list : erase)(userId, access);
  } catch (error) {
    console.error(redisProblem(error));
    return 1;
  } finally {
    await keys.close();
  }
}

/** An id at the convention is visible ASCII; a space at its end was typed by mistake. */
function isUserId(text: string): boolean {
  return /^[!-~]{1,255}$/.test(text);
}

interface Access {
  readonly keys: KeyStore;
  readonly logins: EndAllLogins;
}

async function list(userId: string, access: Access): Promise<number> {
  for (const [key, endsAt] of await sessionsOf(userId, access))
    console.log(`${key} until ${new Date(endsAt).toISOString()}`);
  return 0;
}

async function erase(userId: string, access: Access): Promise<number> {
  const sessions = await sessionsOf(userId, access);
  // Also without a session: a login that has begun must not succeed.
  await access.logins.endAllOf(userId);
  if (sessions.length === 0) {
    console.error(nothingFound);
    return 3;
  }
  const count = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`;
  console.log(`${count} of this person ended, on every device.`);
  return 0;
}

/** Returns the sessions that are still in Redis, each with its latest end (ms since 1970). */
async function sessionsOf(userId: string, access: Access): Promise<[string, number][]> {
  const listed = [...(await access.logins.sessionsOf(userId))];
  const stored = await Promise.all(listed.map(([key]) => access.keys.get(key)));
  return listed.filter((_, index) => stored[index]);
}

function loginsOf({ encryptionKeys, limits }: Config, keys: KeyStore): EndAllLogins {
  const sessions = createSealedSessions({ keys, encryptionKeys, limits });
  const longestSessionSeconds = limits.absoluteSeconds;
  return endAllLogins({ sessions, encryptionKeys, longestSessionSeconds });
}

function redisProblem(error: unknown): string {
  const isRefused = error instanceof Error && /^(WRONGPASS|NOAUTH)\b/.test(error.message);
  return isRefused
    ? 'Redis refused the user name or password in REDIS_URL: nothing was read, nothing was ended.'
    : 'Redis (REDIS_URL) did not answer: nothing can be said, and nothing is certain to be erased.';
}
