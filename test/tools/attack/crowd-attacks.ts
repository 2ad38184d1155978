// Attacks on other visitors. A single visitor, foreign page or record uses up a resource that
// everybody shares.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from '../../support/app/visitor.ts';
import { setFaults } from '../../support/platform/set-faults.ts';
import type { Attack, Outcome } from './attack.ts';
import type { Target } from './target.ts';
import {
  copyOfBrowser,
  loggedIn,
  startLoginUntilCallback,
  visitorWithConventionLogin,
  waitFor,
  whoIsLoggedIn,
} from './visits.ts';

const many = 60;
const logins = 30;
const images = 62;
const markCount = 100_000;

export const dearName: Attack = {
  property: 'P67',
  name: 'A name has 100,000 combining marks',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const sam = await loggedIn(target, 'sam');
    await setFaults(target.sandbox, [
      {
        fault: 'replaced-text',
        route: '*',
        attendee: 'robin',
        fields: ['preferredName', 'badgeName'],
        text: '\u0301\u0323',
        repeated: markCount / 2,
      },
    ]);
    const pages = ['/profile', '/badge-name'].map((path) => robin.request(target.url + path));
    const start = performance.now();
    const statuses = [];
    for (let visit = 0; visit < 5; visit += 1)
      statuses.push((await sam.request(`${target.url}/profile`)).status);
    const seconds = (performance.now() - start) / 1000;
    await Promise.all(pages);
    const held = seconds < 2 && statuses.every((status) => status === 200);
    return {
      held,
      what: held ? 'others do not wait' : `others wait for ${seconds.toFixed(1)} s`,
    };
  },
};

async function spoilNetwork(
  target: Target,
  { count, headers }: { count: number; headers: Record<string, string> },
): Promise<Outcome> {
  const robin = inVenue(await visitorWithConventionLogin(target, 'robin'));
  const attacker = inVenue(target.visitor());
  const forged = Array.from({ length: count }, (_, index) =>
    attacker.request(`${target.url}/login/callback?code=${index}&state=${index}`, { headers }),
  );
  await Promise.all(forged);
  const start = await robin.request(`${target.url}/login?return_to=/profile`);
  if (start.status >= 400)
    return { held: false, what: `nobody there can log in: ${start.status} at the first step` };
  const { status } = await robin.request(await startLoginUntilCallback(target, robin));
  const held = (await whoIsLoggedIn(target, robin)) === 'robin';
  return { held, what: held ? 'the next login works' : `the next login ends on ${status}` };
}

/** All visitors at a venue share one address. */
function inVenue(who: Visitor): Visitor {
  const network = { 'x-forwarded-for': '203.0.113.7' };
  return {
    ...who,
    request: (address, options) =>
      who.request(address, { ...options, headers: { ...options?.headers, ...network } }),
  };
}

export const foreignImages: Attack = {
  property: 'P90',
  name: `A page on another site loads ${images} callbacks as images`,
  run: (target) =>
    spoilNetwork(target, {
      count: images,
      headers: {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'no-cors',
        'sec-fetch-dest': 'image',
      },
    }),
};

export const badCallbacks: Attack = {
  property: 'P90',
  name: `Somebody at the venue opens ${many} forged callbacks`,
  run: (target) =>
    spoilNetwork(target, {
      count: many,
      headers: {
        'sec-fetch-site': 'none',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    }),
};

export const manyTabs: Attack = {
  property: 'P22',
  name: `${many} tabs start a login at once`,
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const starts = Array.from({ length: many }, (_, tab) =>
      robin.request(`${target.url}/login?return_to=${encodeURIComponent(`/profile?tab=${tab}`)}`),
    );
    await Promise.all(starts);
    const cookies = [...robin.cookies(target.url)].map(([name, value]) => `${name}=${value}`);
    const kilobytes = (cookies.join('; ').length / 1024).toFixed(1);
    const { status } = await robin.request(`${target.url}/`);
    return { held: status === 200, what: `${kilobytes} KB of cookies, the home page is ${status}` };
  },
};

