// The card on the lanyard: what is drawn on it and where, for the page and for the picture of its own. Pure.
import type { Translate } from '../../web/messages.ts';
import { type BadgeLine, type BadgeText, drawable, setLine, setName } from './badge-text.ts';

export interface BadgeCard {
  /** What the picture says, for those who do not see it. */
  readonly title: string;
  readonly convention: BadgeLine;
  readonly ticket: BadgeLine | undefined;
  /** Undefined where there is no name: a dotted line is drawn in its place. */
  readonly name: BadgeText | undefined;
  /** That this is a preview, or a name that is only tried; '' without a name. */
  readonly note: string;
  readonly status: (BadgeLine & { readonly kind: CardStatus['kind'] }) | undefined;
}

/** Whether the badge is paid for, or why that is not known, in words. */
export interface CardStatus {
  readonly text: string;
  readonly kind: 'good' | 'open' | 'neutral';
}

export interface CardFacts {
  readonly convention: string;
  readonly name: string;
  readonly isTried: boolean;
  readonly ticket?: string | undefined;
  readonly status?: CardStatus | undefined;
  readonly words: Translate;
}

/** Lays out a card of 640 by 400 units. Every text on it is drawable, and none is wider than its place. */
export function badgeCard({ convention, name, isTried, ticket, status, words }: CardFacts): BadgeCard {
  const [ownName, ticketName] = [drawable(name), drawable(ticket ?? '', 24)];
  const facts = [ownName || words('badge.card.nameless'), ticketName, status?.text].filter(Boolean).join(', ');
  return {
    title: words('badge.card.title', { facts }),
    convention: setLine({ text: drawable(convention, 40), size: 26, box: ticketName ? 330 : 576, baseline: 92 }),
    ticket: ticketName ? setLine({ text: ticketName, size: 26, box: 226, baseline: 92 }) : undefined,
    name: ownName ? setName(ownName) : undefined,
    note: ownName && words(isTried ? 'badge.card.tried' : 'badge.card.note'),
    status: status && { ...setLine({ text: status.text, size: 24, box: 240, baseline: 373 }), kind: status.kind },
  };
}
