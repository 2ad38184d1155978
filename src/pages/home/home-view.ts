// View model for the home page: what this site is for, and when and where the convention is. Pure.
import type { PageView } from '../../web/views.ts';
import { type EventTime, formatDays } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';

interface HomeOptions {
  readonly event: Pick<PageDependencies['event'], 'place' | 'mapUrl' | 'nextUrl'>;
  readonly time: EventTime;
  readonly words: Translate;
}

export interface HomeView extends PageView {
  readonly when: string | undefined;
  readonly where: { readonly name: string; readonly mapUrl: string | undefined } | undefined;
  /** The benefits for attendees, one sentence each. */
  readonly benefits: readonly string[];
  /** Set once the convention is over. */
  readonly over: { readonly thanks: string; readonly nextUrl: string | undefined } | undefined;
}

export function homeView({ event, time, words }: HomeOptions): HomeView {
  const isOver = time.stage === 'after';
  const thanks = `${words('event.over')} ${words('event.over.thanks')}`;
  return {
    heading: words(isOver ? 'home.over' : 'home.heading'),
    when: time.days && formatDays(time.days, words.locale),
    where: event.place ? { name: event.place, mapUrl: event.mapUrl?.href } : undefined,
    benefits: [
      ...(isOver ? [] : [words('home.benefit.badge'), words('home.benefit.ticket')]),
      words('home.benefit.sharing'),
    ],
    over: isOver ? { thanks, nextUrl: event.nextUrl?.href } : undefined,
  };
}
