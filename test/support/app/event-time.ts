import { type EventTime, eventTimeAt } from '../../../src/web/words/event-times.ts';

export const days = { first: '2027-07-02', last: '2027-07-05' };

export function timeAt(
  moment: string,
  event: Partial<Parameters<typeof eventTimeAt>[1]> = {},
): EventTime {
  return eventTimeAt(Date.parse(moment), { days, deskHours: undefined, timeZone: 'UTC', ...event });
}

export const before = timeAt('2027-05-20T12:00:00Z');
export const during = timeAt('2027-07-03T12:00:00Z');
export const after = timeAt('2027-07-06T12:00:00Z');
