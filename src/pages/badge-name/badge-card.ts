// Layout of the badge card, for the page and for the standalone picture. Pure.
// Sizes and positions are in units of the card, which is 640 wide and 412 high.
import { initials } from '../../web/words/formatting.ts';
import type { Translate } from '../../web/words/messages.ts';
import { drawable, isTall, type PlacedText, placeText, setText, widthOf } from './badge-text.ts';
import { type CardState, cardFoot, isPreview, statusText, type Tiers } from './card-foot.ts';

interface CardOptions {
  /** The name as typed. '' draws a dotted line instead. */
  readonly name: string;
  readonly ticket: string;
  readonly state: CardState;
  /** The days of the convention, as text. */
  readonly days: string | undefined;
  /** The address of the picture. */
  readonly picture: string | undefined;
  readonly tiers: Tiers;
  readonly words: Translate;
}

const grey = { fill: '#5d5d69', ink: '#fff' };

/** Lays out a card. Every text is drawable and fits its box. */
export function badgeCard(options: CardOptions) {
  const { state, picture, words } = options;
  const name = drawable(options.name);
  const days = drawable(options.days ?? '');
  const convention = drawable(words('convention'));
  const ticket = drawable(options.ticket, 48);
  const status = statusText(state, words);
  const facts = isPreview(state) ? [] : [convention, days, ticket];
  return {
    /** The text alternative of the picture: all that it shows, once. */
    title: words(isPreview(state) ? 'badge.card.preview' : 'badge.card.title', {
      facts: [name || words('badge.card.nameless'), ...facts, status].filter(Boolean).join(', '),
    }),
    head: {
      /** Undefined for the accent of the convention. */
      colors: state.kind === 'unpaid' ? grey : undefined,
      texts: headTexts(convention, days),
    },
    picture: picture ? { url: picture, initials: initialsText(name) } : undefined,
    name: name ? nameText(name, options) : undefined,
    foot: cardFoot({ state, ticket, tiers: options.tiers, words }),
  };
}

/** In the place of the picture, while it loads. */
function initialsText(name: string): PlacedText {
  const box = { width: 140, height: 140, middle: 211, largest: 68, smallest: 20 };
  const text = setText(drawable(initials(name)), { ...box, mostLines: () => 1 });
  return { ...text, x: 116, anchor: 'middle' };
}

/** In the band at the top: what, and when. */
function headTexts(convention: string, days: string): PlacedText[] {
  const box = { height: 60, middle: 72, smallest: 25, mostLines: () => 1 };
  const when = days ? [placeText(days, { ...box, width: 300, largest: 27, from: 'end' })] : [];
  const width = 568 - when.reduce((sum, text) => sum + widthOf(text) + 24, 0);
  return [placeText(convention, { ...box, width, largest: 28, from: 'start' }), ...when];
}

/** In the middle, or beside the picture: there at the side where its script begins. */
function nameText(name: string, { picture, state }: CardOptions): PlacedText {
  const text = setText(name, {
    width: picture ? 380 : 568,
    // The ribbon of a preview takes a little of the room.
    ...(isPreview(state) ? { height: 180, middle: 205 } : { height: 190, middle: 211 }),
    largest: isTall(name) ? 60 : 104,
    smallest: 28,
    mostLines: (size) => (size < 46 ? 4 : 3),
  });
  if (!picture) return { ...text, x: 320, anchor: 'middle' };
  return { ...text, x: text.direction === 'rtl' ? 604 : 224, anchor: 'start' };
}
