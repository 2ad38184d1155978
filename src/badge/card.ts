// View model of the badge card, for pages and for saved pictures. The card is 640 units wide and
// 412 high.
import { contrast } from '../contrast.ts';
import type { Config } from '../settings/config.ts';
import { createCache } from '../web/bounded-cache.ts';
import { initials } from '../web/person.ts';
import type { Translate } from '../web/words/messages.ts';
import { drawable, isTall, type PlacedText, placeText, setText, widthOf } from './text-layout.ts';

interface CardOptions extends TicketOptions {
  /**
   * The badge name, the account's name or a name to preview, as typed. If it is empty, the card
   * shows a dotted line.
   */
  readonly name: string;
  readonly days: string | undefined;
  /** The dates of `days` in a shorter form, used if `days` does not fit. */
  readonly shortDays?: string | undefined;
  readonly picture: string | undefined;
}

interface TicketOptions {
  readonly ticket: string;
  readonly state: CardState;
  /**
   * Whether the visitor is only trying out a name. The card then shows "not saved" instead of the
   * payment status.
   */
  readonly isPreview?: boolean;
  readonly tiers: Tiers;
  readonly words: Translate;
}

/**
 * Whether the ticket is paid. `account` means that no registration is known. The card then shows
 * the account's name, unless it is a preview.
 */
export type CardState =
  | { readonly kind: 'paid' | 'unpaid' | 'account' }
  /**
   * A payment status that the interface does not define, a message if the status is unreadable, or
   * '' if the platform sent none.
   */
  | { readonly kind: 'other'; readonly status: string };

export type Tiers = readonly Config['badge']['tiers'][number][];

const grey = { fill: '#5d5d69', ink: '#fff' };

/** Lays out the whole card, so that all text on it can be drawn and fits its box. */
export function badgeCard(options: CardOptions) {
  const { state, isPreview = false, picture, words } = options;
  const name = drawable(options.name);
  const days = drawable(options.days ?? '');
  // CONVENTION_NAME has at most 60 characters.
  const convention = drawable(words('convention'), 60);
  const ticket = drawable(options.ticket, 48);
  const status = isPreview ? words('badge.card.tried') : statusText(state, words);
  const facts = [name || words('badge.card.nameless'), convention, days, ticket, status];
  return {
    /** The picture's text alternative. */
    title: words(isPreview ? 'badge.card.preview' : 'badge.card.title', {
      facts: facts.filter(Boolean).join(', '),
    }),
    head: {
      /** Undefined means the convention's accent colour. */
      colors: state.kind === 'unpaid' ? grey : undefined,
      texts: headTexts(convention, [days, drawable(options.shortDays ?? '')]),
    },
    picture: picture ? { url: picture, initials: initialsText(name) } : undefined,
    name: name ? nameText(name, options) : undefined,
    foot: cardFoot({ ...options, ticket }),
  };
}

export function statusText(state: CardState, words: Translate): string {
  if (state.kind !== 'other') return words(`badge.card.${state.kind}`);
  return drawable(state.status, 24) || words('badge.card.noStatus');
}

/** The picture covers these initials once it has loaded. */
function initialsText(name: string): PlacedText {
  const box = { width: 140, height: 140, middle: 211, largest: 68, smallest: 20 };
  const text = setText(drawable(initials(name)), { ...box, mostLines: oneLine });
  return { ...text, x: 116, anchor: 'middle' };
}

const oneLine = () => 1;
const twoLines = () => 2;
/** The width between the margins. */
const fullWidth = 568;
/** Space between two strings on one line. */
const gap = 24;

const headBox = { width: fullWidth, height: 60, middle: 72, smallest: 25 };
const heads = createCache<PlacedText[]>();

/**
 * Lays out the convention's name and dates at the top of the card. The result is cached, because it
 * is the same on all cards in one locale.
 */
function headTexts(convention: string, days: readonly string[]): PlacedText[] {
  return heads.getOrCreate([convention, ...days].join('\n'), () => placeHead(convention, days));
}

/**
 * Tries both forms of the dates, and one and two lines for each string, and uses the first
 * combination that fits. If none fits, the last one is squeezed.
 */
function placeHead(convention: string, days: readonly string[]): PlacedText[] {
  const forms = [...new Set(days)].filter((form) => form !== '');
  const ways = [oneLine, twoLines].flatMap((mostLines) =>
    forms.flatMap((form) =>
      [oneLine, twoLines].map((linesOfName) => ({ form, mostLines, linesOfName })),
    ),
  );
  let texts = [placeConvention(convention, fullWidth, twoLines)];
  for (const { form, mostLines, linesOfName } of ways) {
    const box = { ...headBox, mostLines, largest: 27, from: 'end', isWhole: true } as const;
    const when = placeText(form, box);
    texts = [placeConvention(convention, fullWidth - widthOf(when) - gap, linesOfName), when];
    if (texts.every(({ isSqueezed }) => !isSqueezed)) break;
  }
  return texts;
}

