// The card on the lanyard: what is drawn on it and where, for the page and for the picture of its own. Pure.
import type { Translate } from '../../web/messages.ts';
import { drawable, setLine, setName } from './badge-text.ts';

/** Whether the badge is paid for, or why that is not known, in words. */
export interface CardStatus {
  readonly text: string;
  readonly kind: 'good' | 'open' | 'neutral';
}

/** Lays out a card of 640 by 400 units. Every text on it is drawable, and none is wider than its place. */
export function badgeCard(options: {
  name: string;
  isTried: boolean;
  ticket: string;
  status: CardStatus | undefined;
  words: Translate;
}) {
  const { isTried, status, words } = options;
  const [name, ticket] = [drawable(options.name), drawable(options.ticket, 24)];
  const facts = [name || words('badge.card.nameless'), ticket, status?.text].filter(Boolean).join(', ');
  const convention = drawable(words('convention'), 40);
  return {
    /** What the picture says, for those who do not see it. */
    title: words('badge.card.title', { facts }),
    convention: setLine({ text: convention, size: 26, box: ticket ? 330 : 576, baseline: 92 }),
    ticket: ticket ? setLine({ text: ticket, size: 26, box: 226, baseline: 92 }) : undefined,
    /** Undefined where there is no name: a dotted line is drawn in its place. */
    name: name ? setName(name) : undefined,
    note: name && words(isTried ? 'badge.card.tried' : 'badge.card.note'),
    status: status && { ...setLine({ text: status.text, size: 24, box: 240, baseline: 373 }), kind: status.kind },
  };
}
