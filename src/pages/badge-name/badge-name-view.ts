// View models of the badge page: what to do first, the badge, and facts about the convention; or
// why there is no badge. Pure.

import { badgeNameHints } from '../../badge/name-hints.ts';
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import type { Config } from '../../settings/config.ts';
import { isolated, textOf, unreadable } from '../../text.ts';
import { displayName, pictureAddress, visitorOf } from '../../web/person.ts';
import { createRows } from '../../web/rows.ts';
import { timeOfDay } from '../../web/words/dates.ts';
import {
  type Deadline,
  deadlineOf,
  type EventTime,
  type NameDeadline,
  nameDeadlineOf,
} from '../../web/words/event-calendar.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { eventBar, eventFacts } from './event-facts.ts';
import {
  type BadgeRecords,
  badgeAsText,
  hasName,
  ownCard,
  ownName,
  registrationOf,
} from './own-badge.ts';
import { preparation } from './preparation.ts';

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
  /** The address of this page, for the printed version. */
  readonly address: string;
}

/** For an attendee who has a registration, or one that this site may not see. */
export function badgeNameView(options: BadgeViewOptions) {
  const { records, badge, words, timeZone, readAt, address } = options;
  const { user } = records;
  const registration = registrationOf(records);
  const name = ownName(records);
  const picture = pictureAddress(user.profilePictureUrl, options.pictureOrigins);
  const { stage, days } = options.time;
  const isOver = stage === 'after';
  const nameDeadline = nameDeadlineOf(options.event.nameUntil, options);
  const mayPreview = !nameDeadline.isFinal && stage !== 'during';
  const withDeadline = { ...options, nameDeadline };
  return {
    heading: words('badge.heading'),
    ...visitorOf(user),
    bar: eventBar({ ...options, deskPath: options.pathOf('desk') }),
    firstAction: registration && !isOver ? firstAction(registration, withDeadline) : undefined,
    card: ownCard({ records, days, picture, tiers: badge.tiers, words }),
    changeName: registration && changeName(registration, withDeadline),
    nameUntil: registration && nameUntil(registration, withDeadline),
    /** Whether the page is reduced to what helps at the desk. */
    isDay: stage === 'during',
    mayPreview,
    hints: name && mayPreview ? badgeNameHints(name, words) : [],
    /** Why the card shows the name of the account, or no name. */
    unknown: unknownText(registration, { name, words }),
    asText: badgeAsText({ records, words }),
    preparation: isOver ? undefined : preparation({ ...options, user, registration }),
    facts: eventFacts({ ...options, user, registration }),
    answers: createRows(words).answerRows(registration?.options),
    checked: timeOfDay(readAt, { locale: words.locale, timeZone }),
    address,
  };
}

interface ActionOptions extends BadgeViewOptions {
  readonly nameDeadline: NameDeadline;
}

function unknownText(
  registration: Registration | undefined,
  { name, words }: { name: string; words: Translate },
): string {
  if (registration) return registration.badgeName === unreadable ? words('badge.unreadable') : '';
  return words(name ? 'badge.unknown.text' : 'badge.unknown.nameless');
}

interface Action {
  readonly text: string;
  /** Until when it can be done. */
  readonly until: string | undefined;
  /** Where it is done; undefined once that is over. */
  readonly link: { readonly text: string; readonly url: string } | undefined;
  readonly isPayment: boolean;
}

/** The one thing that this attendee must do: pay, then choose a badge name. */
function firstAction(registration: Registration, options: ActionOptions): Action | undefined {
  const { registrationUrl, badge, event, words } = options;
  if (registration.status === 'unpaid') {
    const deadline = deadlineOf(event.payUntil, options);
    const link = { text: words('badge.pay'), url: registrationUrl.href };
    const keys = { open: 'badge.unpaid', until: 'badge.pay.until', late: 'badge.pay.late' };
    return { ...actionBy(deadline, { link, keys, words }), isPayment: true };
  }
  if (hasName(registration)) return undefined;
  const { deadline } = options.nameDeadline;
  const link = { text: words('badge.choose'), url: badge.changeNameUrl.href };
  const keys = { open: 'badge.unnamed', until: 'badge.choose.until', late: 'badge.choose.late' };
  return { ...actionBy(deadline, { link, keys, words }), isPayment: false };
}

/** What can be done until a day, if there is one. `keys` are those of its messages. */
function actionBy(
  deadline: Deadline | undefined,
  options: {
    link: Action['link'];
    keys: { readonly open: string; readonly until: string; readonly late: string };
    words: Translate;
  },
): Omit<Action, 'isPayment'> {
  const { link, keys, words } = options;
  if (!deadline) return { text: words(keys.open), until: undefined, link };
  if (deadline.isOver) return { text: words(keys.late), until: undefined, link: undefined };
  const { day, left } = deadline;
  return { text: words(keys.open), until: words(keys.until, { day, left }), link };
}

/** Undefined once the name is final, and if choosing a name is the first action already. */
function changeName(
  registration: Registration,
  { badge, nameDeadline, words }: ActionOptions,
): { label: string; url: string } | undefined {
  if (nameDeadline.isFinal) return undefined;
  const url = badge.changeNameUrl.href;
  if (hasName(registration)) return { label: words('badge.change'), url };
  return registration.status === 'unpaid' ? { label: words('badge.change.first'), url } : undefined;
}

/** The deadline for changing the name, as parts for the template, or that the name is final. */
function nameUntil(
  registration: Registration,
  { time, nameDeadline: { deadline }, words }: ActionOptions,
): readonly (string | Deadline)[] {
  if (!deadline || time.stage === 'after' || !hasName(registration)) return [];
  // During the convention, badges are printed already.
  if (deadline.isOver) return time.stage === 'during' ? [] : [words('badge.name.final')];
  return words.parts('badge.name.until', { day: deadline, left: deadline.left });
}

/** For an attendee without a registration: three reasons why, each with what to do. */
export function noRegistrationView(options: {
  user: CurrentUser;
  event: PageDependencies['event'];
  time: EventTime;
  words: Translate;
}) {
  const { user, event, time, words } = options;
  const name = displayName(user);
  return {
    heading: words('badge.none.heading'),
    ...visitorOf(user),
    text: name ? words('badge.none.text', { name: isolated(name) }) : words('badge.none.nameless'),
    /** Tells this account from the attendee's others; undefined if nothing of it is shared. */
    account: textOf(user.email) || textOf(user.username) || undefined,
    bar: time.stage === 'after' ? eventBar({ ...options, deskPath: undefined }) : undefined,
    mayRegister: time.stage !== 'after',
    mayPreview: !nameDeadlineOf(event.nameUntil, options).isFinal,
  };
}
