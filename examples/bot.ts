// A bot with src/convention: gives a role to everybody who has paid, and removes it from all other
// registered people.
//   npm run example bot      (more people: SANDBOX_ATTENDEES=20000 npm run example bot)
//
// For your convention: copy src/convention and this file, and set the variables below. You can stop
// and restart the bot at any time.
import { ConventionError, openServiceClient } from '../src/convention/convention.ts';

const {
  CONVENTION_URL = 'http://127.0.0.1:4000',
  SERVICE_CLIENT_ID = 'lanyard',
  SERVICE_CLIENT_SECRET = 'sandbox-secret',
  ROLE = 'Signed the code of conduct',
} = process.env;

const convention = openServiceClient({
  baseUrl: new URL(CONVENTION_URL),
  clientId: SERVICE_CLIENT_ID,
  clientSecret: SERVICE_CLIENT_SECRET,
  scopes: ['registration:read', 'user:read', 'user:roles:update'],
});

/** A terminal shows the progress. A log gets only the last line of each step. */
function report(text: string, { isDone = false } = {}): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${text}${isDone ? '\n' : ''}`);
  else if (isDone) console.log(text);
}

async function readRegistrations(): Promise<{ userId: string; isPaid: boolean }[]> {
  const registrations = [];
  for await (const { user, status } of convention.registrations()) {
    registrations.push({ userId: user.id, isPaid: status === 'paid' });
    if (registrations.length % 100 === 0) report(`${registrations.length} registrations read`);
  }
  report(`${registrations.length} registrations read`, { isDone: true });
  return registrations;
}

async function findRole(): Promise<string> {
  for await (const { id, name } of convention.roles()) if (name === ROLE) return id;
  throw new Error(`the convention has no role called ${ROLE}`);
}

/**
 * Resolves to whether the role changed. Tries up to five times while the platform is busy or
 * unavailable.
 */
async function change(call: () => Promise<void>, attempts = 5): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (!(error instanceof ConventionError)) throw error;
    if (error.reason === 'already-held' || error.reason === 'not-held') return false;
    const mayPass = error.kind === 'busy' || error.kind === 'unavailable';
    if (!mayPass || attempts === 1) throw error;
    const { retryAfterSeconds = 1 } = error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
    return change(call, attempts - 1);
  }
}

const counts = { given: 0, taken: 0, unchanged: 0, failed: 0 };
const summary = () =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');

try {
  const registrations = await readRegistrations();
  const roleId = await findRole();
  for (const { userId, isPaid } of registrations) {
    try {
      const isChanged = await change(() =>
        isPaid
          ? convention.addRole({ userId, roleId, scope: 'convention' })
          : convention.removeRole({ userId, roleId }),
      );
      if (!isChanged) counts.unchanged += 1;
      else counts[isPaid ? 'given' : 'taken'] += 1;
    } catch (error) {
      // Continues after an error that concerns only one person, such as a deleted user. Any other
      // error stops the bot.
      if (!(error instanceof ConventionError) || error.reason === undefined) throw error;
      counts.failed += 1;
      report(`user ${userId}: ${error.message}`, { isDone: true });
    }
    report(`${ROLE}: ${summary()}`);
  }
  report(`${ROLE}: ${summary()}`, { isDone: true });
} catch (error) {
  console.error(`The bot has stopped: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await convention.close();
}
