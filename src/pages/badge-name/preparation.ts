// Before you come: what the convention will want to see done, each with where to do it. What cannot be known is not claimed.
import type { ConventionDates } from '../../convention/convention-dates.ts';
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import { birthDate, dateOf, type FormattedMoment, visible } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';

export interface Preparation {
  /** Said in place of the list where all is known and all is done. */
  readonly done: string | undefined;
  readonly rows: readonly Row[];
}

/** The first day of the convention, as `YYYY-MM-DD` where it takes place and in words. */
export type FirstDay = FormattedMoment & { readonly day: string };

/** Undefined where the dates are not known, or the first one is none. */
export function firstDayOf(
  dates: ConventionDates | undefined,
  place: { locale: string; timeZone: string },
): FirstDay | undefined {
  const start = dateOf(dates?.startAt, place);
  // Swedish writes dates as ISO 8601 does.
  return (
    start && { ...start, day: new Intl.DateTimeFormat('sv', { timeZone: place.timeZone }).format(new Date(start.iso)) }
  );
}

/** `registration` and `firstDay` are undefined where they are not known. */
export function preparation(options: {
  user: CurrentUser;
  registration: Registration | undefined;
  firstDay: FirstDay | undefined;
  words: Translate;
}): Preparation {
  const { user, registration, firstDay, words } = options;
  const { ours } = createRows(words);
  const isPaid = registration?.status === 'paid' || (registration?.status === 'unpaid' ? false : undefined);
  const steps: [key: string, isDone: boolean | null | undefined, link: string][] = [
    ['badgeName', registration && visible(registration.badgeName) !== '', 'badge.choose'],
    ['paid', isPaid, 'badge.pay'],
    ['email', user.emailVerified, 'link.verify'],
    ['identity', user.identityVerified, 'link.verify'],
  ];
  const isAllDone = steps.every(([, isDone]) => isDone === true);
  const rows = steps.flatMap(([key, isDone, link]): Row[] => {
    if (isDone === undefined || isDone === null) return [];
    const label = words(`badge.before.${key}`);
    if (isDone) return [ours(label, words('value.yes'))];
    return [{ ...ours(label, words('badge.before.notYet')), status: 'open', link: words(link) }];
  });
  return { done: isAllDone ? words('badge.before.done') : undefined, rows: [...(isAllDone ? [] : rows), ...ageRow()] };

  function ageRow(): Row[] {
    const age = firstDay && ageOn(firstDay.day, user.bornAt);
    if (age === undefined) return [];
    const label = words('badge.before.age');
    return [
      { ...ours(label, words('badge.before.ageOn', { age, day: firstDay?.text ?? '' })), link: words('link.correct') },
    ];
  }
}

/** Years between two dates (`YYYY-MM-DD…`): who was born on 29 February is a year older on 1 March. Undefined where that makes no sense. */
export function ageOn(day: string, bornAt: string | null | undefined): number | undefined {
  if (!bornAt || birthDate(bornAt, 'en') === undefined) return undefined;
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(5, 10)];
  const age = year - Number(bornAt.slice(0, 4)) - (rest < bornAt.slice(5, 10) ? 1 : 0);
  return age >= 0 && age <= 130 ? age : undefined;
}
