// The bar with which the page begins when the convention is over: thanks, and what comes next. Pure.
import type { EventTime } from '../../web/words/event-time.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';

interface EventBarOptions extends Pick<PageDependencies, 'event'> {
  readonly time: EventTime;
  readonly words: Translate;
}

export interface EventBar {
  readonly text: string;
  /** Smaller lines below it. */
  readonly lines: readonly string[];
  readonly link: { readonly text: string; readonly url: string } | undefined;
}

/** Returns undefined before the convention is over, and while its days are not known. */
export function eventBar({ time, event, words }: EventBarOptions): EventBar | undefined {
  if (time.stage !== 'after') return undefined;
  const { nextUrl } = event;
  return {
    text: words('event.over'),
    lines: [words('event.over.thanks')],
    link: nextUrl && { text: words('event.next'), url: nextUrl.href },
  };
}
