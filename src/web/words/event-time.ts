// Where a moment stands in the event: all that pages know of the clock. What is made of it holds
// until `validUntil`. Pure.
import type { OpeningSpan } from '../../settings/values.ts';
import { clockAt, localTime } from './dates.ts';
import { dayAfter, type EventDays } from './event-days.ts';

export interface EventTime {
  /** Today at the convention, `YYYY-MM-DD`. */
  readonly today: string;
  /** `during`: a day of the convention, or one on which the desk is open. */
  readonly stage: 'before' | 'during' | 'after' | 'unknown';
  /** Undefined if its hours are not known. */
  readonly desk: DeskTime | undefined;
  /** Milliseconds since 1970: until then nothing of this changes. */
  readonly validUntil: number;
}

/** Moments as in `OpeningSpan`. */
export interface DeskTime {
  readonly state:
    | { readonly kind: 'open'; readonly closes: string }
    /** `opens` before its first hours, `closed` between two of them. */
    | { readonly kind: 'opens' | 'closed'; readonly opens: string }
    | { readonly kind: 'over' };
  /** The hours that have not begun. */
  readonly coming: readonly OpeningSpan[];
}

/** Returns the time of the event at a moment (milliseconds since 1970). */
export function eventTimeAt(
  moment: number,
  event: {
    readonly days: EventDays | undefined;
    readonly deskHours: readonly OpeningSpan[] | undefined;
    readonly timeZone: string;
  },
): EventTime {
  const { days, deskHours = [], timeZone } = event;
  const clock = clockAt(moment, timeZone);
  const today = clock.day;
  const now = `${today}T${clock.time}`;
  const desk = deskHours.length > 0 ? deskAt(now, deskHours) : undefined;
  const changes = deskHours.flatMap(({ opens, closes }) => [opens, closes]);
  const next = [`${dayAfter(today)}T00:00`, ...changes].filter((one) => one > now);
  return {
    today,
    stage: stageOf({ today, days, desk, deskHours }),
    desk,
    validUntil: Math.min(...next.map((one) => localTime(one, timeZone)?.moment ?? moment)),
  };
}

/**
 * Returns a function that returns the time of the event now, by a clock in milliseconds since 1970:
 * the same one until something of it changes, since to compute it takes long.
 */
export function createEventClock(
  now: () => number,
  event: Omit<Parameters<typeof eventTimeAt>[1], 'days'>,
): (days: EventDays | undefined) => EventTime {
  let last: { days: EventDays | undefined; time: EventTime; from: number } | undefined;
  return (days) => {
    const moment = now();
    const isSame =
      last?.days?.first === days?.first &&
      last?.days?.last === days?.last &&
      moment >= (last?.from ?? moment) &&
      moment < (last?.time.validUntil ?? 0);
    if (last && isSame) return last.time;
    last = { days, time: eventTimeAt(moment, { ...event, days }), from: moment };
    return last.time;
  };
}

/** `now` has seconds: at 18:00:00 what closes at 18:00 is closed. */
function deskAt(now: string, hours: readonly OpeningSpan[]): DeskTime {
  const coming = hours.filter(({ opens }) => opens > now);
  const current = hours.find(({ opens, closes }) => opens <= now && closes > now);
  if (current) {
    // Hours that follow each other without a pause are one.
    const closes = hours.reduce(
      (end, span) => (span.opens === end ? span.closes : end),
      current.closes,
    );
    return {
      state: { kind: 'open', closes },
      coming: coming.filter(({ opens }) => opens > closes),
    };
  }
  const [next] = coming;
  if (!next) return { state: { kind: 'over' }, coming };
  const kind = coming.length === hours.length ? 'opens' : 'closed';
  return { state: { kind, opens: next.opens }, coming };
}

function stageOf(options: {
  today: string;
  days: EventDays | undefined;
  desk: DeskTime | undefined;
  deskHours: readonly OpeningSpan[];
}): EventTime['stage'] {
  const { today, days, desk, deskHours } = options;
  const isDeskDay = deskHours.some(({ opens }) => opens.startsWith(today));
  if (isDeskDay || desk?.state.kind === 'open') return 'during';
  const isToCome = (desk?.coming.length ?? 0) > 0;
  if (!days) return isToCome ? 'before' : 'unknown';
  if (today < days.first) return 'before';
  return today > days.last && !isToCome ? 'after' : 'during';
}
