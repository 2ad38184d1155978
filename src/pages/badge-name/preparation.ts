// The checklist "Before you come": what the convention expects, with a link for each open item.
// An item of unknown state is left out.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import { visible } from '../../text.ts';
import { birthDate } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';

/**
 * Makes the checklist. `registration` and `firstDay` (`YYYY-MM-DD`) are undefined if not known.
 */
export function preparation(options: {
  user: CurrentUser;
  registration: Registration | undefined;
  firstDay: string | undefined;
  words: Translate;
}) {
  const { user, registration, firstDay, words } = options;
  const { textRow } = createRows(words);
  const steps: [key: string, isDone: boolean | null | undefined, link: string][] = [
    ['badgeName', registration && visible(registration.badgeName) !== '', 'badge.choose'],
    ['paid', isPaid(registration), 'badge.pay'],
    ['email', user.emailVerified, 'link.verify'],
    ['identity', user.identityVerified, 'link.verify'],
  ];
  const isAllDone = steps.every(([, isDone]) => isDone === true);
  const rows = steps.flatMap(([key, isDone, link]): Row[] => {
    if (isDone === undefined || isDone === null) return [];
    const label = words(`badge.before.${key}`);
    if (isDone) return [textRow(label, words('value.yes'))];
    return [{ ...textRow(label, words('badge.before.notYet')), status: 'open', link: words(link) }];
  });
  return {
    /** Shown instead of the list if every item is done. */
    done: isAllDone ? words('badge.before.done') : undefined,
    rows: [...(isAllDone ? [] : rows), ...ageRow()],
  };

  function ageRow(): Row[] {
    if (!firstDay) return [];
    const age = ageOn(firstDay, user.bornAt);
    const day = birthDate(firstDay, words.locale);
    if (age === undefined || day === undefined) return [];
    const line = words('badge.before.ageOn', { age, day });
    return [{ ...textRow(words('badge.before.age'), line), link: words('link.correct') }];
  }
}

/** Returns undefined if the registration or its payment status is not known. */
function isPaid(registration: Registration | undefined): boolean | undefined {
  if (registration?.status === 'paid') return true;
  if (registration?.status === 'unpaid') return false;
  return undefined;
}

/**
 * Returns the age in years on a day; both dates are `YYYY-MM-DD…`. A birthday on 29 February counts
 * from 1 March. Undefined if the birth date is invalid or the age is not between 0 and 130.
 */
export function ageOn(day: string, bornAt: string | null | undefined): number | undefined {
  if (!bornAt || birthDate(bornAt, 'en') === undefined) return undefined;
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(5, 10)];
  const age = year - Number(bornAt.slice(0, 4)) - (rest < bornAt.slice(5, 10) ? 1 : 0);
  return age >= 0 && age <= 130 ? age : undefined;
}
