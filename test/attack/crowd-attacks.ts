// Attacks on everybody else: one visitor, one page of another site or one record takes what others
// need.
import { setFaults } from '../support/set-faults.ts';
import type { Visitor } from '../support/visitor.ts';
import type { Attack } from './attack.ts';
import {
  copyOfBrowser,
  loggedIn,
  startLoginUntilCallback,
  visitorWithConventionLogin,
  whoIsLoggedIn,
} from './visits.ts';

const logins = 30;
const markCount = 100_000;

export const dearName: Attack = {
  property: 'P67',
  name: 'A name of 100,000 combining marks, on a page and a badge',
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

export const manySessions: Attack = {
  property: 'P31',
  name: `Somebody logs in ${logins} times and logs out nowhere`,
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
    return { held: open < logins, what: `${open} sessions are open` };
  },
};
