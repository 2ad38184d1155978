// Steps that several attacks share: log in, check who is logged in, and wait.
import { setTimeout as sleep } from 'node:timers/promises';
import * as steps from '../../support/app/login-steps.ts';
import { type LoadedPage, logIn, type Visitor, withoutBreaks } from '../../support/app/visitor.ts';
import type { Target } from './target.ts';

/** Rejects if the login fails, because otherwise every attack would seem to fail. */
export async function loggedIn(target: Target, as: string): Promise<Visitor> {
  const who = target.visitor();
  const page = await logIn(who, `${target.url}/profile`, { as });
  if (!page.html.includes(`${as}@example.org`))
    throw new Error(`${as} cannot log in: ${seen(page)}`);
  return who;
}

/**
 * Resolves to a visitor who is logged out of the target but still logged in to the platform, which
 * therefore redirects back at once.
 */
export async function visitorWithConventionLogin(target: Target, as: string): Promise<Visitor> {
  const who = await loggedIn(target, as);
  who.cookies(target.url).clear();
  return who;
}

/**
 * `who` comes from `visitorWithConventionLogin`. Resolves to the callback URL without opening it.
 */
export function startLoginUntilCallback(
  { url }: Target,
  who: Visitor,
  returnTo = '/profile',
): Promise<URL> {
  return steps.startLoginUntilCallback(who, { url, returnTo });
}

export async function whoIsLoggedIn(target: Target, who: Visitor): Promise<string | undefined> {
  const profile = await who.request(`${target.url}/profile`);
  if (profile.status !== 200) return undefined;
  return /(\w+)@example\.org/.exec(withoutBreaks(await profile.text()))?.[1];
}

export function logOut(who: Visitor, page: LoadedPage): Promise<LoadedPage> {
  return page.$('form button').length > 0
    ? who.press(page, 'Log out')
    : who.follow(page, 'Log out');
}

/** `patience`: how long to wait, in seconds. */
export async function waitFor<Answer>(asking: Promise<Answer>, patience: number) {
  const startedAt = performance.now();
  const response = await Promise.race([asking, sleep(1000 * patience, undefined, { ref: false })]);
  return { answer: response, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) };
}

export async function becomesTrue(
  condition: () => boolean | Promise<boolean>,
  seconds = 1,
): Promise<boolean> {
  for (let round = 0; round < 50 * seconds; round += 1) {
    if (await condition()) return true;
    await sleep(20);
  }
  return condition();
}

export function loginsWorkAgain(target: Target): Promise<boolean> {
  const isSamIn = async () => (await loggedIn(target, 'sam').catch(() => undefined)) !== undefined;
  return becomesTrue(isSamIn, 20);
}

export function callsOf(target: Target, path: string): number {
  return target.sandbox.calls.filter((call) => call.path === path).length;
}

export function copyOfBrowser(target: Target, victim: Visitor): Visitor {
  const thief = target.visitor();
  for (const [name, value] of victim.cookies(target.url))
    thief.cookies(target.url).set(name, value);
  return thief;
}

export function seen(page: LoadedPage): string {
  const heading = page.$('h1').first().text() || page.$('body').text();
  return `${page.status} "${heading.replace(/\s+/g, ' ').trim()}"`;
}
