// Attacks by somebody who reads or writes Redis, and Redis faults. An app withstands a fault if it
// promptly shows an error page, and works again afterwards.
import { createHmac } from 'node:crypto';
import type { Visitor } from '../../support/app/visitor.ts';
import type { Attack } from './attack.ts';
import {
  becomesTrue,
  copyOfBrowser,
  loggedIn,
  loginsWorkAgain,
  logOut,
  seen,
  startLoginUntilCallback,
  visitorWithConventionLogin,
  waitFor,
  whoIsLoggedIn,
} from './visits.ts';

/** How long an attack waits, in seconds. Lanyard's own deadline for Redis is half a second. */
const patience = 2;

const dumpIsRead: Attack = {
  property: 'P43',
  name: 'Somebody reads a backup or replica of Redis',
  async run(target) {
    await loggedIn(target, 'robin');
    const dump = JSON.stringify(await target.redis.dump());
    const tried = (dump.match(/[\w-]{20,}/g) ?? []).map((word) =>
      fetch(`${target.sandbox.url}/api/users/current`, {
        headers: { authorization: `Bearer ${word}` },
      }),
    );
    const isTokenThere = (await Promise.all(tried)).some(({ ok }) => ok);
    const isEmailThere = dump.includes('robin@example.org');
    const email = isEmailThere ? "robin's email" : 'no email';
    const token = isTokenThere ? 'a working access token' : 'no token';
    return { held: !isTokenThere && !isEmailThere, what: `${email}, ${token}` };
  },
};

const cookieIsMadeFromDump: Attack = {
  property: 'P43',
  name: 'Somebody with a copy of Redis and the secrets forges a cookie',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    if (!robin.cookies(target.url).has(target.sessionCookie))
      throw new Error(`no cookie ${target.sessionCookie}`);
    const keys = (await target.redis.dump()).map(({ key }) => key);
    for (const key of keys) {
      const sessionId = key.replace(/^[^:]*:/, '').replace(/[{}]/g, '');
      const hmac = createHmac('sha256', target.sessionSecret).update(sessionId);
      const signature = hmac.digest('base64').replace(/=+$/, '');
      const thief = target.visitor();
      const forged = encodeURIComponent(`s:${sessionId}.${signature}`);
      thief.cookies(target.url).set(target.sessionCookie, forged);
      if ((await whoIsLoggedIn(target, thief)) === 'robin')
        return { held: false, what: "opens robin's profile" };
    }
    return { held: true, what: `no cookie made from ${keys.length} keys works` };
  },
};

const sessionIsCopied: Attack = {
  property: 'P44',
  name: "Somebody copies robin's session over their own in Redis",
  async run(target) {
    const allKeys = async () => (await target.redis.dump()).map(({ key }) => key);
    await loggedIn(target, 'robin');
    const robins = await allKeys();
    const thief = await loggedIn(target, 'sam');
    const own = (await allKeys()).filter((key) => !robins.includes(key));
    for (const to of own) {
      const from = robins.find((key) => key.split(':')[0] === to.split(':')[0]);
      if (from) await target.redis.command('COPY', from, to, 'REPLACE');
    }
    const seenAs = await whoIsLoggedIn(target, thief);
    if (seenAs === 'robin') return { held: false, what: "sees robin's profile" };
    const what = 'logged out: the value decrypts only under its own key';
    return { held: true, what: seenAs ? 'sees their own profile' : what };
  },
};

const redisIsFull: Attack = {
  property: 'P31',
  name: 'Redis is full while somebody logs in',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    await target.redis.command('FLUSHALL');
    await target.redis.command('CONFIG', 'SET', 'maxmemory', '1');
    const start = await robin.request(`${target.url}/login`);
    const back = await robin.request(start.headers.get('location') ?? '');
    const { status } = await robin.request(back.headers.get('location') ?? '');
    const isUseless = robin.cookies(target.url).has(target.sessionCookie);
    const cookie = isUseless ? 'a cookie without a session' : 'no cookie without a session';
    return { held: status === 503 && !isUseless, what: `${status}, ${cookie}` };
  },
};

const redisIsFrozen: Attack = {
  property: 'P88',
  name: 'Redis stops responding',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    target.redis.process.kill('SIGSTOP');
    const { answer, seconds } = await waitFor(robin.request(`${target.url}/profile`), patience);
    target.redis.process.kill('SIGCONT');
    const what = answer ? `${answer.status} after ${seconds} s` : `no response in ${seconds} s`;
    return { held: answer?.status === 503, what };
  },
};

const redisIsKilled: Attack = {
  property: 'P88',
  name: 'Redis is killed and restarted',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    await target.redis.kill();
    const { answer, seconds } = await waitFor(robin.request(`${target.url}/profile`), patience);
    await target.redis.restart();
    const isBack = await loginsWorkAgain(target);
    const first = answer ? `${answer.status} after ${seconds} s` : `no response in ${seconds} s`;
    const what = `${first}, then ${isBack ? 'logins work' : 'no login works'}`;
    return { held: answer?.status === 503 && isBack, what };
  },
};

const redisCrashesAfterLogOut: Attack = {
  property: 'P40',
  name: 'Redis crashes after a log-out and restarts with the data on disk',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const copy = copyOfBrowser(target, robin);
    await target.redis.command('BGSAVE');
    const isSaved = async () =>
      !/bgsave_in_progress:1/.test(String(await target.redis.command('INFO')));
    await becomesTrue(isSaved);
    await logOut(robin, await robin.open(`${target.url}/profile`));
    await target.redis.kill();
    await target.redis.restart();
    const isReached = await loginsWorkAgain(target);
    const isBack = (await whoIsLoggedIn(target, copy)) === 'robin';
    const what = isBack ? 'a copy of the cookie works again' : 'logged out';
    return { held: isReached && !isBack, what };
  },
};

const redisIsReadOnly: Attack = {
  property: 'P88',
  name: 'Redis becomes a read-only replica',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    const sam = await loggedIn(target, 'sam');
    await target.redis.command('REPLICAOF', '127.0.0.1', '1');
    const profile = await sam.open(`${target.url}/profile`).catch(() => undefined);
    const login = await robin.open(callback).catch(() => undefined);
    await target.redis.command('REPLICAOF', 'NO', 'ONE');
    const what = [profile, login].map((page) => (page ? seen(page) : 'cut off'));
    const held = profile?.status === 200 && login?.status === 503;
    return { held, what: `a page: ${what[0]}, a login: ${what[1]}` };
  },
};

const redisIsFlushed: Attack = {
  property: 'P92',
  name: 'Redis loses all data while ten people log in',
  async run(target) {
    const people: { who: Visitor; callback: URL }[] = [];
    while (people.length < 10) {
      const who = await visitorWithConventionLogin(target, 'robin');
      people.push({ who, callback: await startLoginUntilCallback(target, who) });
    }
    await target.redis.command('FLUSHALL');
    let lost = 0;
    for (const { who, callback } of people) {
      await who.request(callback);
      if ((await whoIsLoggedIn(target, who)) !== 'robin') lost += 1;
    }
    return { held: lost === 0, what: `${lost} of 10 logins fail` };
  },
};

export const redisAttacks: readonly Attack[] = [
  dumpIsRead,
  cookieIsMadeFromDump,
  sessionIsCopied,
  redisIsFull,
  redisIsFrozen,
  redisIsKilled,
  redisCrashesAfterLogOut,
  redisIsReadOnly,
  redisIsFlushed,
];
