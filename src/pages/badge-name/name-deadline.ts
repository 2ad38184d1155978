// Until when the name on the badge can be changed. Pure.
import { type Deadline, deadlineOf } from '../../web/words/deadline.ts';
import type { EventTime } from '../../web/words/event-time.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';

interface NameDeadline {
  /** Undefined if the convention names no last day. */
  readonly deadline: Deadline | undefined;
  /** Nothing offers to change the name any more: the last day, or the convention, is over. */
  readonly isFinal: boolean;
}

export function nameDeadlineOf(options: {
  event: PageDependencies['event'];
  time: EventTime;
  words: Translate;
}): NameDeadline {
  const { event, time, words } = options;
  const deadline = deadlineOf(event.nameUntil, { today: time.today, words });
  return { deadline, isFinal: time.stage === 'after' || deadline?.isOver === true };
}
