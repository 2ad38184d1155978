// These are faults rather than attacks: the convention or Redis is slow, broken or down. An app
// withstands a fault if it promptly shows an error page, and works again afterwards.

import { setFaults } from '../../support/platform/set-faults.ts';
import type { Attack, Outcome } from './attack.ts';
import { becomesTrue } from './becomes-true.ts';
import type { Target } from './target.ts';
import {
  copyOfBrowser,
  loggedIn,
  logOut,
  seen,
  startLoginUntilCallback,
  visitorWithConventionLogin,
  waitFor,
  whoIsLoggedIn,
} from './visits.ts';

const route = 'GET /api/users/current';
/**
 * How long an attack waits for a response, in seconds. Lanyard's own deadlines are 8 s for the
 * convention and 0.5 s for Redis.
 */
const conventionPatience = 10;
const redisPatience = 2;

async function openProfileDuring(
  target: Target,
  start: () => Promise<unknown> | unknown,
): Promise<Outcome> {
  const robin = await loggedIn(target, 'robin');
  await start();
  const asking = robin.open(`${target.url}/profile`);
  const { answer: page, seconds } = await waitFor(asking, conventionPatience);
  await setFaults(target.sandbox, []);
  await target.conventionLink.mend();
  if (!page) return { held: false, what: `no response in ${seconds} s` };
  const isBack = (await whoIsLoggedIn(target, robin)) === 'robin';
  const isHonest = [502, 503, 504].includes(page.status);
  return {
    held: isHonest && isBack,
    what: `${seen(page)} after ${seconds} s${isBack ? '' : ', and afterwards'}`,
  };
}

export const conventionIsSilent: Attack = {
  property: 'P71',
  name: 'The convention accepts the request but does not respond',
  run: (target) =>
    openProfileDuring(target, () =>
      setFaults(target.sandbox, [{ fault: 'slow', route, ms: 60_000 }]),
    ),
};

export const hugeRecord: Attack = {
  property: 'P72',
  name: 'The convention sends a record of 64 MB',
  run: (target) =>
    openProfileDuring(target, () =>
      setFaults(target.sandbox, [{ fault: 'huge', route, megabytes: 64 }]),
    ),
};

/** `json` must be ASCII, because its length is counted in characters. */
const asHttp = (json: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n${json}`;

export const brokenJson: Attack = {
  property: 'P73',
  name: 'The convention sends half of a JSON document',
  run: (target) =>
    openProfileDuring(target, () => target.conventionLink.answerWith(asHttp('{"id":1,"use'))),
};

export const otherJson: Attack = {
  property: 'P73',
  name: 'The convention sends an empty JSON list',
  run: (target) => openProfileDuring(target, () => target.conventionLink.answerWith(asHttp('[]'))),
};

export const conventionIsGone: Attack = {
  property: 'P70',
  name: 'The convention refuses connections',
  run: (target) => openProfileDuring(target, () => target.conventionLink.refuse()),
};

export const otherCertificate: Attack = {
  property: 'P70',
  name: "The convention presents another host's certificate",
  run: (target) => openProfileDuring(target, () => target.conventionLink.showOtherHost()),
};

const crowd = 20;

export const conventionIsOverrun: Attack = {
  property: 'P78',
  name: `The convention returns 503 to ${crowd} pages at once`,
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    await setFaults(target.sandbox, [{ fault: 'html', route: '*', status: 503 }]);
    const pages = Array.from({ length: crowd }, () => robin.request(`${target.url}/profile`));
    const answers = await Promise.all(pages);
    await setFaults(target.sandbox, []);
    const honest = answers.filter(
      ({ status, headers }) => status === 503 && headers.has('retry-after'),
    ).length;
    const statuses = [...new Set(answers.map(({ status }) => status))].join(', ');
    const isBack = (await whoIsLoggedIn(target, robin)) === 'robin';
    return {
      held: honest === crowd && isBack,
      what: `${statuses}, and ${honest} of ${crowd} have Retry-After`,
    };
  },
};

export const redisIsKilled: Attack = {
  property: 'P80',
  name: 'Redis is killed and restarted',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    await target.redis.kill();
    const asking = robin.request(`${target.url}/profile`);
    const { answer, seconds } = await waitFor(asking, redisPatience);
    await target.redis.replace();
    const isBack = await becomesTrue(async () => {
      const sam = await loggedIn(target, 'sam').catch(() => undefined);
      return sam !== undefined;
    }, 20);
    const then = isBack ? 'then logins work' : 'then no login works';
    return answer
      ? {
          held: answer.status === 503 && isBack,
          what: `${answer.status} after ${seconds} s, ${then}`,
        }
      : { held: false, what: `no response in ${seconds} s, ${then}` };
  },
};

export const redisCrashesAfterLogOut: Attack = {
  property: 'P109',
  name: 'Redis crashes after a log-out and restarts with the data on disk',
  async run(target) {
    const robin = await loggedIn(target, 'robin');
    const copy = copyOfBrowser(target, robin);
    await target.redis.command('BGSAVE');
    await becomesTrue(
      async () => !/bgsave_in_progress:1/.test(String(await target.redis.command('INFO'))),
    );
    await logOut(robin, await robin.open(`${target.url}/profile`));
    await target.redis.kill();
    await target.redis.restart();
    const isReached = await becomesTrue(async () => {
      const sam = await loggedIn(target, 'sam').catch(() => undefined);
      return sam !== undefined;
    }, 20);
    const isBack = (await whoIsLoggedIn(target, copy)) === 'robin';
    return {
      held: isReached && !isBack,
      what: isBack ? 'a copy of the cookie works again' : 'logged out',
    };
  },
};

export const redisIsReadOnly: Attack = {
  property: 'P80',
  name: 'Redis becomes a read-only replica',
  async run(target) {
    const robin = await visitorWithConventionLogin(target, 'robin');
    const callback = await startLoginUntilCallback(target, robin);
    const sam = await loggedIn(target, 'sam');
    await target.redis.command('REPLICAOF', '127.0.0.1', '1');
    const profile = await sam.open(`${target.url}/profile`).catch(() => undefined);
    const login = await robin.open(callback).catch(() => undefined);
    await target.redis.command('REPLICAOF', 'NO', 'ONE');
    const held = profile?.status === 200 && login?.status === 503;
    const what = [profile, login].map((page) => (page ? seen(page) : 'cut off'));
    return { held, what: `a page: ${what[0]}, a login: ${what[1]}` };
  },
};
