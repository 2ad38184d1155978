// Attacks by a platform that sends wrong data, and platform faults. An app withstands a fault if it
// promptly shows an error page, and works again afterwards.

import { logIn } from '../../support/app/visitor.ts';
import { setFaults } from '../../support/platform/set-faults.ts';
import type { Attack, Outcome } from './attack.ts';
import type { Target } from './target.ts';
import {
  becomesTrue,
  loggedIn,
  seen,
  startLoginUntilCallback,
  visitorWithConventionLogin,
  waitFor,
  whoIsLoggedIn,
} from './visits.ts';

const route = 'GET /api/users/current';
/** How long an attack waits, in seconds. Lanyard's own deadline is eight seconds. */
const patience = 10;
const crowd = 20;

const someoneElse: Attack = {
  property: 'P49',
  name: "The platform sends robin's record to sam",
  async run(target) {
    const sam = await loggedIn(target, 'sam');
    await setFaults(target.sandbox, [{ fault: 'someone-else', route, answered: 'robin' }]);
    const page = await sam.open(`${target.url}/profile`);
    const isShown = page.html.includes('robin@example.org');
    return { held: !isShown, what: isShown ? "sam sees robin's email" : seen(page) };
  },
};

const unsharedField: Attack = {
  property: 'P50',
  name: 'The platform sends a phone number that was not shared',
  async run(target) {
    const kit = target.visitor();
    await logIn(kit, `${target.url}/profile`, { as: 'kit', untick: ['pii:phone'] });
    await setFaults(target.sandbox, [{ fault: 'unshared-fields', route }]);
    const page = await kit.open(`${target.url}/profile`);
    const isShown = /81 ?3 ?5555 ?0107/.test(page.html);
    const what = isShown ? 'the page shows it' : 'the page does not show it';
    return { held: page.status === 200 && !isShown, what };
  },
};

const expiredToken: Attack = {
  property: 'P79',
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
    const then = isSentToLogIn ? `: a new login, then ${seen(page)}` : ', until the session ends';
    return { held: isSentToLogIn && page.status === 200, what: statuses.join(', ') + then };
  },
};

async function openProfileDuring(
  target: Target,
  fault: { fault: string; [detail: string]: unknown },
): Promise<Outcome> {
  const robin = await loggedIn(target, 'robin');
  await setFaults(target.sandbox, [{ route, ...fault }]);
  const asking = robin.open(`${target.url}/profile`);
  const { answer: page, seconds } = await waitFor(asking, patience);
  await setFaults(target.sandbox, []);
  if (!page) return { held: false, what: `no response in ${seconds} s` };
  const isBack = (await whoIsLoggedIn(target, robin)) === 'robin';
  const isHonest = [502, 503, 504].includes(page.status);
  const what = `${seen(page)} after ${seconds} s${isBack ? '' : ', and afterwards'}`;
  return { held: isHonest && isBack, what };
}

const conventionIsSilent: Attack = {
  property: 'P76',
  name: 'The platform accepts the request but does not respond',
  run: (target) => openProfileDuring(target, { fault: 'slow', ms: 60_000 }),
};

const conventionHangsUp: Attack = {
  property: 'P75',
  name: 'The platform drops the connection',
  run: (target) => openProfileDuring(target, { fault: 'reset' }),
};

const hugeRecord: Attack = {
  property: 'P77',
  name: 'The platform sends a record of 64 MB',
  run: (target) => openProfileDuring(target, { fault: 'huge', megabytes: 64 }),
};

const conventionIsOverrun: Attack = {
  property: 'P83',
  name: `The platform returns 503 to ${crowd} pages at once`,
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    await setFaults(target.sandbox, [{ fault: 'html', route: '*', status: 503 }]);
    const pages = Array.from({ length: crowd }, () => robin.request(`${target.url}/profile`));
    const responses = await Promise.all(pages);
    await setFaults(target.sandbox, []);
    const honest = responses.filter(
      ({ status, headers }) => status === 503 && headers.has('retry-after'),
    ).length;
    const statuses = [...new Set(responses.map(({ status }) => status))].join(', ');
    const isBack = (await whoIsLoggedIn(target, robin)) === 'robin';
    const what = `${statuses}, and ${honest} of ${crowd} have Retry-After`;
    return { held: honest === crowd && isBack, what };
  },
};

const logsAreRead: Attack = {
  property: 'P46',
  name: 'Somebody reads the log after a failed login',
  onTextbook: 'holds',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    // The callback fails in a different browser, so the code remains valid.
    await target.visitor().request(callback);
    const secrets = ['code', 'state'].map((name) => callback.searchParams.get(name) ?? '');
    const wanted = [...secrets, 'robin@example.org', 'robin_banks'];
    const isFound = await becomesTrue(() => wanted.some((word) => target.log().includes(word)));
    const what = isFound ? 'finds the code or the name' : 'finds no code, no state, no name';
    return { held: !isFound, what };
  },
};

export const platformAttacks: readonly Attack[] = [
  someoneElse,
  unsharedField,
  expiredToken,
  conventionIsSilent,
  conventionHangsUp,
  conventionIsOverrun,
  hugeRecord,
  // This attack comes last, so that the log contains traces of all earlier attacks.
  logsAreRead,
];
