// Each duration in a message, in docs/data.md and in the login's reference is compared with the
// running app. A new duration needs a new line here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { watchPictures } from '../../../src/checks/picture-origins.ts';
import { keptUntil } from '../../../src/pages/badge-name/kept-badge-page.ts';
import { recordLog } from '../../support/app/record-log.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import { fromOwnPage, logIn, visitor } from '../../support/app/visitor.ts';

const minute = 60;
const hour = 3600;
const day = 86_400;
const seconds: Record<string, number> = { seconds: 1, minute, hour, day, month: 30 * day };
const numbers: Record<string, number> = { a: 1, two: 2, five: 5 };

/** Returns the durations in a text, in seconds. Those that come from the settings are skipped. */
function durationsIn(message: string): number[] {
  const withoutPlurals = message.replace(/\{\w+, plural,(?:[^{}]|\{[^{}]*\})*\}/g, '');
  const found = withoutPlurals.matchAll(/\b(\d+|a|two|five) (seconds\b|minute|hour|day|month)/gi);
  return [...found].map(([, number = '', unit = '']) => {
    const count = numbers[number.toLowerCase()] ?? Number(number);
    return count * (seconds[unit] ?? Number.NaN);
  });
}

const messages: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../../views/messages/en.json', import.meta.url), 'utf8'),
);

/** Returns a cookie's lifetime in seconds, from the last response that set it. */
function lifeOfCookie({ heard }: RunningApp, name: RegExp): number {
  const set = heard().exchanges.flatMap(({ answered }) => answered.headers['set-cookie'] ?? []);
  const own = set.filter((line) => new RegExp(`^${name.source}=[^;]`).test(line));
  const [, life] = /Max-Age=(\d+)/.exec(own.at(-1) ?? '') ?? [];
  return Number(life);
}

async function lifeInRedis({ redis }: RunningApp, prefix: RegExp): Promise<number> {
  const keys = (await redis.dump()).filter(({ key }) => prefix.test(key));
  return Math.max(...keys.map(({ ttl }) => ttl));
}

/**
 * Returns how many seconds a kept badge lasts. Without the convention's days, that is the maximum.
 */
function lifeOfKeptBadge(days: { first: string; last: string } | undefined): number {
  const readAt = Date.parse('2027-06-01T00:00Z');
  return (keptUntil(readAt, { time: { days }, timeZone: 'UTC' } as never) - readAt) / 1000;
}

/** Makes the app set each cookie and each Redis key. Returns their lifetimes in seconds. */
async function measureLives(t: TestContext) {
  const app = await startApp(t);
  const robin = visitor();
  const home = await robin.open(app.url);
  await robin.press(home, 'Deutsch');
  await robin.press(await robin.open(app.url), 'English');
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:email'] });
  const shareMore = `${app.url}/login?scope=pii:email&return_to=/profile`;
  await robin.press(await robin.open(shareMore, app.url), 'Allow');
  await robin.request(`${app.url}/kept-badge?keep`, { headers: fromOwnPage });
  const whileLoggedIn = {
    session: await lifeInRedis(app, /^s:/),
    sessionsOfPerson: await lifeInRedis(app, /^i:/),
    keptBadgeCookie: lifeOfCookie(app, /kept-badge-\d+/),
    keptBadgeNote: await lifeInRedis(app, /^e:kept-badge:/),
  };
  await robin.press(await robin.open(`${app.url}/sharing/stop?scope=pii:phone`), 'Stop sharing');
  return {
    ...whileLoggedIn,
    pendingLogin: lifeOfCookie(app, /login-\d+\.[1-4]/),
    logOutCookie: lifeOfCookie(app, /login-\d+\.everywhere/),
    roundTrips: lifeOfCookie(app, /round-trips-\d+/),
    notice: lifeOfCookie(app, /notice-\d+/),
    chosenScopes: lifeOfCookie(app, /scopes-\d+/),
    language: lifeOfCookie(app, /language-\d+/),
    stoppedScope: await lifeInRedis(app, /^o:/),
    usedState: await lifeInRedis(app, /^u:/),
    sessionEnd: await lifeInRedis(app, /^x:/),
    personOfPast: await lifeInRedis(app, /^p:/),
    endOfAll: await lifeInRedis(app, /^e:(?!kept-badge)/),
  };
}

