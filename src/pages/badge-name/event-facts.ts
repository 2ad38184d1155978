// The facts below the badge: where the convention is, and when the desk is open. The card already
// shows the days. Unknown facts are left out. Pure.
import {
  daysUntil,
  deskStatus,
  type EventTime,
  formatDaysUntil,
  hoursText,
  nearDays,
  todayText,
} from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';

interface FactsOptions extends Pick<PageDependencies, 'event' | 'pathOf'> {
  readonly time: EventTime;
  readonly words: Translate;
}

export interface Fact {
  /**
   * The first line is bold. `isRecord` marks text from the settings. `isOfToday` marks text that is
   * not printed, because a printout may be read on a different day.
   */
  readonly lines: readonly {
    readonly text: string;
    readonly isRecord?: true;
    readonly isOfToday?: true;
  }[];
  /** All upcoming opening hours, for the printed page. */
  readonly hours?: string;
  readonly link:
    | { readonly text: string; readonly url: string; readonly leadsTo: 'file' | 'map' }
    | undefined;
}

export function eventFacts(options: FactsOptions): Fact[] {
  const { stage } = options.time;
  if (stage === 'after') return [];
  const facts = [whereFact(options), ...(stage === 'during' ? [] : [deskFact(options)])];
  return facts.filter(({ lines, link }) => lines.length > 0 || link);
}

/**
 * Shows where the convention is and, shortly before the convention, how many days are left. During
 * the convention, also shows which day it is, unless the bar does.
 */
function whereFact({ event: { place, mapUrl }, time, words }: FactsOptions): Fact {
  const text = words('badge.facts.map');
  // Without desk hours, the bar already says which day it is.
  const today = time.stage === 'during' && time.desk ? todayText(time, words) : '';
  const texts = [
    { text: today, isOfToday: true as const },
    { text: place ?? '', isRecord: true as const },
    { text: soonText(time, words), isOfToday: true as const },
  ];
  return {
    lines: texts.filter((line) => line.text !== ''),
    link: mapUrl && { text, url: mapUrl.href, leadsTo: 'map' },
  };
}

function soonText({ days, today, stage }: EventTime, { locale }: Translate): string {
  const count = days && stage === 'before' ? daysUntil(days.first, today) : 0;
  return count > 0 && count <= nearDays ? formatDaysUntil(count, locale) : '';
}

/** Shows when badges are handed out, and links to the calendar file. */
function deskFact({ time, pathOf, words }: FactsOptions): Fact {
  const status = deskStatus(time, words);
  const hours = hoursText(time.desk?.upcoming ?? [], words);
  const calendar = time.days && pathOf('calendar');
  return {
    lines: status ? [{ text: status, ...(hours && { isOfToday: true }) }] : [],
    hours: hours && words('calendar.desk', { hours }),
    link: calendar
      ? { text: words('badge.facts.calendar'), url: calendar, leadsTo: 'file' }
      : undefined,
  };
}
