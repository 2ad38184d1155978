// What visitors do on every target alike: come from the convention, be logged in, log out, show what they see.
import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, type SeenPage, type Visitor } from '../support/visitor.ts';
import type { Target } from './target.ts';

/** Answers a visitor who is logged in; rejects when the target lets nobody in, since then every attack would seem to fail. */
export async function loggedIn(target: Target, as: string): Promise<Visitor> {
  const who = target.visitor();
  const page = await logIn(who, `${target.url}/profile`, { as });
  if (!page.html.includes(`${as}@example.org`)) throw new Error(`${as} cannot log in: ${seen(page)}`);
  return who;
}

/** Answers a visitor whom the convention remembers: it sends them back at once. Here they are logged out. */
export async function knownAtConvention(target: Target, as: string): Promise<Visitor> {
  const who = await loggedIn(target, as);
  who.cookies(target.url).clear();
  return who;
}

/** Starts a login of somebody whom the convention remembers, up to the moment at which the browser comes back: answers where to. */
export async function leadToCallback(target: Target, who: Visitor, returnTo = '/profile'): Promise<URL> {
  const start = await who.request(`${target.url}/login?return_to=${encodeURIComponent(returnTo)}`);
  const back = await who.request(start.headers.get('location') ?? '');
  return new URL(back.headers.get('location') ?? '');
}

/** Answers whose profile this browser is shown, or undefined. */
export async function whoIsLoggedIn(target: Target, who: Visitor): Promise<string | undefined> {
  const profile = await who.request(`${target.url}/profile`);
  return profile.status === 200 ? /(\w+)@example\.org/.exec(await profile.text())?.[1] : undefined;
}

/** Presses the button or follows the link that ends the session. */
export function logOut(who: Visitor, page: SeenPage): Promise<SeenPage> {
  return page.$('form button').length > 0 ? who.press(page, 'Log out') : who.follow(page, 'Log out');
}

/** Waits, at most so many seconds, and answers whether it has come true. */
export async function comesTrue(condition: () => boolean, seconds = 1): Promise<boolean> {
  for (let round = 0; round < 50 * seconds && !condition(); round += 1) await sleep(20);
  return condition();
}

/** How often the convention was asked this so far. */
export function callsOf(target: Target, path: string): number {
  return target.sandbox.calls.filter((call) => call.path === path).length;
}

/** What a thief does who has read a browser's cookies. */
export function copyOfBrowser(target: Target, victim: Visitor): Visitor {
  const thief = target.visitor();
  for (const [name, value] of victim.cookies(target.url)) thief.cookies(target.url).set(name, value);
  return thief;
}

/** Status and heading of a page, as a visitor would report them. */
export function seen(page: SeenPage): string {
  const heading = page.$('h1').first().text() || page.$('body').text();
  return `${page.status} "${heading.replace(/\s+/g, ' ').trim()}"`;
}
