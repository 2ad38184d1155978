// View model for the name preview: the attendee's badge with a different name on it. Pure.

import { badgeNameHints, countGraphemes } from '../../badge/name-hints.ts';
import type { Config } from '../../settings/config.ts';
import { isolated, truncate, visible } from '../../text.ts';
import { pictureUrl, visitorOf } from '../../web/person.ts';
import type { Deadline, EventDays } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import { type BadgeRecords, ownCard, ownName } from './own-badge.ts';

interface PreviewOptions {
  /** The name to preview, as typed by the attendee. */
  readonly tried: string;
  readonly records: BadgeRecords;
  readonly days: EventDays | undefined;
  readonly badge: Config['badge'];
  readonly pictureOrigins: readonly string[];
  readonly words: Translate;
}

/**
 * The view of the whole page. If `tried` is '', the card shows the attendee's own name. `deadline`:
 * the last day to choose a name.
 */
export function previewView(options: PreviewOptions & { deadline: Deadline | undefined }) {
  const { records, badge, deadline, words } = options;
  const own = ownName(records);
  const tried = options.tried || own;
  const field = truncate(tried).replace(/\p{Cc}/gu, ' ');
  const untilKey = own ? 'badge.name.until' : 'badge.choose.until';
  return {
    heading: words('badge.try.heading'),
    ...visitorOf(records.user),
    ...previewOf({ ...options, tried }),
    /** The input's value, shortened. Control characters are replaced with spaces. */
    field,
    // The language form keeps only a name that was tried, because the attendee's own name must not
    // appear in a URL.
    keptFields: { try: options.tried && field },
    note: own
      ? words('badge.try.own', { name: isolated(truncate(visible(own))) })
      : words('badge.try.note'),
    until: deadline && words(untilKey, { day: deadline.day }),
    changeNameUrl: badge.changeNameUrl.href,
  };
}

/**
 * The view of the picture that the script loads while the attendee types. If `tried` is '', the
 * card does not show a name.
 */
export function triedPictureView(options: PreviewOptions) {
  const { card, count, hints } = previewOf(options);
  return { card, details: [count, ...hints] };
}

function previewOf({ tried, records, days, badge, pictureOrigins, words }: PreviewOptions) {
  const { tiers } = badge;
  const picture = pictureUrl(records.user.profilePictureUrl, pictureOrigins);
  return {
    card: ownCard({ records, tried, days, picture, tiers, words }),
    count: words('badge.try.count', { count: countGraphemes(visible(tried)) }),
    hints: visible(tried) ? badgeNameHints(tried, words) : [],
  };
}
