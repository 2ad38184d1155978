// Each duration in a message is compared with the running app. A new duration needs a new line here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { keptUntil } from '../../../src/pages/badge-name/kept-badge.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import { fromOwnPage, logIn, visitor } from '../../support/app/visitor.ts';

const minute = 60;
const day = 86_400;
const seconds: Record<string, number> = { minute, day, month: 30 * day };
const numbers: Record<string, number> = { a: 1, two: 2, five: 5 };

/** Returns the durations in a message, in seconds. Those that come from the settings are skipped. */
function durationsIn(message: string): number[] {
  const withoutPlurals = message.replace(/\{\w+, plural,(?:[^{}]|\{[^{}]*\})*\}/g, '');
  const found = withoutPlurals.matchAll(/\b(\d+|a|two|five) (minute|hour|day|month)s?\b/gi);
  return [...found].map(([, number = '', unit = '']) => {
    const count = numbers[number.toLowerCase()] ?? Number(number);
    return count * (seconds[unit] ?? Number.NaN);
  });
}

const messages: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../../views/messages/en.json', import.meta.url), 'utf8'),
);

/** Returns a cookie's lifetime in seconds, from the last response that set it. */
function lifeOfCookie({ heard }: RunningApp, baseName: string): number {
  const set = heard().exchanges.flatMap(({ answered }) => answered.headers['set-cookie'] ?? []);
  const own = set.filter((line) => new RegExp(`^${baseName}=[^;]`).test(line));
  const [, life] = /Max-Age=(\d+)/.exec(own.at(-1) ?? '') ?? [];
  return Number(life);
}

async function lifeInRedis({ redis }: RunningApp, prefix: string): Promise<number> {
  const keys = (await redis.dump()).filter(({ key }) => key.startsWith(prefix));
  return Math.max(...keys.map(({ ttl }) => ttl));
}

/** The badge is kept until the end of the second day after the convention, or this long. */
function lifeOfKeptBadge(days: { first: string; last: string } | undefined): number {
  const readAt = Date.parse('2027-06-01T00:00Z');
  return (keptUntil(readAt, { time: { days }, timeZone: 'UTC' } as never) - readAt) / 1000;
}

test('each duration in a message matches the app', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const home = await robin.open(app.url);
  await robin.press(home, 'Deutsch');
  await robin.press(await robin.open(app.url), 'English');
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:email'] });
  const shareMore = `${app.url}/login?scope=pii:email&return_to=/profile`;
  await robin.press(await robin.open(shareMore, app.url), 'Allow');
  await robin.request(`${app.url}/kept-badge?keep`, { headers: fromOwnPage });
  const kept = {
    cookie: lifeOfCookie(app, 'kept-badge-\\d+'),
    note: await lifeInRedis(app, 'e:kept-badge:'),
  };
  await robin.press(await robin.open(`${app.url}/sharing/stop?scope=pii:phone`), 'Stop sharing');
  const lives: Record<string, readonly number[]> = {
    'privacy.cookie.login': [
      lifeOfCookie(app, 'login-\\d+\\.[1-4]'),
      lifeOfCookie(app, 'login-\\d+\\.everywhere'),
    ],
    'privacy.cookie.round-trips': [lifeOfCookie(app, 'round-trips-\\d+')],
    'problem.login-loop.text': [lifeOfCookie(app, 'round-trips-\\d+')],
    'privacy.cookie.notice': [lifeOfCookie(app, 'notice-\\d+')],
    'privacy.cookie.scopes': [lifeOfCookie(app, 'scopes-\\d+')],
    'choose.later': [lifeOfCookie(app, 'scopes-\\d+')],
    'privacy.cookie.language': [lifeOfCookie(app, 'language-\\d+')],
    'privacy.kept.stopped.text': [await lifeInRedis(app, 'o:')],
    'stop.details.later': [await lifeInRedis(app, 'o:')],
    'privacy.cookie.kept-badge': [kept.cookie],
    'badge.keep.note': [lifeOfKeptBadge(undefined)],
    'privacy.kept.badge.text': [
      lifeOfKeptBadge({ first: '2027-05-29', last: '2027-05-31' }),
      lifeOfKeptBadge(undefined),
      kept.note,
    ],
  };
  for (const [key, message] of Object.entries(messages)) {
    const promised = durationsIn(message);
    if (promised.length === 0 || key === 'badge.none.wait') continue;
    assert.ok(lives[key], `${key} names a duration: compare it with the app in this test`);
    const shortages = promised.map((seconds, index) => seconds - (lives[key]?.[index] ?? 0));
    // Redis counts whole seconds, and some pass during the test.
    assert.ok(
      shortages.every((shortage) => shortage >= 0 && shortage < 10),
      `${key} promises ${promised}, and the app keeps ${lives[key]} seconds`,
    );
    assert.equal(promised.length, lives[key].length, key);
  }
});
