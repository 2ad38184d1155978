// Layout of the badge card, for the page and for the standalone picture. Pure.
import type { Translate } from '../../web/messages.ts';
import { drawable, setLine, setName } from './badge-text.ts';

/** The payment status as text, or why it is not known. */
export interface CardStatus {
  readonly text: string;
  readonly kind: 'good' | 'open' | 'neutral';
}

const statusWidth = 240;

/** Lays out a card of 640 by 400 units. Every text is drawable and fits its box. */
export function badgeCard(options: {
  name: string;
  isTried: boolean;
  ticket: string;
  status: CardStatus | undefined;
  words: Translate;
}) {
  const { isTried, status, words } = options;
  const [name, ticket] = [drawable(options.name), drawable(options.ticket, 24)];
  const facts = [name || words('badge.card.nameless'), ticket, status?.text]
    .filter(Boolean)
    .join(', ');
  const convention = drawable(words('convention'), 40);
  return {
    /** The text alternative of the picture. */
    title: words('badge.card.title', { facts }),
    convention: setLine({ text: convention, size: 26, box: ticket ? 330 : 576, baseline: 92 }),
    ticket: ticket ? setLine({ text: ticket, size: 26, box: 226, baseline: 92 }) : undefined,
    /** If undefined, a dotted line is drawn instead. */
    name: name ? setName(name) : undefined,
    note: name && words(isTried ? 'badge.card.tried' : 'badge.card.note'),
    status: status && statusLine(status),
  };
}

/** Lays out the payment status and its mark. The line ends at the right edge, x = 608. */
function statusLine({ text, kind }: CardStatus) {
  const line = setLine({ text, size: 24, box: statusWidth, baseline: 373 });
  return { ...line, kind, markX: 588 - (line.width ?? statusWidth) };
}
