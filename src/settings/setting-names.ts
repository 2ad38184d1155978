// Finds settings whose name is misspelt: without this, their value would silently not be used.
import leven from 'leven';

/** Desktops set it, for something else. */
const notOurs = ['SESSION_MANAGER'];
/** Where a service is called redis, container engines set REDIS_PORT and others like it. */
const ofContainers = 'REDIS_';
/** Settings of earlier versions, and what to do about each. */
const removed: Readonly<Record<string, string>> = {
  OAUTH_NARROW: 'delete it: whoever stops sharing is logged out on all devices',
};
/** A shorter name, such as PORT or PAGES, has neighbours that belong to other programs. */
const shortestWithTypos = 8;

/**
 * Checks the names in the environment that are no setting but look like one. `misspelt`: a few
 * letters away from a setting that is missing, so its value would not be used. `strange`: all
 * others, which may belong to another program. `known`: all names that are read.
 */
export function checkNames(
  given: readonly string[],
  known: readonly string[],
): { misspelt: { setting: string; problem: string }[]; strange: string[] } {
  const beginnings = sharedBeginnings(known);
  const unknown = given
    .filter((name) => !known.includes(name) && !notOurs.includes(name) && !(name in removed))
    .map((name) => ({ name, meant: nearest(name, known) }));
  return {
    misspelt: unknown.flatMap(({ name, meant }) => {
      if (!meant || given.includes(meant)) return [];
      return [{ setting: meant.replace(/_FILE$/, ''), problem: problemOf(name, meant) }];
    }),
    strange: [
      ...given.flatMap((name) => (removed[name] ? [`${name} was removed: ${removed[name]}`] : [])),
      ...unknown.flatMap(({ name, meant }) => {
        const isOurs = meant
          ? given.includes(meant)
          : beginnings.some((start) => name.startsWith(start));
        return isOurs ? [`${name} is no setting, and is not used`] : [];
      }),
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
