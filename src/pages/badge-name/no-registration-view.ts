// View model of the badge page for an attendee without a registration: three reasons why, each with
// what to do. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import { isolated, textOf } from '../../text.ts';
import { displayName, visitorOf } from '../../web/person.ts';
import type { EventDays } from '../../web/words/event-days.ts';
import type { EventTime } from '../../web/words/event-time.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { eventBar } from './event-bar.ts';
import { nameDeadlineOf } from './name-deadline.ts';

export function noRegistrationView(options: {
  user: CurrentUser;
  event: PageDependencies['event'];
  days: EventDays | undefined;
  time: EventTime;
  words: Translate;
}) {
  const { user, time, words } = options;
  const name = displayName(user);
  return {
    heading: words('badge.none.heading'),
    ...visitorOf(user),
    text: name ? words('badge.none.text', { name: isolated(name) }) : words('badge.none.nameless'),
    /** Tells this account from the attendee's others; undefined if nothing of it is shared. */
    account: textOf(user.email) || textOf(user.username) || undefined,
    bar: time.stage === 'after' ? eventBar({ ...options, deskPath: undefined }) : undefined,
    mayRegister: time.stage !== 'after',
    mayPreview: !nameDeadlineOf(options).isFinal,
  };
}
