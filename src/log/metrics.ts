// Prometheus metrics for this process. Labels come from closed lists (routes, operations,
// outcomes), so they do not contain personal data, and visitors cannot add time series.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { KeyStore } from '../login/login.ts';
import { causeOf, knownCauses } from './causes.ts';
import { instance } from './instance.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * `route` is a path from our own list, or `-`. `problem` and `code` are set for an error page, only
 * `code` for a page that falls back to cached records, and `outcome` for a login.
 */
export interface FinishedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly problem: string | undefined;
  readonly code: string | undefined;
  readonly outcome: string | undefined;
}

/**
 * The usual outcomes of a login: its results, and the problems that the callback's error pages
 * show.
 */
const loginOutcomes = [
  ...['logged-in', 'shared-more', 'nothing-changed', 'different-account', 'not-shared'],
  ...['login-again', 'login-refused', 'login-unavailable', 'login-interrupted'],
  ...['login-loop', 'cookies-blocked', 'other'],
];
const knownMethods = ['GET', 'HEAD', 'POST'];
const knownCodes = [...knownCauses.map((cause) => cause.code), 'unknown'];

const listed = (list: readonly string[], value: string, otherwise = 'other') =>
  list.includes(value) ? value : otherwise;

/** In seconds. The boundaries include the Redis timeout (0.5) and the platform timeout (8). */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 15];

export function createMetrics({ callbackPath }: { readonly callbackPath: string }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addBuildInfo([registry]);
  const { requests, logins, calls, problems } = createMeters([registry]);
  const { errors, writable, losses } = createRedisMeters([registry]);
  const takesLogins = createPlatformMeter([registry]);

  return {
    registry,
    countRequest({ method, route, status, ms, ...page }: FinishedRequest): void {
      requests.observe({ method: listed(knownMethods, method), route, status }, ms / 1000);
      const outcome = page.problem ?? page.outcome;
      if (route === callbackPath && outcome)
        logins.inc({ outcome: listed(loginOutcomes, outcome) });
      if (page.code) problems.inc({ code: listed(knownCodes, page.code, 'unknown') });
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
    countErrorsOf: <Keys extends KeyStore>(keys: Keys): Keys =>
      withErrors(keys, (error) => errors.inc({ code: causeOf(error)?.code ?? 'unknown' })),
  };
}

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
    help: 'Finished logins, by outcome or the problem that was shown.',
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
    help: 'Error pages, by the code of the cause (src/log/causes.ts).',
    labelNames: ['code'],
    registers,
  });
  // Starts the counters at 0. Otherwise, Prometheus would not see the first event as an increase.
  for (const outcome of loginOutcomes) logins.inc({ outcome }, 0);
  for (const code of knownCodes) problems.inc({ code }, 0);
  return { requests, logins, calls, problems };
}

function addBuildInfo(registers: Registry[]): void {
  const { version, commit } = instance;
  new Gauge({
    name: 'lanyard_build_info',
    help: 'Version, commit and Node version. Always 1.',
    labelNames: ['version', 'commit', 'node'],
    registers,
  }).set({ version, commit, node: process.versions.node }, 1);
}

function createRedisMeters(registers: Registry[]) {
  const errors = new Counter({
    name: 'lanyard_redis_errors_total',
    help: 'Failed Redis commands, by the code of the cause.',
    labelNames: ['code'],
    registers,
  });
  for (const { code } of knownCauses.filter(({ code }) => code.startsWith('redis-')))
    errors.inc({ code }, 0);
  const writable = new Gauge({
    name: 'lanyard_redis_writable',
    help: '1 if Redis accepts what a login writes. 0: nobody can log in.',
    registers,
  });
  const losses = new Counter({
    name: 'lanyard_redis_data_losses_total',
    help: 'How often Redis lost its data, which logged everybody out.',
    registers,
  });
  return { errors, writable, losses };
}

function createPlatformMeter(registers: Registry[]): Gauge {
  const takesLogins = new Gauge({
    name: 'lanyard_platform_takes_logins',
    help: '0 if the last check found that nobody can log in at the platform.',
    registers,
  });
  // Before the first check, 0 would be a false alarm.
  takesLogins.set(1);
  return takesLogins;
}

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
