// View model of the preview of another name: a card that is not the attendee's yet. It shows no
// ticket and no payment. Pure.
import type { Config } from '../../settings/config.ts';
import { truncate, visible } from '../../text.ts';
import { visitorOf } from '../../web/visitor.ts';
import { type EventDays, formatDays } from '../../web/words/event-days.ts';
import { isolated } from '../../web/words/formatting.ts';
import type { Translate } from '../../web/words/messages.ts';
import { badgeCard } from './badge-card.ts';
import { badgeNameHints, countGraphemes } from './badge-hints.ts';
import { type BadgeRecords, ownName } from './own-badge.ts';

interface PreviewOptions {
  readonly days: EventDays | undefined;
  readonly badge: Config['badge'];
  readonly words: Translate;
}

/** The page. `tried` is as typed; '' previews the attendee's own name. */
export function previewView(options: PreviewOptions & { tried: string; records: BadgeRecords }) {
  const { tried, records, badge, words } = options;
  const own = ownName(records);
  const name = tried || own;
  return {
    heading: words('badge.try.heading'),
    ...visitorOf(records.user),
    ...previewOf({ ...options, name, isOwn: name !== '' && visible(name) === visible(own) }),
    /** The value of the form field. */
    field: truncate(name).replace(/\p{Cc}/gu, ' '),
    note: own
      ? words('badge.try.own', { name: isolated(truncate(visible(own))) })
      : words('badge.try.note'),
    changeNameUrl: badge.changeNameUrl.href,
  };
}

/** The picture alone, while a name is typed. '' draws a card without a name. */
export function triedPictureView(options: PreviewOptions & { tried: string }) {
  const { card, count, hints } = previewOf({ ...options, name: options.tried, isOwn: false });
  return { card, details: [count, ...hints] };
}

function previewOf(options: PreviewOptions & { name: string; isOwn: boolean }) {
  const { name, isOwn, days, badge, words } = options;
  return {
    card: badgeCard({
      name,
      ticket: '',
      state: { kind: isOwn ? 'own' : 'tried' },
      days: days && formatDays(days, words.locale),
      shortDays: days && formatDays(days, words.locale, 'medium'),
      picture: undefined,
      tiers: [],
      words,
    }),
    count: words('badge.try.count', { count: countGraphemes(visible(name)) }),
    hints: visible(name) ? badgeNameHints(name, { softLimit: badge.softLimit, words }) : [],
  };
}