function placeConvention(name: string, width: number, mostLines: () => number): PlacedText {
  const box = { ...headBox, width, mostLines, largest: 28, isWhole: true };
  return placeText(name, { ...box, from: 'start' });
}

/**
 * Centres the name on a card without a picture. Beside a picture, the name is aligned to the side
 * where its script starts.
 */
function nameText(name: string, { picture }: CardOptions): PlacedText {
  const text = setText(name, {
    width: picture ? 380 : fullWidth,
    height: 190,
    middle: 211,
    largest: isTall(name) ? 60 : 104,
    smallest: 28,
    mostLines: (size) => (size < 46 ? 4 : 3),
  });
  if (!picture) return { ...text, x: 320, anchor: 'middle' };
  return { ...text, x: text.direction === 'rtl' ? 604 : 224, anchor: 'start' };
}

interface Foot {
  readonly kind: CardState['kind'] | 'preview';
  /** Undefined means the convention's accent colour. */
  readonly colors: { readonly fill: string; readonly ink: string } | undefined;
  readonly texts: readonly PlacedText[];
  /** Distinguishes ticket types for people who cannot see the colours. */
  readonly pattern?: { readonly shape: string; readonly color: string } | undefined;
  /** The status box at the end of the band, with a tick if `kind` is `paid`. */
  readonly pill?: { readonly x: number; readonly width: number; readonly text: PlacedText };
}

/** SVG paths in a 24-unit square. A ticket type's position in the settings selects its pattern. */
const shapes = [
  'M-6 6l12-12M0 24L24 0M18 30l12-12',
  'M6 6h0M18 18h0',
  'M0 8l12 8 12-8',
  'M12 2v20M2 12h20',
];

const footBox = { middle: 365, height: 80, smallest: 25, mostLines: twoLines };
const footLine = { ...footBox, mostLines: oneLine };

export const unpaidColors = { fill: '#dcdce3', ink: '#1a1a20' };
const colorsOf = {
  unpaid: unpaidColors,
  account: { fill: '#ececf2', ink: '#46464f' },
};

/** Returns the colours for a ticket type, or undefined if the settings do not define any. */
export function tierOf(ticket: string, tiers: Tiers): Tiers[number] | undefined {
  return tiers.find((one) => comparable(one.ticket) === comparable(ticket));
}

/**
 * Returns the name in lower case, with single spaces and in one Unicode form (NFKC). Operators
 * rarely notice such differences in a setting.
 */
function comparable(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Lays out the band at the bottom of the card. `ticket` must be the result of `drawable`. */
export function cardFoot(options: TicketOptions): Foot {
  const { state, isPreview, words } = options;
  const { kind } = state;
  if (isPreview) return { ...ticketFoot(options, words('badge.card.tried')), kind: 'preview' };
  if (kind === 'paid' || kind === 'other') return ticketFoot(options, statusText(state, words));
  const colors = colorsOf[kind];
  if (kind === 'unpaid') return { kind, colors, texts: unpaidTexts(options) };
  const box = { ...footLine, width: fullWidth, largest: 40, from: 'middle' } as const;
  return { kind, colors, texts: [placeText(statusText(state, words), box)] };
}

/** `word` is the payment status or "not saved". */
function ticketFoot({ state, isPreview, ticket, tiers }: TicketOptions, word: string): Foot {
  const isPaid = state.kind === 'paid' && !isPreview;
  const status = placeText(word, { ...footLine, width: 280, largest: 30, from: 'end' });
  const [padding, tick] = [22, isPaid ? 36 : 0];
  const width = widthOf(status) + tick + 2 * padding;
  const box = { ...footBox, width: fullWidth - width - gap, largest: 44, from: 'start' } as const;
  const tier = tierOf(ticket, tiers);
  const place = tier ? tiers.indexOf(tier) : 0;
  return {
    kind: state.kind,
    pattern: tier && {
      shape: shapes[place % shapes.length] ?? '',
      // Black or white, whichever contrasts more with the letters, so that they stay readable on
      // the pattern.
      color: contrast(tier.ink, '#fff') > contrast(tier.ink, '#000') ? '#fff' : '#000',
    },
    colors: state.kind === 'unpaid' || state.kind === 'account' ? colorsOf[state.kind] : tier,
    texts: ticket ? [placeText(ticket, box)] : [],
    pill: { x: 604 - width, width, text: { ...status, x: 604 - padding } },
  };
}

function unpaidTexts({ state, ticket, words }: TicketOptions): PlacedText[] {
  const status = placeText(statusText(state, words).toLocaleUpperCase(words.locale), {
    ...footLine,
    width: ticket ? 340 : fullWidth,
    largest: 40,
    from: 'start',
  });
  const width = fullWidth - widthOf(status) - gap;
  return ticket
    ? [status, placeText(ticket, { ...footBox, width, largest: 30, from: 'end' })]
    : [status];
}
