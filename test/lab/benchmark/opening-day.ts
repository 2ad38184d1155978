// Simulates the day on which registration opens: when people arrive, which pages they open, and how
// many calls to the platform follow. Pure arithmetic: no server is started.
import { seededRandom } from '../../support/machine/seeded-random.ts';

export interface OpeningDay {
  readonly attendees: number;
  /** The mean time until a person arrives. By then, almost two thirds have arrived. */
  readonly rushMinutes: number;
  readonly cacheSeconds: number;
  readonly instances: number;
  readonly isSticky: boolean;
  readonly seed?: number;
}

export interface OpeningDayLoad {
  /** Per second, each in its busiest minute. */
  readonly peak: { logins: number; pages: number; calls: number };
  readonly callsPerPage: number;
}

/** The records that each page reads, and the page's share of a person's further pages. */
const pages = [
  { share: 0.5, records: ['currentUser', 'registration'] },
  { share: 0.3, records: ['currentUser'] },
  { share: 0.2, records: [] },
] as const;

const callsOfLogin = 2;
/** The mean number of pages after the first one, and the mean pause between two pages. */
const furtherPages = 4;
const pauseSeconds = 20;
/** One person in ten waits for a payment or a new name to appear, and reloads the badge. */
const waiting = { share: 0.1, reloads: 12, everySeconds: 4 };
/**
 * A reload bypasses the cache unless the record is younger than this many seconds
 * (src/convention/record-cache.ts).
 */
const reloadSeconds = 5;

interface View {
  /** In seconds since the opening. */
  readonly at: number;
  readonly person: number;
  readonly records: readonly string[];
  readonly isReload: boolean;
  readonly isLogin: boolean;
}

function simulateOpeningDay(options: OpeningDay): OpeningDayLoad {
  const random = seededRandom(options.seed ?? 1);
  const views = viewsOf(options, random).sort((one, other) => one.at - other.at);
  const busiest = new Map<number, { logins: number; pages: number; calls: number }>();
  const readAt = new Map<string, number>();
  let recordsAsked = 0;

  for (const { at, person, records, isReload, isLogin } of views) {
    const minute = Math.floor(at / 60);
    const load = busiest.get(minute) ?? { logins: 0, pages: 0, calls: 0 };
    busiest.set(minute, load);
    load.pages += 1;
    if (isLogin) {
      load.logins += 1;
      load.calls += callsOfLogin;
    }
    const chosen = options.isSticky ? person : Math.floor(random() * options.instances);
    const instance = chosen % options.instances;
    const longest = isReload ? Math.min(reloadSeconds, options.cacheSeconds) : options.cacheSeconds;
    for (const record of records) {
      const key = `${instance} ${person} ${record}`;
      if (at - (readAt.get(key) ?? Number.NEGATIVE_INFINITY) < longest) continue;
      recordsAsked += 1;
      load.calls += 1;
      readAt.set(key, at);
    }
  }

  const most = (what: 'logins' | 'pages' | 'calls') =>
    Math.max(...[...busiest.values()].map((load) => load[what])) / 60;
  return {
    peak: { logins: most('logins'), pages: most('pages'), calls: most('calls') },
    callsPerPage: recordsAsked / views.length,
  };
}

function viewsOf({ attendees, rushMinutes }: OpeningDay, random: () => number): View[] {
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const views: View[] = [];
  for (let person = 0; person < attendees; person += 1) {
    let at = exponential(rushMinutes * 60);
    const add = (records: readonly string[], how: { isReload?: true; isLogin?: true } = {}) =>
      views.push({ at, person, records, isReload: false, isLogin: false, ...how });
    add(pages[0].records, { isLogin: true });
    const further = Math.round(exponential(furtherPages));
    for (let page = 0; page < further; page += 1) {
      at += exponential(pauseSeconds);
      add(anyPage(random()).records);
    }
    if (random() >= waiting.share) continue;
    for (let reload = 0; reload < waiting.reloads; reload += 1) {
      at += waiting.everySeconds;
      add(pages[0].records, { isReload: true });
    }
  }
  return views;
}

function anyPage(random: number): (typeof pages)[number] {
  const [badge, profile, other] = pages;
  if (random < badge.share) return badge;
  return random < badge.share + profile.share ? profile : other;
}

const ways = [
  { how: 'without a cache', cacheSeconds: 0, isSticky: true },
  { how: 'with records cached for 60 s, each person at one instance', isSticky: true },
  { how: 'with records cached for 60 s, each person at both instances', isSticky: false },
];

/** Almost two thirds of the attendees log in during the first ten minutes, on two instances. */
export function printOpeningDay(attendees = 20_000): void {
  console.log(`\n## A second of the busiest minute, with ${attendees} attendees\n`);
  for (const { how, ...way } of ways) {
    const day = { attendees, rushMinutes: 10, instances: 2, cacheSeconds: 60, ...way };
    const { peak, callsPerPage } = simulateOpeningDay(day);
    const [logins, pages, calls] = [peak.logins, peak.pages, peak.calls].map(Math.round);
    console.log(`${logins} logins, ${pages} pages, ${calls} calls to the platform ${how}`);
    console.log(`  (${callsPerPage.toFixed(2)} calls for each page)`);
  }
}
