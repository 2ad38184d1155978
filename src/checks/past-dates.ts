// Finds settings that are left over from last year: days, hours, deadlines, and the year in a name.
// Their format is valid, so only today's date reveals them.

import type { Config } from '../settings/config.ts';
import { daysBefore } from '../settings/setting-mistakes.ts';
import { type Finding, oneWarning } from './finding.ts';

/**
 * A deadline more than this many days before the event (without CONVENTION_DAYS, before today)
 * causes a warning, because it is probably left over from last year.
 */
const earliestDeadlineDays = 270;
/**
 * A year in a name is reported if it is at most this many years before the event. An older year is
 * probably intentional.
 */
const mostYearsAgo = 3;

export function outdatedFindings(config: Config, now: number): Finding[] {
  const { event, convention } = config;
  const today = dayAt(now, convention.timeZone);
  const lastDeskDay = event.deskHours?.at(-1)?.closes.slice(0, 'YYYY-MM-DD'.length) ?? '';
  if (event.days && event.days.last < today) return daysAreOver(config);
  const begins = event.days?.first ?? today;
  const earliest = daysBefore(begins, earliestDeadlineDays);
  return [
    // If CONVENTION_DAYS is set, hours after those days, or over a month before them, are rejected
    // at startup (setting-mistakes.ts).
    ...(lastDeskDay && !event.days && lastDeskDay < today ? deskIsOver : []),
    ...deadlineFindings('BADGE_NAME_UNTIL', event.nameUntil, earliest),
    ...deadlineFindings('PAY_UNTIL', event.payUntil, earliest),
    ...yearFindings(config, Number(begins.slice(0, 'YYYY'.length))),
  ];
}

function daysAreOver({ event }: Config): Finding[] {
  const next = event.nextUrl ? 'lead to NEXT_URL' : 'lead nowhere (NEXT_URL)';
  return oneWarning('Settings', {
    what: 'CONVENTION_DAYS are over',
    why: `pages say so, thank attendees and ${next}`,
    fix: 'set CONVENTION_DAYS, DESK_HOURS, BADGE_NAME_UNTIL and PAY_UNTIL for the next convention',
  });
}

const deskIsOver = oneWarning('Settings', {
  what: 'DESK_HOURS are over',
  why: 'the badge page says that the desk is closed for good',
  fix: 'set the hours for this year, or remove DESK_HOURS until you know them',
});

function deadlineFindings(name: string, until: string | undefined, earliest: string): Finding[] {
  if (until === undefined || until >= earliest) return [];
  return oneWarning('Settings', {
    what: `${name} is long past, perhaps from last year`,
    why: 'pages say that it is too late',
    fix: `set ${name} to a day of this year, or remove it until you know it`,
  });
}

function yearFindings({ convention, event, badge }: Config, year: number): Finding[] {
  const texts = {
    CONVENTION_NAME: [convention.name],
    CONVENTION_PLACE: [event.place],
    BADGE_TIERS: badge.tiers.map(({ ticket }) => ticket),
  };
  return Object.entries(texts).flatMap(([name, values]): Finding[] => {
    const past = yearsIn(values.join(' ')).find((one) => one < year && one >= year - mostYearsAgo);
    if (past === undefined) return [];
    return oneWarning('Settings', {
      what: `${name} names the year ${past}`,
      why: `the convention is in ${year}, so attendees may think that the page is old`,
      fix: `replace the year in ${name}, or remove it`,
    });
  });
}

const yearsIn = (text: string) => (text.match(/(?<!\d)20\d\d(?!\d)/g) ?? []).map(Number);

/**
 * Returns the day as `YYYY-MM-DD`. `moment` is in milliseconds since 1970, and `timeZone` is an
 * IANA name.
 */
function dayAt(moment: number, timeZone: string): string {
  // Swedish dates are in ISO 8601 format.
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(moment);
}
