// The collapsed part of the badge page: the badge as text, the registration, and completed checks.
// Unknown values are left out. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { entriesOf, unreadable } from '../../text.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { dateOf } from '../../web/words/dates.ts';
import { type EventTime, formatDays, hoursText } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import { ageOn } from './checklist.ts';
import { type BadgeRecords, badgeAsText, numberOf, registrationOf, ticketOf } from './own-badge.ts';

interface DetailsOptions {
  readonly records: BadgeRecords;
  readonly time: EventTime;
  readonly timeZone: string;
  readonly words: Translate;
}

export function registrationDetails(options: DetailsOptions) {
  const { records, time, words } = options;
  const { user } = records;
  const { rows, hasName } = badgeAsText(options);
  const hours = hoursText(time.desk?.upcoming ?? [], words);
  return {
    /** During the convention, most people open this part for the desk hours. */
    heading: words(time.stage === 'during' && hours ? 'badge.details.hours' : 'badge.details'),
    /** Whether the first row is the name, which gets a copy button. */
    hasName,
    rows: [
      ...rows,
      ...number(options),
      ...textRow(words('badge.facts.when'), time.days && formatDays(time.days, words.locale)),
      ...textRow(words('badge.facts.desk'), hours),
      ...registered(options),
      ...age(options),
      ...labels(options),
      ...createRows(words).answerRows(registrationOf(records)?.options),
    ],
    done: doneTexts(user, words),
  };
}

function textRow(label: string, line: string | undefined): Row[] {
  return line ? [{ label, lines: [line], kind: 'text' }] : [];
}

function number({ records, words }: DetailsOptions): Row[] {
  const found = numberOf(records);
  return found ? [createRows(words).recordRow(words('badge.facts.number'), found)] : [];
}

function registered({ records, timeZone, words }: DetailsOptions): Row[] {
  const { createdAt } = registrationOf(records) ?? {};
  const date = dateOf(createdAt, { locale: words.locale, timeZone });
  const [row] = textRow(words('badge.facts.registered'), date?.text);
  return row && date ? [{ ...row, moment: date.iso }] : [];
}

/**
 * Shows the age on the first day, with a link to the registration, where a wrong birth date can be
 * corrected.
 */
function age({ records: { user }, time: { days, stage }, words }: DetailsOptions): Row[] {
  const years = days && stage !== 'after' ? ageOn(days.first, user.bornAt) : undefined;
  const [row] = textRow(words('badge.facts.age'), years?.toString());
  return row ? [{ ...row, link: words('badge.facts.wrong') }] : [];
}

/**
 * Shows the labels that the convention gave this registration, except one that repeats the ticket.
 */
function labels({ records, words }: DetailsOptions): Row[] {
  const registration = registrationOf(records);
  const ticket = ticketOf(registration);
  const flags = registration?.flags;
  const names = entriesOf(flags).map(({ shortName }) => shortName);
  const others = names.filter((name) => name !== ticket);
  const row = createRows(words).listRow(
    words('badge.facts.labels'),
    flags === unreadable ? flags : others,
    '',
  );
  return row.kind === 'record list' ? [row] : [];
}

function doneTexts({ emailVerified, identityVerified }: CurrentUser, words: Translate): string[] {
  return [
    ...(emailVerified === true ? [words('badge.before.email.done')] : []),
    ...(identityVerified === true ? [words('badge.before.identity.done')] : []),
  ];
}
