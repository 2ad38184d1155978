// View models for the badge page: one with the badge, and one that explains why there is none.
// Pure.

import { badgeNameHints } from '../../badge/name-hints.ts';
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import type { Config } from '../../settings/config.ts';
import { textOf, unreadable } from '../../text.ts';
import { pictureUrl, visitorOf } from '../../web/person.ts';
import { clockAt, dayInBrackets, timeOfDay } from '../../web/words/dates.ts';
import { type EventTime, type NameDeadline, nameDeadlineOf } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { preparation } from './checklist.ts';
import { eventFacts } from './event-facts.ts';
import { keptUntil } from './kept-badge-page.ts';
import { barOf } from './next-step.ts';
import { type BadgeRecords, hasName, ownCard, ownName, registrationOf } from './own-badge.ts';
import { registrationDetails } from './registration-details.ts';

export interface BadgeViewOptions
  extends Pick<
    PageDependencies,
    'event' | 'pictureOrigins' | 'registrationUrl' | 'timeZone' | 'pathOf'
  > {
  readonly records: BadgeRecords;
  readonly badge: Config['badge'];
  readonly time: EventTime;
  readonly words: Translate;
  /** When the records were requested, in milliseconds since 1970. */
  readonly readAt: number;
  /**
   * True if the records are from an earlier request because the platform is unavailable or busy.
   */
  readonly isAway?: boolean;
  /** The URL of this page, for the printed version. */
  readonly pageUrl: string;
}

/** The view for attendees who have a registration, or whose registration this site may not read. */
export function badgeNameView(options: BadgeViewOptions) {
  const { records, badge, words, pageUrl } = options;
  const { user } = records;
  const registration = registrationOf(records);
  const name = ownName(records);
  const picture = pictureUrl(user.profilePictureUrl, options.pictureOrigins);
  const { stage, days } = options.time;
  const nameDeadline = nameDeadlineOf(options.event.nameUntil, options);
  const mayPreview = !nameDeadline.isFinal && stage !== 'during';
  const withDeadline = { ...options, nameDeadline };
  return {
    heading: words('badge.heading'),
    ...visitorOf(user),
    bar: barOf({ ...options, registration, deskPath: options.pathOf('desk') }),
    card: ownCard({ records, days, picture, tiers: badge.tiers, words }),
    changeName: registration && changeName(registration, withDeadline),
    nameUntil: registration ? nameUntil(registration, withDeadline) : '',
    /**
     * True during the convention. The page then moves the actions into the collapsed details.
     */
    isDay: stage === 'during',
    mayPreview,
    /** Whether the page offers to keep a copy for offline use. */
    mayKeep: keptUntil(options.readAt, options) > options.readAt,
    hints: name && mayPreview ? badgeNameHints(name, words) : [],
    /** Why the badge name is unknown or unreadable, or '' if it is neither. */
    unknown: unknownText(registration, { name, words }),
    // Cached records may be stale, so the page must not claim that everything is done.
    preparation: options.isAway ? undefined : preparation({ ...options, user, registration }),
    facts: eventFacts(options),
    details: registrationDetails(options),
    checked: checkedAt(options),
    pageUrl,
  };
}

function checkedAt({ readAt, timeZone, time, words }: BadgeViewOptions) {
  const format = { locale: words.locale, timeZone };
  return {
    ...timeOfDay(readAt, format),
    day: dayInBrackets(readAt, format),
    /** True if the records were read today. The screen then shows only the time. */
    isToday: clockAt(readAt, timeZone).day === time.today,
  };
}

function unknownText(
  registration: Registration | undefined,
  { name, words }: { name: string; words: Translate },
): string {
  if (registration) return registration.badgeName === unreadable ? words('badge.unreadable') : '';
  return words(name ? 'badge.unknown.text' : 'badge.unknown.nameless');
}

interface NameOptions extends BadgeViewOptions {
  readonly nameDeadline: NameDeadline;
}

/** Undefined if the name is final, or if the bar already asks the attendee to choose one. */
function changeName(
  registration: Registration,
  { badge, nameDeadline, words }: NameOptions,
): { label: string; url: string } | undefined {
  if (nameDeadline.isFinal) return undefined;
  const url = badge.changeNameUrl.href;
  if (hasName(registration)) return { label: words('badge.change'), url };
  return registration.status === 'unpaid' ? { label: words('badge.change.first'), url } : undefined;
}

/** Returns the last day to change the name, or a note that the name is final, or ''. */
function nameUntil(
  registration: Registration,
  { time, nameDeadline: { deadline }, words }: NameOptions,
): string {
  if (!deadline || time.stage === 'after' || !hasName(registration)) return '';
  if (!deadline.isOver) return words('badge.name.until', { day: deadline.day });
  // During the convention the badge is already printed, so the note would not help.
  return time.stage === 'during' ? '' : words('badge.name.final');
}

/** The view for attendees without a registration: the possible reasons, each with a next step. */
export function noRegistrationView(
  options: { user: CurrentUser; time: EventTime; words: Translate } & Pick<
    PageDependencies,
    'event' | 'badge' | 'registrationUrl'
  >,
) {
  const { user, event, time, words } = options;
  return {
    heading: words('badge.none.heading'),
    ...visitorOf(user),
    /**
     * The email address or username helps attendees notice that they are using the wrong account.
     * Undefined if the record contains neither.
     */
    account: textOf(user.email) || textOf(user.username) || undefined,
    bar:
      time.stage === 'after'
        ? barOf({ ...options, registration: undefined, deskPath: undefined })
        : undefined,
    mayRegister: time.stage !== 'after',
    mayPreview: !nameDeadlineOf(event.nameUntil, options).isFinal,
  };
}
