import { testLimits, withCache } from '../../support/app/limits.ts';
import { image } from './image.ts';

export interface Scenario {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  readonly isLoggedIn: boolean;
  /**
   * Each visitor's requests use these Accept-Language headers in turn. Default: always the same
   * one.
   */
  readonly languages?: readonly string[];
  /** Names of contenders. The first one is Lanyard. */
  readonly contenders: readonly string[];
  readonly targets: readonly Target[];
  readonly mostRedisCommands: number;
  readonly mostPlatformCalls: number;
}

/** Lanyard's maximum CPU time for a page, as a share of the CPU time of the contender `against`. */
export interface Target {
  readonly against: string;
  readonly ratio: number;
  readonly goal: number;
}

export interface Program {
  readonly file: string;
  readonly env: Record<string, string>;
  readonly nodeArguments?: readonly string[];
  readonly loginPath: string;
}

const ours = {
  file: 'test/tools/bench/contenders/lanyard.ts',
  loginPath: '/login?return_to=/profile',
};
const contender = (name: string) => ({
  file: `test/tools/bench/contenders/${name}.ts`,
  loginPath: '/start',
});
const asks = { UPSTREAM: 'yes' };
/**
 * `keeps` uses the record cache, as in production. `keepsNothing` does not, so each page calls the
 * platform.
 */
const keeps = { SERVER_OPTIONS: JSON.stringify({ limits: withCache }) };
const keepsNothing = { SERVER_OPTIONS: JSON.stringify({ limits: testLimits }) };
const build = { BUILD: 'dist' };

export const programs = {
  Lanyard: { ...ours, env: { ...build, ...keeps } },
  'Lanyard again': { ...ours, env: { ...build, ...keeps } },
  /**
   * Only this contender gets Node arguments. In all other comparisons, both apps start with the
   * same command.
   */
  'Lanyard in the image': {
    ...ours,
    env: { ...build, ...keeps, ...image.env },
    nodeArguments: image.nodeArguments,
  },
  'Lanyard, asking': { ...ours, env: { ...build, ...keepsNothing } },
  floor: { ...contender('floor'), env: {} },
  'floor, asking': { ...contender('floor'), env: asks },
  textbook: { ...contender('textbook'), env: {} },
  'textbook, asking': { ...contender('textbook'), env: asks },
  fastify: { ...contender('fastify'), env: {} },
  'fastify, asking': { ...contender('fastify'), env: asks },
} satisfies Record<string, Program>;

export function withBefore(folder: string) {
  const before = { BUILD: folder };
  return {
    programs: {
      ...programs,
      before: { ...ours, env: { ...before, ...keeps } },
      'before, asking': { ...ours, env: { ...before, ...keepsNothing } },
    },
    scenarios: scenarios.map((scenario) => ({
      ...scenario,
      contenders: [
        ...scenario.contenders,
        scenario.contenders.includes('Lanyard') ? 'before' : 'before, asking',
      ],
    })),
  };
}

const page = { status: 200, isLoggedIn: true, mostRedisCommands: 1 } as const;
const open = { isLoggedIn: false, mostRedisCommands: 0, mostPlatformCalls: 0 } as const;
const asking = ['Lanyard, asking', 'floor, asking', 'textbook, asking', 'fastify, asking'] as const;
const stored = ['Lanyard', 'floor', 'textbook', 'fastify'] as const;

/** Compares Lanyard only with contenders that call the platform equally often. */
const pageTargets = (suffix: '' | ', asking', [ratio, goal]: [number, number]): Target[] => [
  { against: `textbook${suffix}`, ratio, goal },
  { against: `floor${suffix}`, ratio: 2, goal: 1.6 },
  { against: `fastify${suffix}`, ratio: 1.3, goal: 1 },
];

export const againstItself = '/profile, kept, against itself';

export const scenarios: readonly Scenario[] = [
  // This scenario comes first, while both contenders have served equally many requests.
  {
    name: againstItself,
    path: '/profile',
    ...page,
    contenders: ['Lanyard', 'Lanyard again'],
    mostPlatformCalls: 0,
    targets: [],
  },
  {
    name: '/profile, kept, with the options of the image',
    path: '/profile',
    ...page,
    contenders: ['Lanyard in the image', 'Lanyard'],
    mostPlatformCalls: 0,
    targets: [],
  },
  ...['/profile', '/badge-name'].flatMap((path): Scenario[] => [
    {
      name: `${path}, kept, first view`,
      path,
      ...page,
      // Each request is in another language than the one before, so no part of the page can be
      // reused.
      languages: ['en-GB,en;q=0.9,de;q=0.5', 'en-US,en;q=0.9,de;q=0.5'],
      contenders: stored,
      mostPlatformCalls: 0,
      targets: pageTargets('', [1, 0.8]),
    },
    {
      name: `${path}, kept, again`,
      path,
      ...page,
      contenders: stored,
      mostPlatformCalls: 0,
      targets: pageTargets('', [0.8, 0.6]),
    },
    {
      name: `${path}, asked each time`,
      path,
      ...page,
      contenders: asking,
      // Each record needs one call: the user, and on the badge also the registration.
      mostPlatformCalls: path === '/badge-name' ? 2 : 1,
      targets: pageTargets(', asking', [1.15, 1]),
    },
  ]),
  {
    name: 'home, not logged in',
    path: '/',
    status: 200,
    ...open,
    contenders: stored,
    targets: [{ against: 'textbook', ratio: 0.6, goal: 0.3 }],
  },
  {
    name: 'start of a login',
    path: '/login',
    status: 303,
    ...open,
    contenders: ['Lanyard', 'textbook'],
    targets: [{ against: 'textbook', ratio: 0.6, goal: 0.35 }],
  },
  {
    name: 'static asset',
    path: '/assets/apple-touch-icon.png',
    status: 200,
    ...open,
    contenders: ['Lanyard', 'floor', 'textbook'],
    targets: [{ against: 'textbook', ratio: 0.5, goal: 0.2 }],
  },
];
