// View model of the badge page for an attendee without a registration: three reasons why, each with
// what to do. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { textOf } from '../../text.ts';
import { visitorOf } from '../../web/visitor.ts';
import { displayName, isolated } from '../../web/words/formatting.ts';
import type { Translate } from '../../web/words/messages.ts';

export function noRegistrationView(options: {
  user: CurrentUser;
  /** Whether names can still be chosen. */
  mayPreview: boolean;
  words: Translate;
}) {
  const { user, mayPreview, words } = options;
  const name = displayName(user);
  return {
    heading: words('badge.none.heading'),
    ...visitorOf(user),
    text: name ? words('badge.none.text', { name: isolated(name) }) : words('badge.none.nameless'),
    /** Tells this account from the attendee's others; undefined if nothing of it is shared. */
    account: textOf(user.email) || textOf(user.username) || undefined,
    mayPreview,
  };
}
