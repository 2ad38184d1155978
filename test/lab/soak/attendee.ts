// Simulates one attendee in a soak test, who logs in, opens pages, shares more, and then stops
// sharing or logs out. Records events that must never happen.
import { setTimeout as sleep } from 'node:timers/promises';
import { to } from '../../support/app/front-proxy.ts';
import { chooseGuest, copyBrowser } from '../../support/app/login-steps.ts';
import { pagesWithRecords } from '../../support/app/page-paths.ts';
import { allow, type LoadedPage, type Visitor, visitor } from '../../support/app/visitor.ts';
import type { Tally } from './tally.ts';

/**
 * How long an attendee retries, in milliseconds. Longer than any fault plus the recovery after it.
 */
const patienceMs = 30_000;
const pauseMs = 250;

export interface Attendee {
  readonly key: string;
  readonly url: string;
  readonly tally: Tally;
  /** Like `Math.random`, but seeded, so that an attendee makes the same choices in every run. */
  readonly random: () => number;
}

export async function playAttendee(attendee: Attendee): Promise<void> {
  const { key, url, tally, random } = attendee;
  const who = counted(visitor(), attendee);
  if (!(await isInAfterLogin(who, attendee)))
    return tally.record('logins that never succeeded', key);

  for (let page = 0; page < 3 + 5 * random(); page += 1) {
    const path = pagesWithRecords[Math.floor(pagesWithRecords.length * random())] ?? '/profile';
    await readPage(who, path, attendee);
  }
  if (random() < 0.2) await shareMore(who, attendee);
  const copy = copyBrowser(who, url);
  const isOut = random() < 0.2 ? await stopSharing(who, attendee) : await logOut(who, attendee);
  if (!isOut) return;

  // The copy still has the cookies of the ended session, which neither instance may accept. A
  // failed request is not a problem, because an instance may be restarting.
  for (const instance of [0, 1]) {
    const { status } = await copy.request(`${url}/profile`, { headers: to(instance) });
    if (status === 200) tally.record('resurrected sessions', `${key} at instance ${instance}`);
  }
}

export async function reloadUntil(end: number, attendee: Attendee): Promise<void> {
  const who = counted(visitor(), attendee);
  if (!(await isInAfterLogin(who, attendee)))
    return attendee.tally.record('logins that never succeeded', attendee.key);
  while (Date.now() < end) {
    await readPage(who, '/badge-name', attendee).catch(() => {});
    await sleep(220);
  }
}

async function isInAfterLogin(who: Visitor, { key, url }: Attendee): Promise<boolean> {
  return becomesTrue(async () => {
    const page = await who.open(`${url}/profile`);
    if (page.status !== 200 || page.url.pathname === '/profile')
      return page.status === 200 && page.url.origin === new URL(url).origin;
    const end = await chooseGuest(who, page, key);
    return end.status === 200 && end.url.pathname === '/profile';
  });
}

/** During a fault, an error page is not a problem. A redirect means that the session is lost. */
async function readPage(who: Visitor, path: string, attendee: Attendee): Promise<void> {
  const { key, url, tally } = attendee;
  const response = await who.request(url + path);
  if (response.status === 303) tally.record('lost sessions', `${key} on ${path}`);
  for (const [named] of (await response.text()).matchAll(/\b(guest-\d+|robin)@/g))
    if (named !== `${key}@`) tally.record('wrong-person pages', `${key} saw ${named} on ${path}`);
}

/** The attendee may already share the email address. */
async function shareMore(who: Visitor, { url }: Attendee): Promise<boolean> {
  return becomesTrue(async () => {
    const asked = `${url}/login?scope=pii:email&return_to=/sharing`;
    const end = await allow(who, await who.open(asked, `${url}/sharing`));
    return end.status === 200 && end.url.pathname === '/sharing';
  });
}

async function logOut(who: Visitor, attendee: Attendee): Promise<boolean> {
  return endSession(who, attendee, { path: '/sharing', button: 'Log out' });
}

async function stopSharing(who: Visitor, attendee: Attendee): Promise<boolean> {
  const path = '/sharing/stop?scope=pii:email';
  return endSession(who, attendee, { path, button: 'Stop sharing' });
}

/**
 * Presses the button that ends the session, or logs out if sharing has already stopped. Resolves to
 * whether the site confirms that the session has ended.
 */
async function endSession(
  who: Visitor,
  { url }: Attendee,
  { path, button }: { path: string; button: string },
): Promise<boolean> {
  let page: LoadedPage | undefined;
  await becomesTrue(async () => {
    page = await who.open(url + path);
    return page.status === 200;
  });
  if (page?.status !== 200) return false;
  const end = await who.press(page, hasButton(page, button) ? button : 'Log out');
  return end.status === 200 && end.url.pathname === '/logged-out';
}

function hasButton({ $ }: LoadedPage, text: string): boolean {
  return $(`form button:contains("${text}")`).length > 0;
}

async function becomesTrue(attempt: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    if (await attempt().catch(() => false)) return true;
    await sleep(pauseMs);
  }
  return false;
}

function counted(who: Visitor, { url, tally }: Attendee): Visitor {
  const { origin } = new URL(url);
  const count = (address: URL, status: number) => {
    if (address.origin === origin) tally.countAnswer(address.pathname, status);
  };
  const countPage = async (opening: Promise<LoadedPage>) => {
    const page = await opening;
    count(page.url, page.status);
    return page;
  };
  return {
    ...who,
    open: (address, from) => countPage(who.open(address, from)),
    press: (page, button, untick) => countPage(who.press(page, button, untick)),
    async request(address, options) {
      const response = await who.request(address, options);
      count(new URL(address), response.status);
      return response;
    },
  };
}