export const manySessions: Attack = {
  property: 'P31',
  name: `Somebody logs in ${logins} times and never logs out`,
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const browsers: Visitor[] = [];
    while (browsers.length < logins) {
      robin.cookies(target.url).clear();
      await robin.request(await startLoginUntilCallback(target, robin));
      browsers.push(copyOfBrowser(target, robin));
    }
    let open = 0;
    for (const browser of browsers)
      if ((await whoIsLoggedIn(target, browser)) === 'robin') open += 1;
    const held = open < logins;
    return { held, what: held ? 'the oldest sessions have ended' : `${open} sessions are open` };
  },
};

export const foreignText: Attack = {
  property: 'P56',
  name: "A link on another site changes the visitor's badge",
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const answer = await robin.request(`${target.url}/badge-name?try=CANCELLED`, {
      headers: {
        referer: 'https://evil.example/',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    });
    if (answer.status === 404) return { held: true, what: 'it has no badge page' };
    const isWritten = (await answer.text()).includes('CANCELLED');
    return { held: !isWritten, what: isWritten ? 'it shows "CANCELLED"' : 'it shows the name' };
  },
};

const sixOthers = ['sam', 'noa', 'blair', 'wanda', 'kit', 'zoe'];

/**
 * Two people open a burst of pages, and then one page each every 220 ms. Meanwhile, six other
 * people open one page after the other.
 */
async function crowdOut(
  target: Target,
  { path, faults }: { path: string; faults: (attendee: string) => Parameters<typeof setFaults>[1] },
): Promise<Outcome> {
  const [robin, stan] = [await loggedIn(target, 'robin'), await loggedIn(target, 'stan')];
  const others: Visitor[] = [];
  for (const name of sixOthers) others.push(await loggedIn(target, name));
  await setFaults(target.sandbox, [...faults('robin'), ...faults('stan')]);
  const open = async (who: Visitor) => (await who.request(target.url + path)).status;
  await Promise.all(Array(6).fill([robin, stan]).flat().map(open));
  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (const who of others) {
      const pages = [robin, stan].map(open);
      statuses.push(await open(who));
      await Promise.all([...pages, sleep(220)]);
    }
  }
  await setFaults(target.sandbox, []);
  if (statuses.every((status) => status === 404))
    return { held: true, what: 'it has no such page' };
  const lost = statuses.filter((status) => status !== 200).length;
  return { held: lost === 0, what: `${lost} of ${statuses.length} pages of six others are lost` };
}

export const brokenRecords: Attack = {
  property: 'P104',
  name: 'Two attendees with broken records keep reloading their pages',
  run: (target) =>
    crowdOut(target, {
      path: '/profile',
      faults: (attendee) => [{ fault: 'server-error', route: 'GET /api/users/current', attendee }],
    }),
};

export const toldToWait: Attack = {
  property: 'P105',
  name: 'The convention tells two attendees to wait for a minute',
  run: (target) =>
    crowdOut(target, {
      path: '/badge-name',
      faults: (attendee) => [
        {
          fault: 'html',
          route: 'GET /api/v0/users/{id}/registration',
          attendee,
          status: 429,
          retryAfter: 60,
        },
      ],
    }),
};

const pagesAtOnce = 260;

export const pagesOfOne: Attack = {
  property: 'P108',
  name: `Somebody opens ${pagesAtOnce} pages at once, while the convention is slow for them`,
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const sam = await loggedIn(target, 'sam');
    const route = 'GET /api/users/current';
    await setFaults(target.sandbox, [{ fault: 'slow', route, attendee: 'robin', ms: 3000 }]);
    const open = (who: Visitor) => who.request(`${target.url}/profile`);
    const pages = Array.from({ length: pagesAtOnce }, () => open(robin));
    const { answer, seconds } = await waitFor(open(sam), 10);
    const statuses = (await Promise.all(pages)).map(({ status }) => status);
    const kept = statuses.filter((status) => status !== 429).length;
    return {
      held: answer?.status === 200 && kept < pagesAtOnce / 4,
      what: `${kept} requests wait, and the next person gets ${answer?.status} after ${seconds} s`,
    };
  },
};
