// What is compared: the contenders, and the pages that each of them serves.
export interface Scenario {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  readonly isLoggedIn: boolean;
  /** Names of contenders. The first is ours. */
  readonly contenders: readonly string[];
  readonly targets: readonly Target[];
  /** Of ours, for a page. */
  readonly mostRedisCommands: number;
  readonly mostPlatformCalls: number;
}

/** At most this much of the CPU time that another contender needs for a page. */
export interface Target {
  readonly against: string;
  readonly ratio: number;
  readonly goal: number;
}

export interface Program {
  readonly file: string;
  readonly env: Record<string, string>;
  /** Where a visitor logs in. */
  readonly loginPath: string;
}

const ours = { file: 'src/server.ts', loginPath: '/login?return_to=/profile' };
const contender = (name: string) => ({
  file: `test/tools/bench/contenders/${name}.ts`,
  loginPath: '/start',
});
const asks = { UPSTREAM: 'yes' };
/** As in production, and without the cache of records: then each page asks the platform. */
const keeps = { RECORD_CACHE_SECONDS: '60' };
const keepsNothing = { RECORD_CACHE_SECONDS: '0' };

export const programs = {
  Lanyard: { ...ours, env: keeps },
  'Lanyard + upstream': { ...ours, env: keepsNothing },
  floor: { ...contender('floor'), env: {} },
  'floor + upstream': { ...contender('floor'), env: asks },
  textbook: { ...contender('textbook'), env: {} },
  'textbook + upstream': { ...contender('textbook'), env: asks },
  fastify: { ...contender('fastify'), env: {} },
  'fastify + upstream': { ...contender('fastify'), env: asks },
} satisfies Record<string, Program>;

/** Adds another version of this app, beside which ours is measured. */
export function withBefore(file: string) {
  return {
    programs: {
      ...programs,
      before: { ...ours, file, env: keeps },
      'before + upstream': { ...ours, file, env: keepsNothing },
    },
    scenarios: scenarios.map((scenario) => ({
      ...scenario,
      contenders: [
        ...scenario.contenders,
        scenario.contenders.includes('Lanyard') ? 'before' : 'before + upstream',
      ],
    })),
  };
}

const page = { status: 200, isLoggedIn: true, mostRedisCommands: 1 } as const;
const open = { isLoggedIn: false, mostRedisCommands: 0, mostPlatformCalls: 0 } as const;
const asking = [
  'Lanyard + upstream',
  'floor + upstream',
  'textbook + upstream',
  'fastify + upstream',
] as const;
const stored = ['Lanyard', 'floor', 'textbook', 'fastify'] as const;

export const scenarios: readonly Scenario[] = [
  ...['/profile', '/badge-name'].flatMap((path): Scenario[] => [
    {
      name: `${path}, against a record in the session`,
      path,
      ...page,
      contenders: stored,
      mostPlatformCalls: 0,
      targets: [
        { against: 'textbook', ratio: 0.6, goal: 0.4 },
        { against: 'floor', ratio: 2.4, goal: 1.6 },
      ],
    },
    {
      name: `${path}, against one upstream call each time`,
      path,
      ...page,
      contenders: asking,
      // One for each record: the badge shows the registration too.
      mostPlatformCalls: path === '/badge-name' ? 2 : 1,
      targets: [{ against: 'textbook + upstream', ratio: 0.5, goal: 0.35 }],
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
