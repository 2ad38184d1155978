// View model of the badge page: what to do first, the badge, and what is good to know. Pure.
import type { Registration } from '../../convention/registration.ts';
import type { Config } from '../../settings/config.ts';
import { unreadable, visible } from '../../text.ts';
import { pictureAddress } from '../../web/picture.ts';
import { createRows } from '../../web/rows.ts';
import { visitorOf } from '../../web/visitor.ts';
import type { EventDays } from '../../web/words/event-days.ts';
import type { EventTime } from '../../web/words/event-time.ts';
import { timeOfDay } from '../../web/words/formatting.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { badgeAsText } from './badge-as-text.ts';
import { badgeNameHints } from './badge-hints.ts';
import { factsView } from './facts-view.ts';
import { type BadgeRecords, ownCard, ownName, registrationOf } from './own-badge.ts';
import { preparation } from './preparation.ts';

export interface BadgeViewOptions
  extends Pick<
    PageDependencies,
    'event' | 'pictureOrigins' | 'registrationUrl' | 'timeZone' | 'pathOf'
  > {
  readonly records: BadgeRecords;
  readonly badge: Config['badge'];
  readonly days: EventDays | undefined;
  readonly time: EventTime;
  readonly words: Translate;
  /** When the convention was asked for the records, in milliseconds since 1970. */
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
  return {
    heading: words('badge.heading'),
    ...visitorOf(user),
    firstAction: registration && firstAction(registration, options),
    card: ownCard({ records, days: options.days, picture, tiers: badge.tiers, words }),
    changeName: registration && changeName(registration, options),
    hints: name ? badgeNameHints(name, { softLimit: badge.softLimit, words }) : [],
    /** Why the card shows the name of the account, or no name. */
    unknown: unknownText(registration, { name, words }),
    asText: badgeAsText({ records, words }),
    preparation: preparation({ ...options, user, registration }),
    facts: factsView({ ...options, user, registration }),
    answers: createRows(words).answerRows(registration?.options),
    checked: timeOfDay(readAt, { locale: words.locale, timeZone }),
    address,
  };
}

/** A name that cannot be shown here is one. */
function hasName(badgeName: Registration['badgeName']): boolean {
  return badgeName === unreadable || visible(badgeName) !== '';
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
  readonly link: string;
  readonly url: string;
  readonly isPayment: boolean;
}

/** The one thing that this attendee must do: pay, then choose a badge name. */
function firstAction(
  { status, badgeName }: Registration,
  { registrationUrl, badge, words }: BadgeViewOptions,
): Action | undefined {
  if (status === 'unpaid') {
    const [text, link] = [words('badge.unpaid'), words('badge.pay')];
    return { text, link, url: registrationUrl.href, isPayment: true };
  }
  if (hasName(badgeName)) return undefined;
  const [text, link] = [words('badge.unnamed'), words('badge.choose')];
  return { text, link, url: badge.changeNameUrl.href, isPayment: false };
}

/** Undefined if choosing a name is the first action: then nothing repeats it. */
function changeName(
  { status, badgeName }: Registration,
  { badge, words }: BadgeViewOptions,
): { label: string; url: string } | undefined {
  const url = badge.changeNameUrl.href;
  if (hasName(badgeName)) return { label: words('badge.change'), url };
  return status === 'unpaid' ? { label: words('badge.change.first'), url } : undefined;
}
