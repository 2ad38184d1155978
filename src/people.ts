// `npm run people`, for the operator: which sessions a person has here, and to end them all.
// Sessions are sealed to the cookies of their visitors: this command sees where they are kept and until when, nothing else.
import { readConfigOrExit } from './config.ts';
import { createSealedSessions, openRedisKeys } from './login/login.ts';
import { endAllLogins } from './login/optional/end-all-logins.ts';

const usage = `npm run people -- list USER_ID    where the sessions of this person are kept, and until when
npm run people -- erase USER_ID   log this person out everywhere: every session of theirs goes
USER_ID is the id at the convention. To log everybody out, put new keys into ENCRYPTION_KEYS and restart.`;

try {
  process.loadEnvFile();
} catch {
  // No .env file: the environment says it all.
}

process.exitCode = await run(process.argv.slice(2));

/** Does what the words say. Answers the exit code: 0 done, 1 Redis did not answer, 2 not understood. */
async function run([command, userId, ...rest]: string[]): Promise<number> {
  if (!userId || rest.length > 0 || !['list', 'erase'].includes(command ?? '')) {
    console.error(usage);
    return 2;
  }
  const { redisUrl = '', encryptionKeys, limits } = readConfigOrExit(process.env);
  let reached = (_isUp: boolean) => {};
  const firstContact = new Promise<boolean>((resolve) => (reached = resolve));
  const keys = openRedisKeys(redisUrl, { onStateChange: (isUp) => reached(isUp) });
  try {
    if (!(await firstContact)) throw new Error('away');
    const sessions = createSealedSessions({ keys, encryptionKeys, limits });
    const logins = endAllLogins({ sessions, encryptionKeys, longestSessionSeconds: limits.absoluteSeconds });
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
    console.error('Redis (REDIS_URL) did not answer: nothing can be said, and nothing is certain to be erased.');
    return 1;
  } finally {
    await keys.close();
  }
}
