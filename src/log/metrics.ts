// What this process counts for Prometheus. Labels are names from closed lists (routes, operations,
// outcomes), so nothing personal can be in them.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { KeyStore } from '../login/login.ts';
import { causeOf, knownCauses } from './causes.ts';
import { instance } from './instance.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * One answered request, with the pattern of its route; `problem`: which error page was shown, with
 * the `code` of its cause; `outcome`: the result of a login.
 */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly problem: string | undefined;
  readonly code: string | undefined;
  readonly outcome: string | undefined;
}

/** What most logins end with: results of the login, and problems that its callback shows. */
const loginOutcomes = [
  ...['logged-in', 'shared-more', 'nothing-changed', 'different-account', 'not-shared'],
  ...['login-again', 'login-unavailable', 'login-interrupted', 'login-loop', 'cookies-blocked'],
];
const knownMethods = ['GET', 'HEAD', 'POST'];
/** Seconds. The deadlines of Redis and of the platform are among them. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 15];

/** Counts from now on. Memory, CPU and the delay of the event loop are measured too. */
export function createMetrics({ callbackPath }: { readonly callbackPath: string }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addBuildInfo([registry]);
  const { requests, logins, calls, problems } = createMeters([registry]);
  const { errors, writable, losses } = createRedisMeters([registry]);
  const takesLogins = createPlatformMeter([registry]);

  return {
    registry,
    countRequest({ method, route, status, ms, ...page }: AnsweredRequest): void {
      const known = knownMethods.includes(method) ? method : 'other';
      requests.observe({ method: known, route, status }, ms / 1000);
      const outcome = page.problem ?? page.outcome;
      if (route === callbackPath && outcome) logins.inc({ outcome });
      if (page.code) problems.inc({ code: page.code });
    },
    countCall(operation: string, outcome: string, ms: number): void {
      calls.observe({ operation, outcome }, ms / 1000);
    },
    setRedisWritable(isWritable: boolean): void {
      writable.set(isWritable ? 1 : 0);
    },
    countDataLoss(): void {
      losses.inc();
    },
    setPlatformTakesLogins(does: boolean): void {
      takesLogins.set(does ? 1 : 0);
    },
    /** Returns the same store; each of its errors is counted. */
    countErrorsOf: <Keys extends KeyStore>(keys: Keys): Keys =>
      withErrors(keys, (error) => errors.inc({ code: causeOf(error)?.code ?? 'unknown' })),
  };
}

/** What visitors and the platform do. */
function createMeters(registers: Registry[]) {
  const requests = new Histogram({
    name: 'lanyard_request_duration_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const logins = new Counter({
    name: 'lanyard_logins_total',
    help: 'Logins that came back, by outcome: a result of the login, or the problem that was shown.',
    labelNames: ['outcome'],
    registers,
  });
  const calls = new Histogram({
    name: 'lanyard_platform_call_duration_seconds',
    help: 'Calls to the platform, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets,
    registers,
  });
  const problems = new Counter({
    name: 'lanyard_error_pages_total',
    help: 'Error pages, by the code of the cause (docs/operate.md).',
    labelNames: ['code'],
    registers,
  });
  // A counter that appears with its first error shows no increase.
  for (const outcome of loginOutcomes) logins.inc({ outcome }, 0);
  for (const code of [...knownCauses.map((cause) => cause.code), 'unknown'])
    problems.inc({ code }, 0);
  return { requests, logins, calls, problems };
}

/** What runs here: always 1, with the answer in the labels. */
function addBuildInfo(registers: Registry[]): void {
  const { version, commit } = instance;
  new Gauge({
    name: 'lanyard_build_info',
    help: 'The version, its commit, and the Node that runs it.',
    labelNames: ['version', 'commit', 'node'],
    registers,
  }).set({ version, commit, node: process.versions.node }, 1);
}

function createRedisMeters(registers: Registry[]) {
  const errors = new Counter({
    name: 'lanyard_redis_errors_total',
    help: 'Commands that Redis refused or did not answer, by the code of the cause.',
    labelNames: ['code'],
    registers,
  });
  for (const { code } of knownCauses.filter(({ code }) => code.startsWith('redis-')))
    errors.inc({ code }, 0);
  const writable = new Gauge({
    name: 'lanyard_redis_writable',
    help: '1 if Redis takes what a login writes. Otherwise 0: nobody can log in.',
    registers,
  });
  const losses = new Counter({
    name: 'lanyard_redis_data_losses_total',
    help: 'How often Redis was found without its data, so that everybody was logged out.',
    registers,
  });
  return { errors, writable, losses };
}

function createPlatformMeter(registers: Registry[]): Gauge {
  const takesLogins = new Gauge({
    name: 'lanyard_platform_takes_logins',
    help: '0 if the last look, at the start or for a monitor, found that nobody can log in at the platform.',
    registers,
  });
  // Nothing is known yet.
  takesLogins.set(1);
  return takesLogins;
}

/** Calls `count` with each error of the store, and passes the error on. */
function withErrors<Keys extends KeyStore>(keys: Keys, count: (error: unknown) => void): Keys {
  const counted = Object.entries(keys).map(([name, method]) => [
    name,
    async (...words: unknown[]) => {
      try {
        return await method.apply(keys, words);
      } catch (error) {
        count(error);
        throw error;
      }
    },
  ]);
  return Object.fromEntries(counted) as unknown as Keys;
}
