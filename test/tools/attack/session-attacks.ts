import { setFaults } from '../../support/platform/set-faults.ts';
import type { Attack } from './attack.ts';
import { becomesTrue } from './becomes-true.ts';
import { callsOf, copyOfBrowser, loggedIn, logOut, seen, whoIsLoggedIn } from './visits.ts';

export const logOutWhileLoading: Attack = {
  property: 'P24',
  name: 'The attendee logs out while a page is loading',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const profile = await robin.open(`${target.url}/profile`);
    const otherTab = copyOfBrowser(target, robin);
    const thief = copyOfBrowser(target, robin);
    await setFaults(target.sandbox, [
      { fault: 'slow', route: 'GET /api/users/current', ms: 800, times: 1 },
    ]);
    const before = callsOf(target, '/api/users/current');
    const loading = otherTab.request(`${target.url}/profile`);
    const isLoading = await becomesTrue(() => callsOf(target, '/api/users/current') > before);
    if (!isLoading) throw new Error('the page makes no call to the convention');
    const loggedOutPage = await logOut(robin, profile);
    if (loggedOutPage.status !== 200) throw new Error(`the log-out failed: ${seen(loggedOutPage)}`);
    await loading;
    const seenAs = await whoIsLoggedIn(target, thief);
    return {
      held: seenAs === undefined,
      what: seenAs ? 'still logged in' : 'logged out',
    };
  },
};

export const forgedLogOut: Attack = {
  property: 'P56',
  name: 'A link on another site logs the visitor out',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const { status } = await robin.request(`${target.url}/logout`, { headers });
    const held = (await whoIsLoggedIn(target, robin)) === 'robin';
    return { held, what: held ? `${status}, still logged in` : 'logged out' };
  },
};

export const tossedCookie: Attack = {
  property: 'P21',
  name: "A sibling site plants the attacker's session cookie",
  async run(target) {
    const attacker = await loggedIn(target, 'sam');
    const victim = target.visitor();
    // An attacker on evil.testcon.test sets these cookies with Domain=testcon.test. Browsers reject
    // such a cookie if its name starts with `__Host-` (RFC 6265bis section 4.1.3.2).
    const cookies = [...attacker.cookies(target.url)].filter(
      ([name]) => !name.startsWith('__Host-'),
    );
    for (const [name, value] of cookies) victim.cookies(target.url).set(name, value);
    const seenAs = await whoIsLoggedIn(target, victim);
    return {
      held: seenAs === undefined,
      what: seenAs
        ? "the visitor is in the attacker's account"
        : `browsers accept ${cookies.length} of its cookies`,
    };
  },
};

export const keptPage: Attack = {
  property: 'P51',
  name: 'The browser shows a cached page after a log-out',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const profile = await robin.request(`${target.url}/profile`);
    const cacheControl = profile.headers.get('cache-control');
    return {
      held: cacheControl?.includes('no-store') ?? false,
      what: `Cache-Control: ${cacheControl ?? 'none'}`,
    };
  },
};
