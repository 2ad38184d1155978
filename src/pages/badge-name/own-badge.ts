// The attendee's own badge: name, ticket and payment, on the card and as text.
import { badgeCard, type CardState, statusText, type Tiers } from '../../badge/card.ts';
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Lookup } from '../../convention/own-records.ts';
import type { CachedRecords } from '../../convention/record-cache.ts';
import type { Registration } from '../../convention/registration.ts';
import { textOf, unreadable, visible } from '../../text.ts';
import { displayName } from '../../web/person.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { type EventDays, formatDays } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';

export interface BadgeRecords {
  readonly user: CurrentUser;
  readonly registration: Lookup<Registration>;
}

export async function readBadge(records: CachedRecords): Promise<BadgeRecords> {
  const [user, registration] = await Promise.all([records.currentUser(), records.registration()]);
  return { user, registration };
}

export function registrationOf({ registration }: BadgeRecords): Registration | undefined {
  return registration.state === 'found' ? registration.record : undefined;
}

/**
 * Returns the badge name as typed by the attendee. If this site may not read the registration,
 * returns the account's display name. It never returns the legal name, because everybody can read a
 * badge. Returns '' if the name is missing or has no visible characters.
 */
export function ownName({ user, registration }: BadgeRecords): string {
  const account = registration.state === 'unknown' ? displayName(user) : '';
  const name = registration.state === 'found' ? textOf(registration.record.badgeName) : account;
  return visible(name) ? name : '';
}

/**
 * Returns the user id, which the desk uses to find people. Undefined for an id that nobody would
 * read aloud, such as a UUID from another platform.
 */
export function numberOf({ user }: BadgeRecords): string | undefined {
  return /^\d{1,10}$/.test(user.id) ? user.id : undefined;
}

/** True even for an unreadable name, because the attendee has chosen one. */
export function hasName({ badgeName }: Registration): boolean {
  return badgeName === unreadable || visible(badgeName) !== '';
}

export function ticketOf(registration: Registration | undefined): string {
  return textOf(registration?.productDisplayName) || textOf(registration?.productName);
}

export function stateOf(registration: Registration | undefined, words: Translate): CardState {
  if (!registration) return { kind: 'account' };
  const { status } = registration;
  if (status === 'paid' || status === 'unpaid') return { kind: status };
  const isUnreadable = status === unreadable;
  return { kind: 'other', status: isUnreadable ? words('value.unreadable') : textOf(status) };
}

/**
 * Returns the attendee's badge card, or a preview with the name `tried`. `picture` is the URL of
 * the profile picture.
 */
export function ownCard(options: {
  records: BadgeRecords;
  tried?: string;
  days: EventDays | undefined;
  picture: string | undefined;
  tiers: Tiers;
  words: Translate;
}) {
  const { records, days, words } = options;
  const registration = registrationOf(records);
  const own = ownName(records);
  const { tried = own } = options;
  return badgeCard({
    ...options,
    name: tried,
    isPreview: records.registration.state === 'none' || visible(tried) !== visible(own),
    ticket: ticketOf(registration),
    state: stateOf(registration, words),
    days: days && formatDays(days, words.locale),
    shortDays: days && formatDays(days, words.locale, 'medium'),
  });
}

/**
 * Returns the text on the badge as rows, which can be read aloud, selected and copied. `hasName`:
 * whether the first row is the name.
 */
export function badgeAsText({ records, words }: { records: BadgeRecords; words: Translate }) {
  const { recordRow } = createRows(words);
  const registration = registrationOf(records);
  const [name, ticket] = [ownName(records), ticketOf(registration)];
  const label = words(registration ? 'badge.text.name' : 'badge.card.account');
  const rows: Row[] = [
    ...(name ? [recordRow(label, name)] : []),
    ...(ticket ? [recordRow(words('badge.text.ticket'), ticket)] : []),
    ...(registration ? [paymentRow(registration, words)] : []),
  ];
  return { rows, hasName: name !== '' };
}

function paymentRow(registration: Registration, words: Translate): Row {
  const label = words('badge.text.payment');
  const state = stateOf(registration, words);
  const lines = [statusText(state, words)];
  if (state.kind === 'other') return { label, lines, kind: state.status ? 'record' : 'text' };
  return { label, lines, kind: 'text', status: state.kind === 'paid' ? 'good' : 'open' };
}
