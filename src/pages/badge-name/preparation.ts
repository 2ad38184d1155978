// Before you come: what the convention will want to see done, each with where to do it. What cannot be known is not claimed.
import type { ConventionDates } from '../../convention/convention-dates.ts';
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import { birthDate, dateOf, visible } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';

export type FirstDay = NonNullable<ReturnType<typeof firstDayOf>>;

/** The first day of the convention, in words and as `YYYY-MM-DD` where it takes place. Undefined where it is not known, or none. */
export function firstDayOf(dates: ConventionDates | undefined, place: { locale: string; timeZone: string }) {
  const start = dateOf(dates?.startAt, place);
  // Swedish writes dates as ISO 8601 does.
  const isoDate = new Intl.DateTimeFormat('sv', { timeZone: place.timeZone });
  return start && { text: start.text, day: isoDate.format(new Date(start.iso)) };
}

/** `registration` and `firstDay` are undefined where they are not known. */
export function preparation(options: {
  user: CurrentUser;
  registration: Registration | undefined;
  firstDay: FirstDay | undefined;
  words: Translate;
}) {
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
  return {
    /** Said in place of the list where all is known and all is done. */
    done: isAllDone ? words('badge.before.done') : undefined,
    rows: [...(isAllDone ? [] : rows), ...ageRow()],
  };

  function ageRow(): Row[] {
    if (!firstDay) return [];
    const age = ageOn(firstDay.day, user.bornAt);
    if (age === undefined) return [];
    const line = words('badge.before.ageOn', { age, day: firstDay.text });
    return [{ ...ours(words('badge.before.age'), line), link: words('link.correct') }];
  }
}

/** Years between two dates (`YYYY-MM-DD…`): who was born on 29 February is a year older on 1 March. Undefined where that makes no sense. */
export function ageOn(day: string, bornAt: string | null | undefined): number | undefined {
  if (!bornAt || birthDate(bornAt, 'en') === undefined) return undefined;
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(5, 10)];
  const age = year - Number(bornAt.slice(0, 4)) - (rest < bornAt.slice(5, 10) ? 1 : 0);
  return age >= 0 && age <= 130 ? age : undefined;
}
