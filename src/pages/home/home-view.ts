// View model of the home page: what this is, and when and where the convention takes place. Pure.
import type { PageView } from '../../web/views.ts';
import { type EventDays, formatDays } from '../../web/words/event-days.ts';
import type { Translate } from '../../web/words/messages.ts';

interface HomeOptions {
  readonly days: EventDays | undefined;
  readonly event: { readonly place?: string | undefined; readonly mapUrl?: URL | undefined };
  readonly words: Translate;
}

export interface HomeView extends PageView {
  readonly when: string | undefined;
  readonly where: { readonly name: string; readonly mapUrl: string | undefined } | undefined;
  /** What an attendee can do here, one sentence each. */
  readonly benefits: readonly string[];
}

export function homeView({ days, event, words }: HomeOptions): HomeView {
  return {
    heading: words('home.heading'),
    when: days && formatDays(days, words.locale),
    where: event.place ? { name: event.place, mapUrl: event.mapUrl?.href } : undefined,
    benefits: [
      words('home.benefit.badge'),
      words('home.benefit.ticket'),
      words('home.benefit.sharing'),
    ],
  };
}
