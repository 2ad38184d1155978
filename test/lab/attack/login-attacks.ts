// Attacks on a login and on the session that it starts.
import { setFaults } from '../../support/platform/set-faults.ts';
import type { Attack } from './attack.ts';
import {
  becomesTrue,
  callsOf,
  copyOfBrowser,
  loggedIn,
  logOut,
  seen,
  startLoginUntilCallback,
  visitorWithConventionLogin,
  whoIsLoggedIn,
} from './visits.ts';

const logOutWhileLoading: Attack = {
  property: 'P28',
  name: 'The attendee logs out while a page is loading',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const profile = await robin.open(`${target.url}/profile`);
    const [otherTab, thief] = [copyOfBrowser(target, robin), copyOfBrowser(target, robin)];
    const path = '/api/users/current';
    await setFaults(target.sandbox, [{ fault: 'slow', route: `GET ${path}`, ms: 800, times: 1 }]);
    const before = callsOf(target, path);
    const loading = otherTab.request(`${target.url}/profile`);
    if (!(await becomesTrue(() => callsOf(target, path) > before)))
      throw new Error('the page makes no call to the convention');
    const loggedOutPage = await logOut(robin, profile);
    if (loggedOutPage.status !== 200) throw new Error(`the log-out failed: ${seen(loggedOutPage)}`);
    await loading;
    const seenAs = await whoIsLoggedIn(target, thief);
    return { held: seenAs === undefined, what: seenAs ? 'still logged in' : 'logged out' };
  },
};

const tossedCookie: Attack = {
  property: 'P25',
  name: "A sibling site plants the attacker's session cookie",
  async run(target) {
    const attacker = await loggedIn(target, 'sam');
    const victim = target.visitor();
    // An attacker on evil.testcon.test sets these cookies with Domain=testcon.test. Browsers reject
    // such a cookie if its name starts with `__Host-` (RFC 6265bis section 4.1.3.2).
    const accepted = [...attacker.cookies(target.url)].filter(
      ([name]) => !name.startsWith('__Host-'),
    );
    for (const [name, value] of accepted) victim.cookies(target.url).set(name, value);
    const seenAs = await whoIsLoggedIn(target, victim);
    const what = `browsers accept ${accepted.length} of its cookies`;
    return {
      held: seenAs === undefined,
      what: seenAs ? "the visitor is in the attacker's account" : what,
    };
  },
};

const twoTabs: Attack = {
  property: 'P17',
  name: 'Two tabs log in at the same time',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const first = await startLoginUntilCallback(target, robin, '/profile?tab=1');
    const second = await startLoginUntilCallback(target, robin, '/profile?tab=2');
    const firstPage = await robin.open(first);
    const secondPage = await robin.open(second);
    const held = firstPage.url.search === '?tab=1' && secondPage.url.search === '?tab=2';
    const what = held ? 'each tab arrives at its page' : `the first tab ends on ${seen(firstPage)}`;
    return { held, what };
  },
};

const prefetch: Attack = {
  property: 'P12',
  name: 'The browser prefetches the log-in link during a login',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    const headers = { 'sec-purpose': 'prefetch' };
    const { status } = await robin.request(`${target.url}/login`, { headers });
    const page = await robin.open(callback);
    const held = status >= 400 && page.status === 200;
    return { held, what: `the prefetch gets ${status}, the login ends on ${seen(page)}` };
  },
};

const backButton: Attack = {
  property: 'P19',
  name: 'The Back button returns to the callback',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    await robin.open(callback);
    const page = await robin.open(callback);
    return { held: page.status === 200, what: seen(page) };
  },
};

const callbackTwice: Attack = {
  property: 'P5',
  name: 'The same callback arrives twice at once (double click)',
  onTextbook: 'depends on timing',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    const before = callsOf(target, '/api/oauth/token');
    await Promise.all([robin.request(callback), robin.request(callback)]);
    const calls = callsOf(target, '/api/oauth/token') - before;
    const { status } = await robin.request(`${target.url}/profile`);
    const what = `token calls: ${calls}, then the profile returns ${status}`;
    return { held: calls === 1 && status === 200, what };
  },
};

const saysNo: Attack = {
  property: 'P6',
  name: 'The attendee presses Deny',
  async run(target) {
    const noa = target.visitor();
    const consent = await noa.press(await noa.open(`${target.url}/profile`), 'noa');
    const page = await noa.press(consent, 'Deny');
    return { held: page.status < 500, what: seen(page) };
  },
};

const foreignCallback: Attack = {
  property: 'P4',
  name: "A link logs the visitor in to the attacker's account",
  onTextbook: 'holds',
  async run(target) {
    const sam = await visitorWithConventionLogin(target, 'sam');
    const callback = await startLoginUntilCallback(target, sam);
    const victim = target.visitor();
    await victim.request(`${target.url}/login`);
    const { status } = await victim.request(callback);
    const seenAs = await whoIsLoggedIn(target, victim);
    const what = seenAs ? `is ${seenAs} now` : `refused with ${status}`;
    return { held: seenAs === undefined, what };
  },
};

const plantedSession: Attack = {
  property: 'P24',
  name: 'The attacker plants a session id before the login',
  onTextbook: 'holds',
  async run(target) {
    const attacker = target.visitor();
    await attacker.request(`${target.url}/login`);
    const robin = await visitorWithConventionLogin(target, 'robin');
    for (const [name, value] of attacker.cookies(target.url))
      robin.cookies(target.url).set(name, value);
    await robin.request(await startLoginUntilCallback(target, robin));
    const seenAs = await whoIsLoggedIn(target, attacker);
    const what = seenAs ? `sees ${seenAs}'s profile` : 'the planted id stays anonymous';
    return { held: seenAs === undefined, what };
  },
};

export const loginAttacks: readonly Attack[] = [
  logOutWhileLoading,
  twoTabs,
  saysNo,
  backButton,
  callbackTwice,
  tossedCookie,
  prefetch,
  foreignCallback,
  plantedSession,
];
