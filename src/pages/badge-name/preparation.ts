// The checklist "Before the convention": what is open, with where to do it, what is done, and what
// to keep in mind. An item of unknown state is left out, and payment is on the card alone.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import { type Field, visible } from '../../text.ts';
import { birthDay } from '../../web/words/dates.ts';
import type { EventTime } from '../../web/words/event-calendar.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';

interface PreparationOptions extends Pick<PageDependencies, 'event' | 'registrationUrl'> {
  readonly user: CurrentUser;
  /** Undefined if it is not known. */
  readonly registration: Registration | undefined;
  readonly time: EventTime;
  readonly words: Translate;
}

export interface Step {
  readonly state: 'done' | 'open' | 'reminder';
  readonly text: string;
  readonly link?: { readonly text: string; readonly url: string };
}

/** Returns undefined in the days of the convention if there is nothing more to bring than an ID. */
export function preparation(options: PreparationOptions) {
  return options.time.stage === 'during' ? toBring(options) : toDo(options);
}

/** The bar above the badge asks for the ID, so the ID alone is no list. */
function toBring(options: PreparationOptions) {
  const guardian = guardianReminder(options);
  if (guardian.length === 0) return undefined;
  const { words } = options;
  const steps = [...guardian, reminder(words('badge.before.id'))];
  return { heading: words('badge.before.bring'), summary: '', isAllSet: false, steps };
}

function toDo(options: PreparationOptions) {
  const { user, registration, registrationUrl, words } = options;
  const { identityUrl } = options.event;
  const hasName = registration && visible(registration.badgeName) !== '';
  const isPaid = registration?.status === 'paid';
  const { emailVerified, identityVerified } = user;
  const isAtDesk = identityVerified === false && !identityUrl;
  const steps = [
    ...confirmation('email', { isDone: emailVerified, url: registrationUrl, words }),
    ...confirmation('identity', { isDone: identityVerified, url: identityUrl, words }),
  ];
  const open = steps.filter(({ state }) => state === 'open');
  const isVerified = emailVerified === true && (identityVerified === true || isAtDesk);
  const isAllSet = isPaid && hasName && isVerified;
  return {
    heading: words(options.time.stage === 'unknown' ? 'badge.before.toDo' : 'badge.before'),
    /** How much is left to do, in a sentence. */
    summary: summaryOf({ isAllSet: isAllSet === true, openCount: open.length, words }),
    isAllSet: isAllSet === true,
    steps: [
      ...open,
      // A name that is not chosen yet is asked for above the card.
      ...(hasName ? [done(words('badge.before.badgeName'))] : []),
      ...steps.filter(({ state }) => state === 'done'),
      ...(isAtDesk ? [reminder(words('badge.before.identity.atDesk'))] : []),
      ...guardianReminder(options),
      reminder(words('badge.before.id')),
    ],
  };
}

function summaryOf(options: { isAllSet: boolean; openCount: number; words: Translate }): string {
  const { isAllSet, openCount, words } = options;
  if (isAllSet) return words('badge.before.allSet');
  return openCount > 0 ? words('badge.before.left', { count: openCount }) : '';
}

/** Without an address there is nothing to do. */
function confirmation(
  what: 'email' | 'identity',
  { isDone, url, words }: { isDone: unknown; url: URL | undefined; words: Translate },
): Step[] {
  if (isDone === true) return [done(words(`badge.before.${what}.done`))];
  if (isDone !== false || !url) return [];
  const link = { text: words('badge.before.confirm'), url: url.href };
  return [{ state: 'open', text: words(`badge.before.${what}`), link }];
}

function done(text: string): Step {
  return { state: 'done', text };
}

function reminder(text: string): Step {
  return { state: 'reminder', text };
}

/** For attendees who are under age on the first day. */
function guardianReminder({ event, time: { days }, user, words }: PreparationOptions): Step[] {
  const age = days && ageOn(days.first, user.bornAt);
  if (!event.guardian || age === undefined || age >= event.guardian.age) return [];
  const text = words('badge.before.guardian', { limit: event.guardian.age });
  const link = { text: words('badge.before.guardian.link'), url: event.guardian.url.href };
  return [{ state: 'reminder', text, link }];
}

const mostYears = 130;

/**
 * Returns the age in years on a day; both dates are `YYYY-MM-DD…`. A birthday on 29 February counts
 * from 1 March. Undefined if the birth date is invalid or the age is not between 0 and 130.
 */
export function ageOn(day: string, bornAt: Field): number | undefined {
  const birthday = birthDay(bornAt);
  if (!birthday) return undefined;
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  const age = day.slice(5, 10) < birthday.slice(5) ? years - 1 : years;
  return age >= 0 && age <= mostYears ? age : undefined;
}
