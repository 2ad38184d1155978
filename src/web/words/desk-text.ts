// The hours of the registration desk for a reader: whether it is open, until when or from when, and
// the hours to come.

import type { OpeningSpan } from '../../settings/values.ts';
import { type DateStyle, formatLocal } from './dates.ts';
import { daysUntil } from './event-days.ts';
import type { DeskTime } from './event-time.ts';
import type { Translate } from './messages.ts';

/** What closes so early closes at the end of the night before. */
const endOfNight = '06:00';
const weekDays = 7;

/** Says whether the desk is open. `today` is `YYYY-MM-DD`. */
export function deskStatus({ state }: DeskTime, today: string, words: Translate): string {
  if (state.kind === 'over') return words('badge.desk.over');
  if (state.kind === 'open') {
    const [day = '', time = ''] = state.closes.split('T');
    const days = daysUntil(day, today);
    const end = { time: formatted(state.closes, 'time', words) };
    return days === 0 || (days === 1 && time <= endOfNight)
      ? words('badge.desk.open', end)
      : words('badge.desk.open.day', { ...end, day: formatted(state.closes, 'weekday', words) });
  }
  const { kind, opens } = state;
  const days = daysUntil(opens.slice(0, 10), today);
  const time = formatted(opens, 'time', words);
  if (days === 0) return words(`badge.desk.${kind}.today`, { time });
  if (days === 1) return words(`badge.desk.${kind}.tomorrow`, { time });
  const day = formatted(opens, days < weekDays ? 'weekday' : 'weekdayDayMonth', words);
  return words(`badge.desk.${kind}`, { day, time });
}

/** All these hours in a line that breaks between them only; '' if there are none. */
export function hoursText(hours: readonly OpeningSpan[], words: Translate): string {
  const [first, last] = [hours.at(0)?.opens ?? '', hours.at(-1)?.opens ?? ''];
  const isLong = daysUntil(last.slice(0, 10), first.slice(0, 10)) >= weekDays;
  const texts = hours.map(({ opens, closes }, index) => {
    const isSameDay = hours[index - 1]?.opens.slice(0, 10) === opens.slice(0, 10);
    const day = isSameDay
      ? ''
      : `${formatted(opens, isLong ? 'shortWeekdayDayMonth' : 'shortWeekday', words)} `;
    // The word joiner: browsers break a line after a dash.
    const span = `${formatted(opens, 'time', words)}–\u2060${formatted(closes, 'time', words)}`;
    return `${day}${span}`.replaceAll(' ', '\u00a0');
  });
  return texts.join(', ');
}

function formatted(moment: string, style: DateStyle, { locale }: Translate): string {
  return formatLocal(moment, style, locale);
}
