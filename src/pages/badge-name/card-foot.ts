// The band at the bottom of the badge card: the ticket, and whether it is paid. Nothing else on the
// page repeats it.
import { contrast } from '../../contrast.ts';
import type { Config } from '../../settings/config.ts';
import type { Translate } from '../../web/words/messages.ts';
import { drawable, type PlacedText, placeText, widthOf } from './badge-text.ts';

/** What is known of the ticket; `account`: nothing, and the name on the card is the account's. */
export type CardState =
  | { readonly kind: 'paid' | 'unpaid' | 'account' }
  /** A status that the interface does not define: shown as it came, '' if it did not come. */
  | { readonly kind: 'other'; readonly status: string };

/** The colours of tickets. */
export type Tiers = readonly Config['badge']['tiers'][number][];

interface FootOptions {
  readonly state: CardState;
  /** Whether the name is not the attendee's. Then nothing is said of a payment. */
  readonly isTried?: boolean;
  /** Drawable. */
  readonly ticket: string;
  readonly tiers: Tiers;
  readonly words: Translate;
}

interface Foot {
  readonly kind: CardState['kind'] | 'tried';
  /** Undefined for the accent of the convention. */
  readonly colors: { readonly fill: string; readonly ink: string } | undefined;
  readonly texts: readonly PlacedText[];
  /** What a tier has of its own besides its colours: a shape that repeats, lighter or darker. */
  readonly pattern?: { readonly shape: string; readonly color: string } | undefined;
  /** A field at the end of the band; with a tick if the ticket is paid. */
  readonly pill?: { readonly x: number; readonly width: number; readonly text: PlacedText };
}

/** Shapes in a square of 24 units, by the place of the tier in the settings. */
const shapes = [
  'M-6 6l12-12M0 24L24 0M18 30l12-12',
  'M6 6h0M18 18h0',
  'M0 8l12 8 12-8',
  'M12 2v20M2 12h20',
];

const band = { middle: 365, height: 80, smallest: 25, mostLines: () => 2 };
const oneLine = { ...band, mostLines: () => 1 };

export const unpaidColors = { fill: '#dcdce3', ink: '#1a1a20' };
const colorsOf = {
  unpaid: unpaidColors,
  account: { fill: '#ececf2', ink: '#46464f' },
};

/** Returns the words for a state, as a reader says them. */
export function statusText(state: CardState, words: Translate): string {
  if (state.kind !== 'other') return words(`badge.card.${state.kind}`);
  return drawable(state.status, 24) || words('badge.card.noStatus');
}

/** Returns the colours of this ticket, if the settings have some. */
export function tierOf(ticket: string, tiers: Tiers): Tiers[number] | undefined {
  return tiers.find((one) => one.ticket === ticket.toLowerCase());
}

export function cardFoot(options: FootOptions): Foot {
  const { state, isTried, words } = options;
  const { kind } = state;
  if (isTried) return { ...ticketFoot(options, words('badge.card.tried')), kind: 'tried' };
  if (kind === 'paid' || kind === 'other') return ticketFoot(options, statusText(state, words));
  const colors = colorsOf[kind];
  if (kind === 'unpaid') return { kind, colors, texts: unpaidTexts(options) };
  const box = { ...oneLine, width: 568, largest: 40, from: 'middle' } as const;
  return { kind, colors, texts: [placeText(statusText(state, words), box)] };
}

/** The ticket, and at the end a word: what is known of its payment, or that it is not saved. */
function ticketFoot({ state, isTried, ticket, tiers }: FootOptions, word: string): Foot {
  const isPaid = state.kind === 'paid' && !isTried;
  const status = placeText(word, {
    ...oneLine,
    width: 280,
    largest: 30,
    from: 'end',
  });
  const [padding, tick] = [22, isPaid ? 36 : 0];
  const width = widthOf(status) + tick + 2 * padding;
  const box = { ...band, width: 568 - width - 24, largest: 44, from: 'start' } as const;
  const tier = tierOf(ticket, tiers);
  const place = tier ? tiers.indexOf(tier) : 0;
  return {
    kind: state.kind,
    pattern: tier && {
      shape: shapes[place % shapes.length] ?? '',
      // Further from the letters than the band itself.
      color: contrast(tier.ink, '#fff') > contrast(tier.ink, '#000') ? '#fff' : '#000',
    },
    colors: state.kind === 'unpaid' || state.kind === 'account' ? colorsOf[state.kind] : tier,
    texts: ticket ? [placeText(ticket, box)] : [],
    pill: { x: 604 - width, width, text: { ...status, x: 604 - padding } },
  };
}

/** That it is not paid, and then which ticket it would be. */
function unpaidTexts({ state, ticket, words }: FootOptions): PlacedText[] {
  const status = placeText(loud(statusText(state, words), words), {
    ...oneLine,
    width: ticket ? 340 : 568,
    largest: 40,
    from: 'start',
  });
  const width = 568 - widthOf(status) - 24;
  return ticket
    ? [status, placeText(ticket, { ...band, width, largest: 30, from: 'end' })]
    : [status];
}

function loud(text: string, { locale }: Translate): string {
  return text.toLocaleUpperCase(locale);
}
