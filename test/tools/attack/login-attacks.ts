import { keysOfRequests } from '../../support/redis/redis.ts';
import type { Attack } from './attack.ts';
import { becomesTrue } from './becomes-true.ts';
import {
  callsOf,
  seen,
  startLoginUntilCallback,
  visitorWithConventionLogin,
  whoIsLoggedIn,
} from './visits.ts';

export const twoTabs: Attack = {
  property: 'P16',
  name: 'Two tabs log in at the same time',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const first = await startLoginUntilCallback(target, robin, '/profile?tab=1');
    const second = await startLoginUntilCallback(target, robin, '/profile?tab=2');
    const firstPage = await robin.open(first);
    const secondPage = await robin.open(second);
    const held = firstPage.url.search === '?tab=1' && secondPage.url.search === '?tab=2';
    return {
      held,
      what: held ? 'each tab arrives at its page' : `the first tab ends on ${seen(firstPage)}`,
    };
  },
};

export const prefetch: Attack = {
  property: 'P15',
  name: 'The browser prefetches the log-in link during a login',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    const { status } = await robin.request(`${target.url}/login`, {
      headers: { 'sec-purpose': 'prefetch' },
    });
    const page = await robin.open(callback);
    const held = status >= 400 && page.status === 200;
    return { held, what: `the prefetch gets ${status}, the login ends on ${seen(page)}` };
  },
};

export const backButton: Attack = {
  property: 'P18',
  name: 'The Back button returns to the callback',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    await robin.open(callback);
    const page = await robin.open(callback);
    return { held: page.status === 200, what: seen(page) };
  },
};

export const callbackTwice: Attack = {
  property: 'P5',
  name: 'The same callback arrives twice at once (double click)',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    const before = callsOf(target, '/api/oauth/token');
    await Promise.all([robin.request(callback), robin.request(callback)]);
    const calls = callsOf(target, '/api/oauth/token') - before;
    const { status } = await robin.request(`${target.url}/profile`);
    return {
      held: calls === 1 && status === 200,
      what: `token calls: ${calls}, then the profile returns ${status}`,
    };
  },
};

export const saysNo: Attack = {
  property: 'P6',
  name: 'The attendee presses Deny',
  async run(target) {
    const noa = target.visitor();
    const consent = await noa.press(await noa.open(`${target.url}/profile`), 'noa');
    const page = await noa.press(consent, 'Deny');
    return { held: page.status < 500, what: seen(page) };
  },
};

export const foreignCallback: Attack = {
  property: 'P4',
  name: "A link logs the visitor in to the attacker's account",
  async run(target) {
    const callback = await startLoginUntilCallback(
      target,
      await visitorWithConventionLogin(target, 'sam'),
    );
    const victim = target.visitor();
    await victim.request(`${target.url}/login`);
    const { status } = await victim.request(callback);
    const loggedInAs = await whoIsLoggedIn(target, victim);
    return {
      held: loggedInAs === undefined,
      what: loggedInAs ? `is ${loggedInAs} now` : `refused with ${status}`,
    };
  },
};

const foreignTargets = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:evil.example',
  'javascript:alert(1)',
  'javascript://attendees.testcon.test/%0aalert(1)',
  'https://attendees.testcon.test@evil.example/',
  'https://attendees.testcon.test.evil.example/',
  'https://evil.example\\@attendees.testcon.test/',
  'https://evil.example#@attendees.testcon.test/',
  '/\u3002\u3002/evil.example',
  'https://evil\u3002example/',
];

export const openRedirect: Attack = {
  property: 'P61',
  name: `${foreignTargets.length} links return the visitor to another site`,
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    let leftSite = 0;
    for (const returnTo of foreignTargets) {
      robin.cookies(target.url).clear();
      const start = await robin.request(
        `${target.url}/login?return_to=${encodeURIComponent(returnTo)}`,
      );
      const location = start.headers.get('location');
      if (!location) continue;
      const back = await robin.request(location);
      const arrival = await robin.request(back.headers.get('location') ?? '');
      const { protocol, origin } = new URL(arrival.headers.get('location') ?? '/', target.url);
      // Browsers do not follow redirects to `javascript:` URLs.
      if (protocol.startsWith('http') && origin !== target.url) leftSite += 1;
    }
    return { held: leftSite === 0, what: `${leftSite} of ${foreignTargets.length} lead away` };
  },
};

export const forgedHost: Attack = {
  property: 'P9',
  name: 'A request has forged Host and X-Forwarded-Host headers',
  async run(target) {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const robin = target.visitor();
    let start = await robin.request(`${target.url}/login`, { headers });
    let location = start.headers.get('location');
    // Lanyard redirects from a forged host to its own.
    if (location?.startsWith(`${target.url}/`)) {
      start = await robin.request(location, { headers });
      location = start.headers.get('location');
    }
    if (!location) return { held: true, what: `refused with ${start.status}` };
    const { origin, host } = new URL(new URL(location).searchParams.get('redirect_uri') ?? '');
    return { held: origin === target.url, what: `the code is sent to ${host}` };
  },
};

export const droppedCookie: Attack = {
  property: 'P14',
  name: 'A browser loses the session cookie after each login',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    let address = new URL('/profile', target.url);
    let authorizations = 0;
    for (let hop = 0; hop < 60; hop += 1) {
      const answer = await robin.request(address);
      if (address.pathname.endsWith('/callback'))
        robin.cookies(target.url).delete(target.sessionCookie);
      const location = answer.headers.get('location');
      if (!location)
        return {
          held: authorizations <= 3,
          what: `${answer.status} after ${authorizations} logins`,
        };
      address = new URL(location, address);
      if (address.pathname === '/oauth/authorize') authorizations += 1;
    }
    return { held: false, what: `still redirecting after ${authorizations} logins` };
  },
};

export const proxyForgetsHttps: Attack = {
  property: 'P89',
  name: 'The proxy does not report https',
  async run(target) {
    const headers = { 'x-forwarded-proto': 'http' };
    const robin = await visitorWithConventionLogin(target, 'robin');
    await target.redis.command('FLUSHALL');
    let address = new URL('/login', target.url);
    let answer = await robin.request(address, { headers });
    let hops = 0;
    for (
      let to = answer.headers.get('location');
      to && hops < 20;
      to = answer.headers.get('location')
    ) {
      address = new URL(to, address);
      answer = await robin.request(address, { headers });
      hops += 1;
    }
    const isTold = await becomesTrue(() => /trust.?proxy/i.test(target.log()));
    const { length: keys } = await keysOfRequests(target.redis);
    const logSays = isTold ? 'names the setting' : 'does not say why';
    return {
      // One redirect to https is correct, because the visitor may have come over http.
      held: isTold && hops <= 1 && keys === 0,
      what: `${answer.status} after ${hops} ${hops === 1 ? 'redirect' : 'redirects'}, the log ${logSays}`,
    };
  },
};

export const plantedSession: Attack = {
  property: 'P20',
  name: 'The attacker plants a session id before the login',
  async run(target) {
    const attacker = target.visitor();
    await attacker.request(`${target.url}/login`);
    const robin = await visitorWithConventionLogin(target, 'robin');
    for (const [name, value] of attacker.cookies(target.url))
      robin.cookies(target.url).set(name, value);
    await robin.request(await startLoginUntilCallback(target, robin));
    const seenAs = await whoIsLoggedIn(target, attacker);
    return {
      held: seenAs === undefined,
      what: seenAs ? `sees ${seenAs}'s profile` : 'the planted id stays anonymous',
    };
  },
};
