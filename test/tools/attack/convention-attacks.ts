import { logIn } from '../../support/app/visitor.ts';
import { setFaults } from '../../support/platform/set-faults.ts';
import type { Attack } from './attack.ts';
import { becomesTrue } from './becomes-true.ts';
import { loggedIn, seen, startLoginUntilCallback, visitorWithConventionLogin } from './visits.ts';

const route = 'GET /api/users/current';

export const someoneElse: Attack = {
  property: 'P47',
  name: "The convention sends robin's record to sam",
  async run(target) {
    const sam = await loggedIn(target, 'sam');
    await setFaults(target.sandbox, [{ fault: 'someone-else', route, answered: 'robin' }]);
    const page = await sam.open(`${target.url}/profile`);
    const isShown = page.html.includes('robin@example.org');
    return { held: !isShown, what: isShown ? "sam sees robin's email" : seen(page) };
  },
};

export const unsharedField: Attack = {
  property: 'P48',
  name: 'The convention sends a phone number that was not shared',
  async run(target) {
    const kit = target.visitor();
    await logIn(kit, `${target.url}/profile`, { as: 'kit', untick: ['pii:phone'] });
    await setFaults(target.sandbox, [{ fault: 'unshared-fields', route }]);
    const page = await kit.open(`${target.url}/profile`);
    const isShown = /81 ?3 ?5555 ?0107/.test(page.html);
    return {
      held: page.status === 200 && !isShown,
      what: isShown ? 'the page shows it' : 'the page does not show it',
    };
  },
};

export const hugeToken: Attack = {
  property: 'P72',
  name: 'The convention sends a token response of 64 MB',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    await setFaults(target.sandbox, [
      { fault: 'huge', route: 'POST /api/oauth/token', megabytes: 64, times: 1 },
    ]);
    const before = target.tokenLink.bytesAnswered;
    const page = await robin.open(callback);
    const megabytes = Math.round((target.tokenLink.bytesAnswered - before) / 2 ** 20);
    // The limit leaves room for data in transit when the target closes the connection.
    const held = megabytes < 32;
    return { held, what: `reads ${held ? 'less than half' : 'all'} of it, then ${seen(page)}` };
  },
};

export const expiredToken: Attack = {
  property: 'P74',
  name: 'The access token expires before the session',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    await setFaults(target.sandbox, [{ fault: 'expired-token', route }]);
    const statuses: number[] = [];
    for (let visit = 0; visit < 3; visit += 1)
      statuses.push((await robin.request(`${target.url}/profile`)).status);
    await setFaults(target.sandbox, []);
    const page = await robin.open(`${target.url}/profile`);
    const isSentToLogIn = statuses.every((status) => status >= 300 && status < 400);
    const visits = statuses.join(', ');
    return {
      held: isSentToLogIn && page.status === 200,
      what: isSentToLogIn
        ? `${visits}: a new login, then ${seen(page)}`
        : `${visits}, until the session ends`,
    };
  },
};

export const hostileStrings: Attack = {
  property: 'P63',
  name: 'Every field of the record contains markup and scripts',
  async run(target) {
    const mallory = target.visitor();
    const { status, $ } = await logIn(mallory, `${target.url}/profile`, { as: 'mallory' });
    const handlers = $('*').filter((_, element) =>
      Object.keys($(element).attr() ?? {}).some((name) => /^on/.test(name)),
    );
    const live = $('script:not([src]), [href^="javascript:"]').length + handlers.length;
    return { held: status === 200 && live === 0, what: `${live} of them would run` };
  },
};

export const logsAreRead: Attack = {
  property: 'P50',
  name: 'Somebody reads the log after a failed login',
  async run(target) {
    const callback = await startLoginUntilCallback(
      target,
      await visitorWithConventionLogin(target, 'robin'),
    );
    // The callback fails in another browser, so the code remains valid.
    await target.visitor().request(callback);
    const secrets = ['code', 'state'].map((name) => callback.searchParams.get(name) ?? '');
    const wanted = [...secrets, 'robin@example.org', 'robin_banks'];
    const isFound = await becomesTrue(() => wanted.some((word) => target.log().includes(word)));
    return {
      held: !isFound,
      what: isFound ? 'finds the code or the name' : 'finds no code, no state, no name',
    };
  },
};
