// Finds mistakes that the schema of a single setting cannot: misspelt and removed names, quotes,
// sample secrets, and contradictions.
import { isLoopback } from '../login/login.ts';
import type { Settings } from './settings.ts';

export type GivenSettings = Readonly<Record<string, string | undefined>>;

/** Returns the problem with a raw value, such as quotes around it, or undefined. */
export function problemOfText(text: string): string | undefined {
  // Placeholders in the guides and in deploy/ look like `YOUR-SITE`.
  if (/^(\w+:\/\/)?(\w*:)?(YOUR[-_]\w|your[-_](site|client|secret|password)\b)/.test(text))
    return 'is a placeholder: replace it with your own value';
  return /^["'`“”„‘’‚«»].*["'`“”‘’«»]$/s.test(text)
    ? 'is in quotes, which are part of the value here: remove them'
    : undefined;
}

interface Rule {
  readonly setting: keyof Settings;
  readonly problem: string;
  /** `parsed` contains only the settings that are valid on their own. */
  readonly isBroken: (parsed: Partial<Settings>, given: GivenSettings) => boolean;
}

/**
 * Maximum number of days from desk hours, or from a deadline, to the event. Earlier dates are
 * rejected, because they probably have the wrong year.
 */
const mostDaysToDesk = 31;
const mostDaysToDeadline = 365;

const rules: readonly Rule[] = [
  {
    setting: 'TRUST_PROXY',
    problem:
      'is missing: an https PUBLIC_URL needs a proxy in front. Set the number of proxies (1)',
    isBroken: (_, given) => /^https:/i.test(given.PUBLIC_URL ?? '') && !given.TRUST_PROXY,
  },
  {
    setting: 'SERVICE_CLIENT_SECRET',
    problem: 'is missing: the client in SERVICE_CLIENT_ID needs its own secret',
    isBroken: (_, { SERVICE_CLIENT_ID, OAUTH_CLIENT_ID, SERVICE_CLIENT_SECRET }) =>
      Boolean(SERVICE_CLIENT_ID && SERVICE_CLIENT_ID !== OAUTH_CLIENT_ID && !SERVICE_CLIENT_SECRET),
  },
  {
    setting: 'RETURN_RESULT',
    problem: 'has no effect without RETURN_ORIGINS: name the sites that a login may return to',
    isBroken: ({ RETURN_RESULT }, given) => RETURN_RESULT === true && !given.RETURN_ORIGINS,
  },
  {
    setting: 'DESK_HOURS',
    problem: 'must not be after CONVENTION_DAYS or over a month before them: check the year',
    isBroken: ({ CONVENTION_DAYS: days, DESK_HOURS: hours = [] }) =>
      hours.some(({ opens }) => isFarFrom(days, { day: opens.slice(0, 10), most: mostDaysToDesk })),
  },
  ...(['BADGE_NAME_UNTIL', 'PAY_UNTIL'] as const).map((setting) => ({
    setting,
    problem: 'must not be after CONVENTION_DAYS or over a year before them: check the year',
    isBroken: ({ CONVENTION_DAYS: days, [setting]: day }: Partial<Settings>) =>
      day !== undefined && isFarFrom(days, { day, most: mostDaysToDeadline }),
  })),
  {
    setting: 'METRICS_PORT',
    problem: 'must differ from PORT: visitors must not reach it',
    isBroken: ({ METRICS_PORT, PORT }) => METRICS_PORT !== undefined && METRICS_PORT === PORT,
  },
  {
    setting: 'OAUTH_CLIENT_SECRET',
    problem: 'is a sample: ask the platform for your own secret',
    isBroken: (parsed) => isRealConvention(parsed) && isSample(parsed.OAUTH_CLIENT_SECRET),
  },
  {
    setting: 'SERVICE_CLIENT_SECRET',
    problem: 'is a sample: ask the platform for your own secret',
    isBroken: (parsed) => isRealConvention(parsed) && isSample(parsed.SERVICE_CLIENT_SECRET),
  },
  {
    setting: 'SESSION_SECRETS',
    problem: 'contains a public sample. Make a random one: openssl rand -hex 32',
    isBroken: (parsed) => isPublic(parsed) && Boolean(parsed.SESSION_SECRETS?.some(isSample)),
  },
  {
    setting: 'ENCRYPTION_KEYS',
    problem: 'contains a public sample. Make a random one: echo "k1:$(openssl rand -hex 32)"',
    isBroken: (parsed) => isPublic(parsed) && hexKeysOf(parsed).some(isSample),
  },
  {
    setting: 'SESSION_SECRETS',
    problem: 'contains a secret twice: write each once, newest first',
    isBroken: ({ SESSION_SECRETS }) => hasTwins(SESSION_SECRETS ?? []),
  },
  {
    setting: 'ENCRYPTION_KEYS',
    problem: 'contains one key under two names: make a new key for the new name',
    isBroken: (parsed) => hasTwins(hexKeysOf(parsed)),
  },
  {
    setting: 'SESSION_SECRETS',
    problem: 'must differ from all other secrets: make a new one (openssl rand -hex 32)',
    isBroken: (parsed) => {
      const { SESSION_SECRETS, OAUTH_CLIENT_SECRET, SERVICE_CLIENT_SECRET } = parsed;
      const others = [...hexKeysOf(parsed), OAUTH_CLIENT_SECRET, SERVICE_CLIENT_SECRET];
      return Boolean(SESSION_SECRETS?.some((secret) => others.includes(secret)));
    },
  },
];

export function contradictions(
  parsed: Partial<Settings>,
  given: GivenSettings,
): { setting: string; problem: string }[] {
  return rules.filter(({ isBroken }) => isBroken(parsed, given));
}

function isFarFrom(
  event: Settings['CONVENTION_DAYS'],
  { day, most }: { day: string; most: number },
): boolean {
  if (!event) return false;
  return day > event.last || day < daysBefore(event.first, most);
}

/** Takes and returns a day as `YYYY-MM-DD`. */
export function daysBefore(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Whether other computers can reach the site. An invalid PUBLIC_URL counts as public. */
function isPublic({ PUBLIC_URL }: Partial<Settings>): boolean {
  return PUBLIC_URL === undefined || !isLoopback(PUBLIC_URL);
}

/** A platform on localhost is assumed to be the sandbox, so its documented secret is allowed. */
function isRealConvention({ CONVENTION_URL }: Partial<Settings>): boolean {
  return CONVENTION_URL === undefined || !isLoopback(CONVENTION_URL);
}

/** Matches words and repeated patterns that are typical of sample secrets in guides. */
function isSample(secret = ''): boolean {
  const hasSampleWords =
    /change[-_ ]?(me|it)|^(sandbox|the|your|my|client)?[-_ ]?(secret|password)$/i.test(secret);
  return hasSampleWords || /^(.+?)\1+$/s.test(secret);
}

function hexKeysOf({ ENCRYPTION_KEYS }: Partial<Settings>): string[] {
  return ENCRYPTION_KEYS?.map(({ key }) => key.toString('hex')) ?? [];
}

function hasTwins(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length;
}

/** A problem that does not keep the app from starting. Never contains the value of a setting. */
export interface Warning {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** Settings that earlier versions had, with the behaviour that replaced them. */
const removedSettings: Readonly<Record<string, string>> = {
  BADGE_NAME_SOFT_LIMIT: 'names of more than 20 characters get a hint',
  LOG_LEVEL: 'the log contains the level info and above',
  LOGINS_PER_MINUTE: 'a network may finish 10,000 logins a minute',
  OAUTH_NARROW: 'when a person stops sharing something, all their sessions end',
  PAGES_PER_MINUTE: 'a person may open 300 pages a minute',
  RECORD_CACHE_SECONDS: 'an instance caches records for 60 seconds',
  SESSION_HOURS: 'a session lasts 12 hours at most',
  SESSION_IDLE_MINUTES: 'a session expires after 30 minutes without a request',
};

/**
 * This prefix alone does not make a name suspicious, because container engines set REDIS_PORT and
 * similar variables for a service called redis.
 */
const containerPrefix = 'REDIS_';
/** Shorter names, such as PORT, are too similar to other programs' variables. */
const shortestWithTypos = 8;

/**
 * Finds environment variables that look like settings but are not. `misspelt` reports each name
 * that resembles a setting that is not set. `warnings` lists removed settings, and names that may
 * belong to another program.
 */
export function checkNames(
  given: readonly string[],
  known: readonly string[],
): { misspelt: { setting: string; problem: string }[]; warnings: Warning[] } {
  const beginnings = sharedBeginnings(known);
  const unknown = given
    .filter((name) => !known.includes(name) && !Object.hasOwn(removedSettings, name))
    .map((name) => ({ name, meant: nearestSetting(name, known) }));
  const misspelt = unknown.flatMap(({ name, meant }) => {
    if (!meant || given.includes(meant)) return [];
    return [{ setting: meant.replace(/_FILE$/, ''), problem: problemOfName(name, meant) }];
  });
  const strange = unknown.filter(({ name, meant }) =>
    meant ? given.includes(meant) : beginnings.some((start) => name.startsWith(start)),
  );
  return {
    misspelt,
    warnings: [
      ...Object.entries(removedSettings)
        .filter(([name]) => given.includes(name))
        .map(([name, now]) => ({
          what: `${name} is no longer a setting and is ignored`,
          why: now,
          fix: 'delete it',
        })),
      ...strange.map(({ name }) => ({
        what: `${name} is not a setting and is ignored`,
        why: 'if it is a misspelt setting, its value has no effect',
        fix: 'correct the name (.env.example has all of them), or delete it',
      })),
    ],
  };
}

function problemOfName(name: string, meant: string): string {
  return name === `${meant}_FILE`
    ? `${name} is not a setting, because only secrets may come from a file: use ${meant}`
    : `${name} is not a setting: use ${meant}`;
}

/** Returns the prefixes, up to the first `_`, that several settings share. */
function sharedBeginnings(known: readonly string[]): string[] {
  const beginnings = known
    .filter((name) => !name.endsWith('_FILE'))
    .flatMap((name) => /^[A-Z]+_/.exec(name) ?? []);
  return beginnings.filter(
    (start, index) => beginnings.indexOf(start) < index && start !== containerPrefix,
  );
}

function nearestSetting(name: string, known: readonly string[]): string | undefined {
  const sameLetters = known.find((setting) =>
    [name, name.replace(/_FILE$/, '')].some((each) => lettersOf(each) === lettersOf(setting)),
  );
  if (sameLetters) return sameLetters;
  const [best] = known
    .filter(({ length }) => length >= shortestWithTypos)
    .map((setting) => ({ setting, typos: editDistance(setting, name.toUpperCase()) }))
    .filter(({ setting, typos }) => typos <= (setting.length > 10 ? 3 : 2))
    .sort((a, b) => a.typos - b.typos);
  return best?.setting;
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z]/g, '');
}

/** The Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let costs = Array.from({ length: to.length + 1 }, (_, length) => length);
  for (const letter of from) {
    const [firstCost = 0] = costs;
    const next = [firstCost + 1];
    for (const [index, wanted] of [...to].entries()) {
      const [replaced = 0, deleted = 0, inserted = 0] = [
        ...costs.slice(index, index + 2),
        next[index],
      ];
      next.push(Math.min(replaced + (letter === wanted ? 0 : 1), deleted + 1, inserted + 1));
    }
    costs = next;
  }
  return costs[to.length] ?? 0;
}
