// Layout of the badge card, for the page and for the standalone picture. Pure.
// Sizes and positions are in units of the card, which is 640 wide and 412 high.
import { createCache } from '../../web/cache.ts';
import { initials } from '../../web/words/formatting.ts';
import type { Translate } from '../../web/words/messages.ts';
import { drawable, isTall, type PlacedText, placeText, setText, widthOf } from './badge-text.ts';
import { type CardState, cardFoot, statusText, type Tiers } from './card-foot.ts';

interface CardOptions {
  /** The name as typed. '' draws a dotted line instead. */
  readonly name: string;
  readonly ticket: string;
  readonly state: CardState;
  /** Whether it previews a name that is not the attendee's: it says so where the payment stands. */
  readonly isTried?: boolean;
  /** The days of the convention, as text. */
  readonly days: string | undefined;
  /** The same in a shorter form, if there is one. */
  readonly shortDays?: string | undefined;
  /** The address of the picture. */
  readonly picture: string | undefined;
  readonly tiers: Tiers;
  readonly words: Translate;
}

const grey = { fill: '#5d5d69', ink: '#fff' };

/** Lays out a card. Every text is drawable and fits its box. */
export function badgeCard(options: CardOptions) {
  const { state, isTried = false, picture, words } = options;
  const name = drawable(options.name);
  const days = drawable(options.days ?? '');
  // A name of the settings is never longer.
  const convention = drawable(words('convention'), 60);
  const ticket = drawable(options.ticket, 48);
  const status = isTried ? words('badge.card.tried') : statusText(state, words);
  const facts = [name || words('badge.card.nameless'), convention, days, ticket, status];
  return {
    /** The text alternative of the picture: all that it shows, once. */
    title: words(isTried ? 'badge.card.preview' : 'badge.card.title', {
      facts: facts.filter(Boolean).join(', '),
    }),
    head: {
      /** Undefined for the accent of the convention. */
      colors: state.kind === 'unpaid' ? grey : undefined,
      texts: headTexts(convention, [days, drawable(options.shortDays ?? '')]),
    },
    picture: picture ? { url: picture, initials: initialsText(name) } : undefined,
    name: name ? nameText(name, options) : undefined,
    foot: cardFoot({ state, isTried, ticket, tiers: options.tiers, words }),
  };
}

/** In the place of the picture, while it loads. */
function initialsText(name: string): PlacedText {
  const box = { width: 140, height: 140, middle: 211, largest: 68, smallest: 20 };
  const text = setText(drawable(initials(name)), { ...box, mostLines: () => 1 });
  return { ...text, x: 116, anchor: 'middle' };
}

const band = { width: 568, height: 60, middle: 72, smallest: 25 };
const oneLine = () => 1;
const twoLines = () => 2;

const heads = createCache<PlacedText[]>();

/** In the band at the top: what, and when. The same for everybody who reads the same language. */
function headTexts(convention: string, days: readonly string[]): PlacedText[] {
  return heads.getOrCreate([convention, ...days].join('\n'), () => placeHead(convention, days));
}

/**
 * Nothing of it is cut: the first of these ways is taken in which both stand beside each other.
 */
function placeHead(convention: string, days: readonly string[]): PlacedText[] {
  const forms = [...new Set(days)].filter((form) => form !== '');
  const ways = [oneLine, twoLines].flatMap((mostLines) =>
    forms.flatMap((form) =>
      [oneLine, twoLines].map((linesOfName) => ({ form, mostLines, linesOfName })),
    ),
  );
  let texts = [placeConvention(convention, 568, twoLines)];
  for (const { form, mostLines, linesOfName } of ways) {
    const when = placeText(form, { ...band, mostLines, largest: 27, from: 'end', isWhole: true });
    texts = [placeConvention(convention, 568 - widthOf(when) - 24, linesOfName), when];
    if (texts.every(({ isSqueezed }) => !isSqueezed)) break;
  }
  return texts;
}

function placeConvention(name: string, width: number, mostLines: () => number): PlacedText {
  const box = { ...band, width, mostLines, largest: 28, isWhole: true };
  return placeText(name, { ...box, from: 'start' });
}

/** In the middle, or beside the picture: there at the side where its script begins. */
function nameText(name: string, { picture }: CardOptions): PlacedText {
  const text = setText(name, {
    width: picture ? 380 : 568,
    height: 190,
    middle: 211,
    largest: isTall(name) ? 60 : 104,
    smallest: 28,
    mostLines: (size) => (size < 46 ? 4 : 3),
  });
  if (!picture) return { ...text, x: 320, anchor: 'middle' };
  return { ...text, x: text.direction === 'rtl' ? 604 : 224, anchor: 'start' };
}
