// Rotates session secrets and encryption keys with rolling restarts while people are logged in. The
// safe order completes each step on all instances before the next one: append the new values to the
// lists, move them to the front, and remove the old ones after 12 hours.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { to } from '../support/app/front-proxy.ts';
import {
  copyBrowser,
  retryWhileUnavailable,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { startTwoApps, type TwoApps } from '../support/app/two-apps.ts';
import { type Visitor, visitor } from '../support/app/visitor.ts';
import { rounds } from '../support/machine/rounds.ts';

interface Secrets {
  readonly sessionSecret: string;
  readonly encryptionKey: string;
}

const first = makeSecrets(0);
let apps: TwoApps;

test('P24 P35 P36 sessions live through rotations of three rolling restarts each, and an unknown key means a new login', async (t) => {
  apps = await startTwoApps(t, { settings: settingsOf([first]) });
  let old = first;
  const count = rounds(t, { short: 1, full: 5, of: 'rotations of secrets and keys' });
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
  await robin.open(`${apps.url}/login`);

  for (let rotation = 1; rotation <= count; rotation += 1) {
    const renewed = makeSecrets(rotation);
    const people = [robin];
    // All instances can read with the new secrets before any instance writes with them.
    for (const secrets of [
      [old, renewed],
      [renewed, old],
    ]) {
      for (const instance of apps.instances) {
        await instance.restart(settingsOf(secrets));
        people.push(await logInOverBoth(robin));
        for (const person of people) await assertLoggedIn(person);
        await logOutOverBoth(await logInOverBoth(robin));
      }
    }

    // Removes the old key. People with sessions under that key have to log in again.
    const since = await logInOverBoth(robin);
    for (const instance of apps.instances)
      await instance.restart(settingsOf([renewed, old], [renewed]));
    await assertLoggedIn(since);
    for (const instance of [0, 1]) {
      const { status, headers } = await robin.request(`${apps.url}/profile`, {
        headers: to(instance),
      });
      assert.equal(
        `${status} ${headers.get('location')}`,
        '303 /login/expired?return_to=%2Fprofile',
      );
    }
    await robin.open(`${apps.url}/login`);
    await assertLoggedIn(robin);
    old = renewed;
  }
  for (const { output } of apps.instances) assert.doesNotMatch(output(), /"status":50[0-2]/);
});

function makeSecrets(generation: number): Secrets {
  const secret = () => randomBytes(32).toString('hex');
  return { sessionSecret: secret(), encryptionKey: `k${generation}:${secret()}` };
}

function settingsOf(signing: readonly Secrets[], sealing = signing): Record<string, string> {
  return {
    SESSION_SECRETS: signing.map(({ sessionSecret }) => sessionSecret).join(),
    ENCRYPTION_KEYS: sealing.map(({ encryptionKey }) => encryptionKey).join(),
  };
}

/**
 * Starts a login on one instance and completes it on the other. A second login does the reverse,
 * and replaces the session of the first.
 */
async function logInOverBoth(knownToSandbox: Visitor): Promise<Visitor> {
  const who = copyBrowser(knownToSandbox, apps.sandbox.url);
  const earlier = await logInOver(who, { start: 0, finish: 1, bringing: new Map() });
  const later = await logInOver(who, { start: 1, finish: 0, bringing: earlier });

  const thief = visitor();
  for (const [name, value] of earlier) {
    assert.notEqual(later.get(name), value, 'each login creates a new session');
    thief.cookies(apps.url).set(name, value);
  }
  for (const instance of [0, 1]) {
    assert.equal(
      (await thief.request(`${apps.url}/profile`, { headers: to(instance) })).status,
      303,
    );
  }
  return who;
}

/** `bringing` is the session cookie from an earlier login. Resolves to the new session cookie. */
async function logInOver(
  who: Visitor,
  login: { start: number; finish: number; bringing: ReadonlyMap<string, string> },
): Promise<Map<string, string>> {
  const jar = who.cookies(apps.url);
  const landed = await retryWhileUnavailable(async () => {
    // The login would not start if the visitor already had a session.
    jar.clear();
    const callback = await startLoginUntilCallback(who, {
      url: apps.url,
      returnTo: '/profile',
      headers: to(login.start),
    });
    for (const [name, value] of login.bringing) jar.set(name, value);
    return who.request(callback, { headers: to(login.finish) });
  });
  assert.equal(`${landed.status} ${landed.headers.get('location')}`, '303 /profile');
  return new Map([...jar].filter(([name]) => name === sessionCookieName(apps.url)));
}

async function assertLoggedIn(who: Visitor): Promise<void> {
  for (const instance of [0, 1]) {
    const profile = await retryWhileUnavailable(() =>
      who.request(`${apps.url}/profile`, { headers: to(instance) }),
    );
    assert.equal(profile.status, 200);
  }
}

async function logOutOverBoth(who: Visitor): Promise<void> {
  const profile = await who.request(`${apps.url}/profile`, { headers: to(0) });
  const formToken = /name="form_token" value="([^"]+)"/.exec(await profile.text())?.[1] ?? '';
  const logoutResponse = await who.request(`${apps.url}/logout`, {
    method: 'POST',
    headers: { ...to(1), 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token: formToken }),
  });
  assert.equal(logoutResponse.headers.get('location'), '/logged-out');
}
