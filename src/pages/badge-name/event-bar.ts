// The bar with which the page begins once the convention takes place: where to get the badge, and
// when it is over, thanks. Pure.
import { deskStatus } from '../../web/words/desk-text.ts';
import type { EventDays } from '../../web/words/event-days.ts';
import type { EventTime } from '../../web/words/event-time.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { todayView } from './today.ts';

interface EventBarOptions extends Pick<PageDependencies, 'event'> {
  readonly days: EventDays | undefined;
  readonly time: EventTime;
  /** The path of the screen to show at the desk, if there is something to show. */
  readonly deskPath: string | undefined;
  readonly words: Translate;
}

export interface EventBar {
  /** Whether badges are given out now. */
  readonly isOpen: boolean;
  readonly label?: string;
  readonly text: string;
  /** Smaller lines below it. `isRecord`: in the words of the settings. */
  readonly lines: readonly { readonly text: string; readonly isRecord?: boolean }[];
  readonly link: BarLink | undefined;
}

interface BarLink {
  readonly text: string;
  readonly url: string;
  readonly isOutside: boolean;
}

/** Returns undefined before the convention, and while its days are not known. */
export function eventBar(options: EventBarOptions): EventBar | undefined {
  const { time, event, words } = options;
  if (time.stage === 'during') return deskBar(options);
  if (time.stage !== 'after') return undefined;
  const { nextUrl } = event;
  return {
    isOpen: false,
    text: words('event.over'),
    lines: [{ text: words('event.over.thanks') }],
    link: nextUrl && { text: words('event.next'), url: nextUrl.href, isOutside: true },
  };
}

/** Where to go, whether it is open, and what to bring. */
function deskBar(options: EventBarOptions): EventBar {
  const { time, event, deskPath: url, words } = options;
  const { desk, today } = time;
  const { place } = event;
  return {
    isOpen: desk?.state.kind === 'open',
    label: words('badge.facts.desk'),
    text: desk ? deskStatus(desk, today, words) : todayView(options).text,
    lines: [
      ...(place ? [{ text: place, isRecord: true }] : []),
      { text: words('badge.before.id') },
    ],
    link: url ? { text: words('badge.desk.show'), url, isOutside: false } : undefined,
  };
}
