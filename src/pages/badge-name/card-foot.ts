// The band at the bottom of the badge card: the ticket, and whether it is paid. Nothing else on the
// page repeats it.
import type { Config } from '../../settings/config.ts';
import type { Translate } from '../../web/words/messages.ts';
import { drawable, type PlacedText, placeText, widthOf } from './badge-text.ts';

/**
 * Where the name on the card comes from, and what is known of its ticket. `own` and `tried` are
 * previews, without a ticket.
 */
export type CardState =
  | { readonly kind: 'paid' | 'unpaid' | 'account' | 'own' | 'tried' }
  /** A status that the interface does not define: shown as it came, '' if it did not come. */
  | { readonly kind: 'other'; readonly status: string };

/** The colours of tickets. */
export type Tiers = readonly Config['badge']['tiers'][number][];

interface FootOptions {
  readonly state: CardState;
  /** Drawable. */
  readonly ticket: string;
  readonly tiers: Tiers;
  readonly words: Translate;
}

interface Foot {
  readonly kind: CardState['kind'];
  /** Undefined for the accent of the convention. */
  readonly colors: { readonly fill: string; readonly ink: string } | undefined;
  readonly texts: readonly PlacedText[];
  /** A light field at the end of the band; with a tick if the ticket is paid. */
  readonly pill?: { readonly x: number; readonly width: number; readonly text: PlacedText };
}

const band = { middle: 365, height: 80, smallest: 25, mostLines: () => 2 };
const oneLine = { ...band, mostLines: () => 1 };

const colorsOf = {
  unpaid: { fill: '#dcdce3', ink: '#1a1a20' },
  account: { fill: '#ececf2', ink: '#46464f' },
  own: { fill: '#ececf2', ink: '#46464f' },
  tried: { fill: '#ffd169', ink: '#3d2500' },
};

export function isPreview({ kind }: CardState): boolean {
  return kind === 'own' || kind === 'tried';
}

/** Returns the words for a state, as a reader says them. */
export function statusText(state: CardState, words: Translate): string {
  if (state.kind !== 'other') return words(`badge.card.${state.kind}`);
  return drawable(state.status, 24) || words('badge.card.noStatus');
}

export function cardFoot(options: FootOptions): Foot {
  const { state, words } = options;
  const { kind } = state;
  if (kind === 'paid' || kind === 'other') return ticketFoot(options);
  const colors = colorsOf[kind];
  if (kind === 'unpaid') return { kind, colors, texts: unpaidTexts(options) };
  const text = statusText(state, words);
  const middle = isPreview(state) ? 352 : band.middle;
  const box = { ...oneLine, middle, width: 568, largest: 40, from: 'middle' } as const;
  return { kind, colors, texts: [placeText(kind === 'tried' ? loud(text, words) : text, box)] };
}

/** The ticket, and at the end what is known of its payment. */
function ticketFoot({ state, ticket, tiers, words }: FootOptions): Foot {
  const isPaid = state.kind === 'paid';
  const status = placeText(statusText(state, words), {
    ...oneLine,
    width: 280,
    largest: 30,
    from: 'end',
  });
  const [padding, tick] = [22, isPaid ? 36 : 0];
  const width = widthOf(status) + tick + 2 * padding;
  const box = { ...band, width: 568 - width - 24, largest: 44, from: 'start' } as const;
  const tier = tiers.find((one) => one.ticket === ticket.toLowerCase());
  return {
    kind: state.kind,
    colors: tier,
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
