// Mistakes that no single value shows: misspelt and removed names, quotes that stayed, sample
// secrets, and settings that contradict each other.
import { isLoopback } from '../login/login.ts';
import type { Settings } from './settings.ts';

/** The text of each setting by its name, as given. */
export type GivenSettings = Readonly<Record<string, string | undefined>>;

/** Returns the problem of a text before it is parsed, or undefined if there is none. */
export function problemOfText(text: string): string | undefined {
  // As the guide and the files of deploy/ write what is to be replaced.
  if (/^(\w+:\/\/)?(\w*:)?(YOUR[-_]\w|your[-_](site|client|secret|password)\b)/.test(text))
    return 'is a placeholder: write your own in its place';
  return /^["'`“”„‘’‚«»].*["'`“”‘’«»]$/s.test(text)
    ? 'stands in quotes, which here are part of the value: write it without them'
    : undefined;
}

interface Rule {
  readonly setting: keyof Settings;
  readonly problem: string;
  /** `parsed` has only the settings that are right by themselves. */
  readonly isBroken: (parsed: Partial<Settings>, given: GivenSettings) => boolean;
}

/** Before the first day of the event. What is earlier has the wrong year. */
const mostDaysToDesk = 31;
const mostDaysToDeadline = 365;

const rules: readonly Rule[] = [
  {
    setting: 'TRUST_PROXY',
    problem: 'is missing: with an https PUBLIC_URL a proxy stands in front; say how many (1)',
    isBroken: (_, given) => /^https:/i.test(given.PUBLIC_URL ?? '') && !given.TRUST_PROXY,
  },
  {
    setting: 'SERVICE_CLIENT_SECRET',
    problem: 'is missing: SERVICE_CLIENT_ID names another client, which has a secret of its own',
    isBroken: (_, { SERVICE_CLIENT_ID, OAUTH_CLIENT_ID, SERVICE_CLIENT_SECRET }) =>
      Boolean(SERVICE_CLIENT_ID && SERVICE_CLIENT_ID !== OAUTH_CLIENT_ID && !SERVICE_CLIENT_SECRET),
  },
  {
    setting: 'RETURN_RESULT',
    problem: 'tells nobody: name the sites that a login may lead back to in RETURN_ORIGINS',
    isBroken: ({ RETURN_RESULT }, given) => RETURN_RESULT === true && !given.RETURN_ORIGINS,
  },
  {
    setting: 'DESK_HOURS',
    problem: 'must not be after CONVENTION_DAYS, nor a month before: is the year right?',
    isBroken: ({ CONVENTION_DAYS: days, DESK_HOURS: hours = [] }) =>
      hours.some(({ opens }) => isFarFrom(days, { day: opens.slice(0, 10), most: mostDaysToDesk })),
  },
  ...(['BADGE_NAME_UNTIL', 'PAY_UNTIL'] as const).map((setting) => ({
    setting,
    problem: 'must not be after CONVENTION_DAYS, nor a year before: is the year right?',
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
    problem: 'is a sample, not the secret of this site: ask the platform for yours',
    isBroken: (parsed) => isRealConvention(parsed) && isSample(parsed.OAUTH_CLIENT_SECRET),
  },
  {
    setting: 'SERVICE_CLIENT_SECRET',
    problem: 'is a sample, not the secret of this site: ask the platform for yours',
    isBroken: (parsed) => isRealConvention(parsed) && isSample(parsed.SERVICE_CLIENT_SECRET),
  },
  {
    setting: 'SESSION_SECRETS',
    problem: 'has a sample, which everybody can read. Make a random one: openssl rand -hex 32',
    isBroken: (parsed) => isPublic(parsed) && Boolean(parsed.SESSION_SECRETS?.some(isSample)),
  },
  {
    setting: 'ENCRYPTION_KEYS',
    problem:
      'has a sample, which everybody can read. Make a random one: echo "k1:$(openssl rand -hex 32)"',
    isBroken: (parsed) => isPublic(parsed) && hexKeysOf(parsed).some(isSample),
  },
  {
    setting: 'SESSION_SECRETS',
    problem: 'has the same secret twice: write each once, the newest first',
    isBroken: ({ SESSION_SECRETS }) => hasTwins(SESSION_SECRETS ?? []),
  },
  {
    setting: 'ENCRYPTION_KEYS',
    problem: 'has the same key twice, under two names: make a new one for the new name',
    isBroken: (parsed) => hasTwins(hexKeysOf(parsed)),
  },
  {
    setting: 'SESSION_SECRETS',
    problem: 'must differ from every other secret: make one for it alone (openssl rand -hex 32)',
    isBroken: (parsed) => {
      const { SESSION_SECRETS, OAUTH_CLIENT_SECRET, SERVICE_CLIENT_SECRET } = parsed;
      const others = [...hexKeysOf(parsed), OAUTH_CLIENT_SECRET, SERVICE_CLIENT_SECRET];
      return Boolean(SESSION_SECRETS?.some((secret) => others.includes(secret)));
    },
  },
];

/** Returns, for each broken rule, the setting to change and what is wrong. */
export function contradictions(
  parsed: Partial<Settings>,
  given: GivenSettings,
): { setting: string; problem: string }[] {
  return rules.filter(({ isBroken }) => isBroken(parsed, given));
}

/** Whether a day is after the event, or more days before it than these. */
function isFarFrom(
  event: Settings['CONVENTION_DAYS'],
  { day, most }: { day: string; most: number },
): boolean {
  if (!event) return false;
  return day > event.last || day < daysBefore(event.first, most);
}

/** Returns the day so many days before another one, both `YYYY-MM-DD`. */
export function daysBefore(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - count);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Whether others than this computer can reach the site. If nobody knows yet: yes. */
function isPublic({ PUBLIC_URL }: Partial<Settings>): boolean {
  return PUBLIC_URL === undefined || !isLoopback(PUBLIC_URL);
}

/** The sandbox is on this computer, and its secret is in the documentation. */
function isRealConvention({ CONVENTION_URL }: Partial<Settings>): boolean {
  return CONVENTION_URL === undefined || !isLoopback(CONVENTION_URL);
}

/** Guides and forums show such words in place of a secret, or a pattern that is repeated. */
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

/** What the operator should know, although the app can start. It never contains a value. */
export interface Warning {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** Settings of earlier versions, and how the app behaves now. */
const removedSettings: Readonly<Record<string, string>> = {
  BADGE_NAME_SOFT_LIMIT: 'names of more than 20 characters get a hint',
  LOG_LEVEL: 'the log has everything from the level info on',
  LOGINS_PER_MINUTE: 'a network may start 5,000 logins a minute',
  OAUTH_NARROW: 'stopping to share something ends all sessions of that person',
  OAUTH_PKCE:
    'every login uses PKCE; servers ignore parameters that they do not know (RFC 6749 3.1)',
  PAGES_PER_MINUTE: 'a person may open 300 pages a minute',
  RECORD_CACHE_SECONDS: 'an instance caches records for 60 seconds',
  SESSION_HOURS: 'a session lasts 12 hours at most',
  SESSION_IDLE_MINUTES: 'a session expires after 30 minutes without a request',
};

/** Where a service is called redis, container engines set REDIS_PORT and others like it. */
const ofContainers = 'REDIS_';
/** A shorter name, such as PORT or PAGES, has neighbours that belong to other programs. */
const shortestWithTypos = 8;

/**
 * Checks the names in the environment that are no setting but look like one. `misspelt`: a few
 * letters away from a setting that is missing, so its value would not be used. `warnings`: removed
 * settings, and names that may belong to another program. `known`: all names that are read.
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
          what: `${name} is no longer a setting, and is not used`,
          why: now,
          fix: 'delete it',
        })),
      ...strange.map(({ name }) => ({
        what: `${name} is no setting, and is not used`,
        why: 'if a setting was meant, its value is not used',
        fix: 'correct the name (.env.example has all of them), or delete it',
      })),
    ],
  };
}

function problemOfName(name: string, meant: string): string {
  return name === `${meant}_FILE`
    ? `${name} is no setting, because only a secret may come from a file: write ${meant}`
    : `${name} is no setting: write ${meant}`;
}

/** Returns the beginnings, up to the first `_`, that several settings have. */
function sharedBeginnings(known: readonly string[]): string[] {
  const beginnings = known
    .filter((name) => !name.endsWith('_FILE'))
    .flatMap((name) => /^[A-Z]+_/.exec(name) ?? []);
  return beginnings.filter(
    (start, index) => beginnings.indexOf(start) < index && start !== ofContainers,
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

/** `trust-proxy` has the letters of TRUST_PROXY. */
function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z]/g, '');
}

/** Letters to insert, delete or replace (Levenshtein distance). */
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
