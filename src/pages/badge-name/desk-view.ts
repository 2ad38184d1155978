// View model for the desk screen: name, ticket and payment, readable from a metre away, and the
// attendee's username and number. The screen does not show a code to scan, because the platform's
// interface does not provide one. Pure.

import { type CardState, statusText, tierOf, unpaidColors } from '../../badge/card.ts';
import { drawable, isTall, type PlacedText, setText, widthOf } from '../../badge/text-layout.ts';
import type { Config } from '../../settings/config.ts';
import { textOf } from '../../text.ts';
import { dayInBrackets, timeOfDay } from '../../web/words/dates.ts';
import type { Translate } from '../../web/words/messages.ts';
import {
  type BadgeRecords,
  numberOf,
  ownName,
  registrationOf,
  stateOf,
  ticketOf,
} from './own-badge.ts';

interface DeskOptions {
  readonly records: BadgeRecords;
  readonly badge: Config['badge'];
  readonly timeZone: string;
  /** When the records were requested, in milliseconds since 1970. */
  readonly readAt: number;
  /**
   * True if the records are from an earlier request because the platform is unavailable or busy.
   */
  readonly isAway?: boolean;
  readonly words: Translate;
}

/** A short text in a coloured box. Sizes refer to a screen that is 640 units wide. */
interface Field {
  readonly width: number;
  readonly text: PlacedText;
  /** Undefined means the convention's accent colour. */
  readonly colors: { readonly fill: string; readonly ink: string } | undefined;
  readonly sign?: 'tick' | 'hatch';
}

const screenWidth = 640;
const padding = 34;
const tickWidth = 64;
const looks: Readonly<Record<'paid' | 'unpaid' | 'other', Pick<Field, 'colors' | 'sign'>>> = {
  paid: { colors: { fill: '#0a6b3d', ink: '#fff' }, sign: 'tick' },
  unpaid: { colors: unpaidColors, sign: 'hatch' },
  other: { colors: unpaidColors },
};

export function deskView(options: DeskOptions) {
  const { records, timeZone, readAt, words } = options;
  const registration = registrationOf(records);
  const name = drawable(ownName(records));
  const format = { locale: words.locale, timeZone };
  const number = numberOf(records);
  return {
    heading: words('badge.desk.show'),
    nameLabel: words(registration ? 'badge.text.name' : 'badge.card.account'),
    /** Undefined if there is no name to show. */
    name: name ? { title: name, ...nameView(name) } : undefined,
    fields: registration ? fieldsOf(options) : [],
    isUnpaid: registration?.status === 'unpaid',
    username: textOf(records.user.username),
    number: number && words('badge.desk.number', { number }),
    /** Includes the day, because some people show old screenshots. */
    checked: { ...timeOfDay(readAt, format), day: dayInBrackets(readAt, format) },
  };
}

/** Sets the name in the largest size that fits the screen width, up to a limit. */
function nameView(name: string): { text: PlacedText; top: number; height: number } {
  const text = setText(name, {
    width: screenWidth,
    height: 700,
    middle: 0,
    largest: isTall(name) ? 110 : 180,
    smallest: 57,
    mostLines: (size) => (size > 100 ? 3 : 5),
  });
  const baselines = text.lines.map(({ baseline }) => baseline);
  const top = Math.round(Math.min(...baselines) - 0.95 * text.size);
  const x = text.direction === 'rtl' ? screenWidth : 0;
  return {
    text: { ...text, x, anchor: 'start' },
    top,
    height: Math.round(Math.max(...baselines) + 0.3 * text.size) - top,
  };
}

/**
 * Returns the fields for the ticket and the payment status. An unpaid ticket does not get its
 * tier's colours.
 */
function fieldsOf({ records, badge, isAway, words }: DeskOptions): Field[] {
  const registration = registrationOf(records);
  const state = stateOf(registration, words);
  const ticket = drawable(ticketOf(registration), 48);
  const colors = state.kind === 'unpaid' ? unpaidColors : tierOf(ticket, badge.tiers);
  const ticketFields = ticket ? [fieldOf(ticket, { colors })] : [];
  // A stale payment status is left out, because the desk must not rely on it.
  return isAway ? ticketFields : [...ticketFields, statusField(state, words)];
}

function statusField(state: CardState, words: Translate): Field {
  const text = statusText(state, words);
  if (state.kind === 'paid') return fieldOf(text, looks.paid);
  if (state.kind === 'unpaid') return fieldOf(text.toLocaleUpperCase(words.locale), looks.unpaid);
  return fieldOf(text, looks.other);
}

function fieldOf(words: string, look: Pick<Field, 'colors' | 'sign'>): Field {
  const start = padding + (look.sign === 'tick' ? tickWidth : 0);
  const room = screenWidth - start - padding;
  const box = { width: room, height: 100, middle: 56, largest: 60, smallest: 30 };
  const text = setText(words, { ...box, mostLines: () => 2 });
  const isRightToLeft = text.direction === 'rtl';
  const placed = { ...text, x: isRightToLeft ? start + room : start, anchor: 'start' } as const;
  const width = start + widthOf(placed) + padding;
  return { width, text: { ...placed, x: isRightToLeft ? width - padding : start }, ...look };
}
