// The faults that a soak test injects, one at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TwoApps } from '../../support/app/two-apps.ts';
import { setFaults } from '../../support/platform/set-faults.ts';

export interface SoakFault {
  readonly name: string;
  start(apps: TwoApps): Promise<unknown> | unknown;
  stop(apps: TwoApps): Promise<unknown> | unknown;
}

export const soakFaults: readonly SoakFault[] = [
  platformFault('the platform is slow', { fault: 'slow', ms: 700 }),
  platformFault('the platform responds with 503', { fault: 'html', status: 503 }),
  platformFault('the platform drops connections', { fault: 'reset' }),
  platformFault('the platform responds with 429', { fault: 'html', status: 429, retryAfter: 1 }),
  platformFault("the platform responds with somebody else's registration", {
    fault: 'someone-else',
    answered: 'robin',
    route: 'GET /api/v0/users/{id}/registration',
  }),
  {
    name: 'Redis is slow',
    start: ({ slowRedis }) => {
      slowRedis.before = () => sleep(200);
    },
    stop: ({ slowRedis }) => {
      slowRedis.before = () => undefined;
    },
  },
  {
    name: 'Redis is frozen',
    start: ({ redis }) => redis.process.kill('SIGSTOP'),
    stop: ({ redis }) => redis.process.kill('SIGCONT'),
  },
  {
    name: 'Redis cannot be reached',
    start: ({ slowRedis }) => slowRedis.cut(),
    stop: ({ slowRedis }) => slowRedis.mend(),
  },
  {
    // The first instance never restarts, because its memory is measured throughout.
    name: 'the second instance restarts',
    start: ({ instances: [, second] }) => second.restart({}),
    stop: () => {},
  },
];

/** Every request for the registration of one of these two attendees gets a 500. */
export const brokenAttendees = ['guest-1999', 'guest-2000'];
export const brokenRecords = brokenAttendees.map((attendee) => ({
  fault: 'server-error',
  route: 'GET /api/v0/users/{id}/registration',
  attendee,
}));

function platformFault(
  name: string,
  fault: { fault: string; [detail: string]: unknown },
): SoakFault {
  return {
    name,
    start: ({ sandbox }) => setFaults(sandbox, [...brokenRecords, { route: '*', ...fault }]),
    stop: ({ sandbox }) => setFaults(sandbox, brokenRecords),
  };
}
