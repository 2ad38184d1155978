// View model for the checklist: what to do before the convention, and what to bring. The bar above
// the badge covers payment and the badge name. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import type { Field } from '../../text.ts';
import { birthDay } from '../../web/words/dates.ts';
import type { EventTime } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { hasName } from './own-badge.ts';

interface PreparationOptions extends Pick<PageDependencies, 'event' | 'registrationUrl'> {
  readonly user: CurrentUser;
  /** Undefined if this site may not read the registration. */
  readonly registration: Registration | undefined;
  readonly time: EventTime;
  readonly words: Translate;
}

interface Step {
  readonly text: string;
  readonly link: { readonly text: string; readonly url: string };
}

export function preparation(options: PreparationOptions) {
  const { time, words } = options;
  if (time.stage === 'after') return undefined;
  // During the convention, the bar says what to bring.
  if (time.stage === 'during') return { allSet: '', steps: guardianStep(options), bring: '' };
  return {
    allSet: isAllSet(options) ? words('badge.before.allSet') : '',
    steps: [...openSteps(options), ...guardianStep(options)],
    bring: words('badge.before.id'),
  };
}

/**
 * Unknown values count as not done. Without IDENTITY_URL, an unconfirmed identity counts as done,
 * because the desk confirms it.
 */
function isAllSet({ user, registration, event }: PreparationOptions): boolean {
  const isAtDesk = user.identityVerified === false && !event.identityUrl;
  const isVerified = user.emailVerified === true && (user.identityVerified === true || isAtDesk);
  return isVerified && registration?.status === 'paid' && hasName(registration);
}

function openSteps({ user, registrationUrl, event, words }: PreparationOptions): Step[] {
  const { emailVerified, identityVerified } = user;
  const link = { text: words('badge.before.confirm') };
  const email = { text: words('badge.before.email'), link: { ...link, url: registrationUrl.href } };
  const { identityUrl } = event;
  const identity = identityUrl && {
    text: words('badge.before.identity'),
    link: { ...link, url: identityUrl.href },
  };
  return [
    ...(emailVerified === false ? [email] : []),
    ...(identityVerified === false && identity ? [identity] : []),
  ];
}

/** Returns a step for attendees who will be below the guardian age limit on the first day. */
function guardianStep({ event, time: { days }, user, words }: PreparationOptions): Step[] {
  const age = days && ageOn(days.first, user.bornAt);
  if (!event.guardian || age === undefined || age >= event.guardian.age) return [];
  const text = words('badge.before.guardian', { limit: event.guardian.age });
  return [{ text, link: { text: words('open'), url: event.guardian.url.href } }];
}

const mostYears = 130;

/**
 * Returns the age in years on a day. Both dates are `YYYY-MM-DD…`. A birthday on 29 February counts
 * from 1 March in other years. Undefined if the birth date is invalid or the age is not between 0
 * and 130.
 */
export function ageOn(day: string, bornAt: Field): number | undefined {
  const birthday = birthDay(bornAt);
  if (!birthday) return undefined;
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  const age = day.slice(5, 10) < birthday.slice(5) ? years - 1 : years;
  return age >= 0 && age <= mostYears ? age : undefined;
}
