// Finds settings whose name is misspelt: without this, their value would silently not be used.
import leven from 'leven';

/** What the operator should know, although the app can start. It never contains a value. */
export interface Warning {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** Settings of earlier versions, and how the app behaves now. */
const removed: Readonly<Record<string, string>> = {
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
    .filter((name) => !known.includes(name) && !Object.hasOwn(removed, name))
    .map((name) => ({ name, meant: nearest(name, known) }));
  const misspelt = unknown.flatMap(({ name, meant }) => {
    if (!meant || given.includes(meant)) return [];
    return [{ setting: meant.replace(/_FILE$/, ''), problem: problemOf(name, meant) }];
  });
  const strange = unknown.filter(({ name, meant }) =>
    meant ? given.includes(meant) : beginnings.some((start) => name.startsWith(start)),
  );
  return {
    misspelt,
    warnings: [
      ...Object.entries(removed)
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

function problemOf(name: string, meant: string): string {
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

function nearest(name: string, known: readonly string[]): string | undefined {
  const sameLetters = known.find((setting) =>
    [name, name.replace(/_FILE$/, '')].some((each) => lettersOf(each) === lettersOf(setting)),
  );
  if (sameLetters) return sameLetters;
  const [best] = known
    .filter(({ length }) => length >= shortestWithTypos)
    .map((setting) => ({ setting, typos: leven(setting, name.toUpperCase()) }))
    .filter(({ setting, typos }) => typos <= (setting.length > 10 ? 3 : 2))
    .sort((a, b) => a.typos - b.typos);
  return best?.setting;
}

/** `trust-proxy` has the letters of TRUST_PROXY. */
function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z]/g, '');
}
