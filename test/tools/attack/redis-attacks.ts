import { createHmac } from 'node:crypto';
import * as undici from 'undici';
import type { Visitor } from '../../support/app/visitor.ts';
import { keysOfRequests } from '../../support/redis/redis.ts';
import type { Attack } from './attack.ts';
import { requestHeaders } from './request-headers.ts';
import {
  loggedIn,
  startLoginUntilCallback,
  visitorWithConventionLogin,
  waitFor,
  whoIsLoggedIn,
} from './visits.ts';

export const dumpIsRead: Attack = {
  property: 'P33',
  name: 'Somebody reads a backup or replica of Redis',
  async run(target) {
    await loggedIn(target, 'robin');
    const dump = JSON.stringify(await target.redis.dump());
    const words = dump.match(/[\w-]{20,}/g) ?? [];
    const tried = words.map((word) =>
      fetch(`${target.sandbox.url}/api/users/current`, {
        headers: { authorization: `Bearer ${word}` },
      }),
    );
    const isTokenThere = (await Promise.all(tried)).some(({ ok }) => ok);
    const isEmailThere = dump.includes('robin@example.org');
    const email = isEmailThere ? "robin's email" : 'no email';
    const token = isTokenThere ? 'a working access token' : 'no token';
    return {
      held: !isTokenThere && !isEmailThere,
      what: `${email}, ${token}`,
    };
  },
};

export const cookieIsMadeFromDump: Attack = {
  property: 'P33',
  name: 'Somebody with a copy of Redis and the secrets forges a cookie',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    if (!robin.cookies(target.url).has(target.sessionCookie))
      throw new Error(`no cookie ${target.sessionCookie}`);
    const keys = (await target.redis.dump()).map(({ key }) => key);
    for (const key of keys) {
      const sessionId = key.replace(/^[^:]*:/, '').replace(/[{}]/g, '');
      const signature = createHmac('sha256', target.sessionSecret)
        .update(sessionId)
        .digest('base64')
        .replace(/=+$/, '');
      const thief = target.visitor();
      const forged = encodeURIComponent(`s:${sessionId}.${signature}`);
      thief.cookies(target.url).set(target.sessionCookie, forged);
      if ((await whoIsLoggedIn(target, thief)) === 'robin')
        return { held: false, what: "opens robin's profile" };
    }
    return { held: true, what: `no cookie made from ${keys.length} keys works` };
  },
};

export const sessionIsCopied: Attack = {
  property: 'P34',
  name: "Somebody copies robin's session over their own in Redis",
  async run(target) {
    await loggedIn(target, 'robin');
    const robins = (await target.redis.dump()).map(({ key }) => key);
    const thief = await loggedIn(target, 'sam');
    const own = (await target.redis.dump())
      .map(({ key }) => key)
      .filter((key) => !robins.includes(key));
    for (const to of own) {
      const from = robins.find((key) => key.split(':')[0] === to.split(':')[0]);
      if (from) await target.redis.command('COPY', from, to, 'REPLACE');
    }
    const seenAs = await whoIsLoggedIn(target, thief);
    return seenAs === 'robin'
      ? { held: false, what: "sees robin's profile" }
      : {
          held: true,
          what: seenAs
            ? 'sees their own profile'
            : 'logged out: the value decrypts only under its own key',
        };
  },
};

export const valueIsCorrupt: Attack = {
  property: 'P29',
  name: 'A session value in Redis is corrupt',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    for (const { key } of await target.redis.dump())
      await target.redis.command('SET', key, '{"cookie":');
    const paths = ['/profile', '/', '/login', '/logout', '/profile'];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await robin.request(target.url + path)).status);
    const failures = statuses.filter((status) => status >= 500).length;
    return {
      held: failures === 0,
      what: `${failures} server errors on ${paths.length} pages: ${statuses.join(' ')}`,
    };
  },
};

export const botsFillRedis: Attack = {
  property: 'P30',
  name: 'A bot opens /login 300 times',
  async run(target) {
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, () => target.visitor().request(`${target.url}/login`)),
      );
    }
    const { length: keys } = await keysOfRequests(target.redis);
    return { held: keys === 0, what: `${keys} keys in Redis` };
  },
};

export const redisIsFrozen: Attack = {
  property: 'P80',
  name: 'Redis stops responding',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    target.redis.process.kill('SIGSTOP');
    const { answer, seconds } = await waitFor(robin.request(`${target.url}/profile`), 2);
    target.redis.process.kill('SIGCONT');
    return answer
      ? { held: answer.status === 503, what: `${answer.status} after ${seconds} s` }
      : { held: false, what: `no response in ${seconds} s` };
  },
};

export const redisIsFlushed: Attack = {
  property: 'P84',
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

export const redisIsSlow: Attack = {
  property: 'P26',
  name: 'One of two instances is 200 ms away from Redis',
  async run(target) {
    let lost = 0;
    for (const slowest of [0, 1]) {
      const robin = await visitorWithConventionLogin(target, 'robin');
      target.redisLink.delayMs = 200;
      // The proxy alternates between the instances.
      const at = (hop: number) => target.instances[(hop + slowest) % 2] ?? '';
      const start = await requestHeaders(target, {
        who: robin,
        path: '/login?return_to=/profile',
        at: at(0),
      });
      const back = await robin.request(start.location);
      const path = (back.headers.get('location') ?? '').replace(target.url, '');
      await requestHeaders(target, { who: robin, path, at: at(1) });
      const profile = await requestHeaders(target, { who: robin, path: '/profile', at: at(2) });
      if (profile.status !== 200) lost += 1;
      target.redisLink.delayMs = 0;
    }
    return { held: lost === 0, what: `${lost} of 2 logins fail` };
  },
};

export const redisIsFull: Attack = {
  property: 'P27',
  name: 'Redis is full while ten people log in',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    await target.redis.command('FLUSHALL');
    await target.redis.command('CONFIG', 'SET', 'maxmemory', '1');
    // All visitors share one connection, as behind a proxy.
    const dispatcher = new undici.Client(target.instances[0]);
    const at = target.instances[0];
    let status = 0;
    let uselessCookies = 0;
    let cutOff = 0;
    const countCutOff = () => {
      cutOff += 1;
      return undefined;
    };
    const nextVisitor = () =>
      requestHeaders(target, { who: target.visitor(), path: '/', at, dispatcher }).catch(
        countCutOff,
      );
    for (let round = 0; round < 10; round += 1) {
      robin.cookies(target.url).clear();
      const start = await requestHeaders(target, { who: robin, path: '/login', at, dispatcher });
      await nextVisitor();
      const back = await robin.request(start.location);
      const path = (back.headers.get('location') ?? '').replace(target.url, '');
      const end = await requestHeaders(target, { who: robin, path, at, dispatcher }).catch(
        countCutOff,
      );
      status = end?.status ?? status;
      await nextVisitor();
      if (robin.cookies(target.url).size > 0) uselessCookies += 1;
    }
    await dispatcher.destroy();
    return {
      held: uselessCookies === 0 && cutOff === 0,
      what: `${status}, ${uselessCookies} cookies without a session, ${cutOff} other visitors cut off`,
    };
  },
};