/** Checks that a text promises these durations, in this order. */
function checkPromise(place: string, text: string, lives: readonly number[] | undefined): void {
  const promised = durationsIn(text);
  assert.ok(lives, `${place} names a duration: compare it with the app in this test`);
  assert.equal(promised.length, lives.length, `${place} has the durations ${promised}`);
  const shortages = promised.map((seconds, index) => seconds - (lives[index] ?? 0));
  // Redis counts whole seconds, and some pass during the test.
  assert.ok(
    shortages.every((shortage) => shortage >= 0 && shortage < 10),
    `${place} promises ${promised}, and the app keeps ${lives} seconds`,
  );
}

/** Returns the last column of the table under a heading of a document, by the first column. */
function lifetimesIn(document: string, heading: string): [label: string, lifetime: string][] {
  const text = readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8');
  const [, section = ''] = text.split(`# ${heading}\n`);
  const [table = ''] = section.split('\n#');
  const rows = table.matchAll(/^\| (.+?) \| .+ \| (.+) \|$/gm);
  return [...rows].map(([, label = '', lifetime = '']) => [label, lifetime]);
}

/** Returns how long the note about a picture's site is stored. */
function lifeOfPictureNote(): number {
  let life = 0;
  const keys = {
    addToSet: async (_key: string, _value: string, seconds: number) => {
      life = seconds;
    },
  };
  watchPictures({ keys, log: recordLog([]), pictureOrigins: [] })('https://pictures.example/1');
  return life;
}

test('each duration in a message, in docs/data.md and in the login reference matches the app', async (t) => {
  const of = await measureLives(t);
  const inConvention = { first: '2027-05-29', last: '2027-05-31' };
  const keptBadge = [lifeOfKeptBadge(inConvention), lifeOfKeptBadge(undefined)];
  const lives: Record<string, readonly number[]> = {
    'privacy.cookie.login': [of.pendingLogin, of.logOutCookie],
    'privacy.cookie.round-trips': [of.roundTrips],
    'problem.login-loop.text': [of.roundTrips],
    'privacy.cookie.notice': [of.notice],
    'privacy.cookie.scopes': [of.chosenScopes],
    'choose.later': [of.chosenScopes],
    'privacy.cookie.language': [of.language],
    'privacy.kept.stopped.text': [of.stoppedScope],
    'stop.details.later': [of.stoppedScope],
    'privacy.cookie.kept-badge': [of.keptBadgeCookie],
    'badge.keep.note': [lifeOfKeptBadge(undefined)],
    'privacy.kept.badge.text': [...keptBadge, of.keptBadgeNote],
    // docs/data.md
    'user id, display name, granted scopes, access token': [of.session, of.sessionsOfPerson],
    "a person's list of sessions": [of.sessionsOfPerson],
    "the attendee's records": [of.session],
    'a pending login': [of.pendingLogin],
    'the chosen scopes': [of.chosenScopes],
    'the chosen language': [of.language],
    'the scopes that a person stopped sharing': [of.stoppedScope],
    'finished logins and ended sessions': [of.endOfAll],
    'the origin of a picture, if `PICTURE_ORIGINS` does not list it': [lifeOfPictureNote()],
    'whether a person keeps badges on phones, and when they last deleted all copies': [
      of.keptBadgeNote,
    ],
    'the owner of a kept badge': keptBadge,
    'the kept badge itself': keptBadge,
    // src/login/docs/reference.md
    '`x:`': [of.sessionEnd, 60],
    '`u:`': [of.usedState],
    '`e:`': [of.endOfAll],
    '`p:`': [of.personOfPast],
    '`o:`': [of.stoppedScope],
    '`login.1` to `login.4`': [of.pendingLogin],
    '`login.everywhere`': [of.logOutCookie],
    '`round-trips`': [of.roundTrips],
    '`scopes`': [of.chosenScopes],
  };
  const reference = 'src/login/docs/reference.md';
  const promises = [
    ...Object.entries(messages).filter(([key]) => key !== 'badge.none.wait'),
    ...lifetimesIn('docs/data.md', 'What Lanyard stores about people'),
    ...lifetimesIn(reference, 'Redis keys'),
    ...lifetimesIn(reference, 'Cookies'),
  ].filter(([, text]) => durationsIn(text).length > 0);
  for (const [place, text] of promises) checkPromise(place, text, lives[place]);
  const unused = Object.keys(lives).filter((place) => promises.every(([other]) => other !== place));
  assert.deepEqual(unused, [], 'these places no longer promise a duration');
});
