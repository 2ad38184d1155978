// `npm run people`, for the operator: lists or ends all sessions of one person. Sessions are sealed
// to the visitors' cookies, so this command sees only their keys and expiry times.
import { readConfigOrExit } from './config.ts';
import { createSealedSessions, openRedisKeys } from './login/login.ts';
import { endAllLogins } from './login/optional/end-all-logins.ts';

const usage = `npm run people -- list USER_ID    where the sessions of this person are kept, and until when
npm run people -- erase USER_ID   log this person out everywhere: every session of theirs goes
USER_ID is the id at the convention. To log everybody out, put new keys into ENCRYPTION_KEYS and restart.`;

try {
  process.loadEnvFile();
} catch {
  // There is no .env file: all settings come from the environment.
}

process.exitCode = await run(process.argv.slice(2));

/** Runs the command. Returns the exit code: 0 done, 1 Redis did not respond, 2 wrong usage. */
async function run([command, userId, ...rest]: string[]): Promise<number> {
  if (!userId || rest.length > 0 || !['list', 'erase'].includes(command ?? '')) {
    console.error(usage);
    return 2;
  }
  const { redisUrl = '', encryptionKeys, limits } = readConfigOrExit(process.env);
  let onFirstState = (_isUp: boolean) => {};
  const firstState = new Promise<boolean>((resolve) => (onFirstState = resolve));
  const keys = openRedisKeys(redisUrl, { onStateChange: (isUp) => onFirstState(isUp) });
  try {
    if (!(await firstState)) throw new Error('away');
    const sessions = createSealedSessions({ keys, encryptionKeys, limits });
    const logins = endAllLogins({
      sessions,
      encryptionKeys,
      longestSessionSeconds: limits.absoluteSeconds,
    });
    if (command === 'erase') {
      await logins.endAllOf(userId);
      console.log('Every session of this person is over, on every device.');
      return 0;
    }
    for (const [key, endsAt] of await logins.sessionsOf(userId)) {
      if (await keys.get(key)) console.log(`${key} until ${new Date(endsAt).toISOString()}`);
    }
    return 0;
  } catch {
    console.error(
      'Redis (REDIS_URL) did not answer: nothing can be said, and nothing is certain to be erased.',
    );
    return 1;
  } finally {
    await keys.close();
  }
}
