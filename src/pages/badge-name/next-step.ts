// View model for the bar above the badge. It shows the attendee's next step and, during the
// convention, whether the desk is open. Pure.
import type { Registration } from '../../convention/registration.ts';
import { deadlineOf, deskStatus, type EventTime, todayText } from '../../web/words/event-times.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { hasName } from './own-badge.ts';

interface BarOptions extends Pick<PageDependencies, 'event' | 'registrationUrl' | 'badge'> {
  /** Undefined if the attendee has no registration, or if this site may not read it. */
  readonly registration: Registration | undefined;
  readonly time: EventTime;
  /** The path of the desk screen (`/desk`). Undefined if the bar does not link to it. */
  readonly deskPath: string | undefined;
  readonly words: Translate;
}

export interface Bar {
  /** `pay`: the bar also offers to check the payment again. `good`: the desk is open. */
  readonly look: 'pay' | 'good' | 'plain';
  readonly text: string;
  /** Smaller lines below `text`. */
  readonly lines: readonly string[];
  readonly links: readonly BarLink[];
  /** Set after the deadline, when only the convention's team can help. */
  readonly asksTeam?: true;
}

interface BarLink {
  readonly text: string;
  readonly url: string;
  readonly leadsTo: 'desk' | 'registration' | 'elsewhere';
}

/**
 * Undefined if there is nothing to do, except during and after the convention, when there is always
 * a bar.
 */
export function barOf(options: BarOptions): Bar | undefined {
  const { stage } = options.time;
  if (stage === 'after') return overBar(options);
  const action = paymentBar(options) ?? nameBar(options);
  const desk = stage === 'during' ? deskBar(options) : undefined;
  if (!action || !desk) return action ?? desk;
  return {
    ...action,
    lines: [...action.lines, desk.text, ...desk.lines],
    links: [...action.links, ...desk.links],
  };
}

function overBar({ event: { nextUrl }, words }: BarOptions): Bar {
  const text = words('event.next');
  return {
    look: 'plain',
    text: words('event.over'),
    lines: [words('event.over.thanks')],
    links: nextUrl ? [{ text, url: nextUrl.href, leadsTo: 'elsewhere' }] : [],
  };
}

/**
 * Shows what to bring and whether the desk is open (without desk hours: which day it is), and links
 * to the desk screen.
 */
function deskBar({ time, deskPath: url, words }: BarOptions): Bar {
  return {
    look: time.desk?.state.kind === 'open' ? 'good' : 'plain',
    text: deskStatus(time, words) ?? todayText(time, words),
    lines: [words('badge.before.id')],
    links: url ? [{ text: words('badge.desk.show'), url, leadsTo: 'desk' }] : [],
  };
}

function paymentBar(options: BarOptions): Bar | undefined {
  const { registration, registrationUrl, event, words } = options;
  if (registration?.status !== 'unpaid') return undefined;
  const link = { text: words('badge.pay'), url: registrationUrl.href };
  const keys = { open: 'badge.unpaid', until: 'badge.pay.until', late: 'badge.pay.late' };
  return { look: 'pay', ...doneBy(event.payUntil, { ...options, link, keys }) };
}

function nameBar(options: BarOptions): Bar | undefined {
  const { registration, badge, event, words } = options;
  if (!registration || hasName(registration)) return undefined;
  const link = { text: words('badge.choose'), url: badge.changeNameUrl.href };
  const keys = { open: 'badge.unnamed', until: 'badge.choose.until', late: 'badge.choose.late' };
  return { look: 'plain', ...doneBy(event.nameUntil, { ...options, link, keys }) };
}

/**
 * Returns the bar for a task with a deadline. `keys`: the messages for the task, for the deadline,
 * and for the time after it.
 */
function doneBy(
  lastDay: string | undefined,
  options: {
    link: Pick<BarLink, 'text' | 'url'>;
    keys: { readonly open: string; readonly until: string; readonly late: string };
    time: EventTime;
    words: Translate;
  },
): Omit<Bar, 'look'> {
  const { link, keys, words } = options;
  const deadline = deadlineOf(lastDay, options);
  if (deadline?.isOver) return { text: words(keys.late), lines: [], links: [], asksTeam: true };
  return {
    text: words(keys.open),
    lines: deadline ? [words(keys.until, { day: deadline.day })] : [],
    links: [{ ...link, leadsTo: 'registration' }],
  };
}
