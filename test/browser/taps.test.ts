// Counts the taps that a task takes on a phone, starting at the badge page after the login. "Stop"
// and "Delete" cannot be undone, so their pages ask for a confirmation, which is counted
// separately. The size and place of each target are checked as well.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { loadMessages, type Translate } from '../../src/web/words/messages.ts';
import { startVisit, type Visit } from '../states/visit.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { isProof } from '../support/machine/rounds.ts';

const phone = { width: 390, height: 844 };
const smallestTarget = 44;
const messages = new URL('../../views/messages/', import.meta.url);
const otherLanguages = isProof
  ? readdirSync(messages)
      .filter((file) => file.endsWith('.json') && file !== 'en.json')
      .map((file) => file.replace('.json', ''))
  : [];

interface Target {
  readonly role: 'link' | 'button' | 'img';
  readonly name: string;
  readonly isPart?: true;
  readonly isText?: true;
}

interface Task {
  readonly name: string;
  readonly most: number;
  readonly taps: readonly Target[];
  readonly seen?: Target;
  /**
   * The button that ends the session, and with it the task. It counts as a tap unless it confirms
   * the task on a page that asks for a confirmation.
   */
  readonly last?: Target & { readonly isConfirmation?: true };
  readonly endsAt: string;
}

const link = (name: string): Target => ({ role: 'link', name });
const button = (name: string): Target => ({ role: 'button', name });

/** The tasks in one language. Their order ensures that no task affects the next one. */
function tasksIn(words: Translate): readonly Task[] {
  const sharing = link(words('nav.sharing'));
  return [
    {
      name: 'is my ticket paid',
      most: 0,
      taps: [],
      seen: { role: 'img', name: words('badge.card.paid'), isPart: true, isText: true },
      endsAt: '/badge-name',
    },
    {
      name: 'which name, and change it',
      most: 1,
      taps: [{ ...link(words('badge.change')), isPart: true }],
      endsAt: 'the convention',
    },
    {
      name: 'they must not have my phone number',
      most: 2,
      taps: [sharing, link(`${words('sharing.stop')}: ${words('scope.phone.label')}`)],
      seen: link(words('stop.keep')),
      last: { ...button(words('stop.stop')), isConfirmation: true },
      endsAt: '/logged-out',
    },
    {
      name: 'delete me',
      most: 2,
      taps: [sharing, link(words('sharing.forget'))],
      seen: link(words('forget.keep')),
      last: { ...button(words('forget.delete')), isConfirmation: true },
      endsAt: '/logged-out',
    },
    {
      name: 'log out of everywhere',
      most: 2,
      taps: [sharing],
      last: button(words('sharing.everywhere')),
      endsAt: '/logged-out',
    },
  ];
}

test('on a phone the tasks of an attendee take at most 0, 1, 2, 2 and 2 taps, each on the first screen', async (t) => {
  const { visit, words } = await startPhone(t, 'en');
  await visit.logIn('robin');
  for (const task of tasksIn(words)) {
    await walk(visit, { task, t });
    if (task.last) await tap(visit.page, task.last);
    const { origin, pathname } = new URL(visit.page.url());
    const place = origin === new URL(visit.app.url).origin ? pathname : 'the convention';
    assert.equal(place, task.endsAt, task.name);
    if (!task.last) continue;
    await visit.page.context().clearCookies();
    await visit.logIn('robin');
  }
});

for (const language of otherLanguages)
  test(`in the language ${language} the tasks take as many taps, each on the first screen`, async (t) => {
    const { visit, words } = await startPhone(t, language);
    await visit.logIn('robin');
    for (const task of tasksIn(words)) await walk(visit, { task, t });
  });

async function startPhone(t: TestContext, locale: string) {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const { context } = await openBrowser(t, { width: phone.width, locale });
  const page = await context.newPage();
  await page.setViewportSize(phone);
  const words = loadMessages(messages, { locale, common: { convention: 'Testcon' } });
  return { visit: startVisit(app, page), words };
}

async function walk(
  { open, page }: Visit,
  { task: { name, most, taps, seen, last }, t }: { task: Task; t: TestContext },
): Promise<void> {
  const count = taps.length + (last && !last.isConfirmation ? 1 : 0);
  t.diagnostic(`${name}: ${count} taps${last?.isConfirmation ? ', and one to confirm' : ''}`);
  assert.ok(count <= most, name);
  await open('/badge-name');
  for (const target of taps) await tap(page, target);
  for (const target of [seen, last]) if (target) await findOnFirstScreen(page, target);
}

async function tap(page: Page, target: Target): Promise<void> {
  const { x, y } = await findOnFirstScreen(page, target);
  await Promise.all([page.waitForEvent('load'), page.mouse.click(x, y)]);
}

async function findOnFirstScreen(
  page: Page,
  { role, name, isPart, isText }: Target,
): Promise<{ x: number; y: number }> {
  const found: Locator = page.getByRole(role, { name, exact: !isPart }).first();
  const box = await found.boundingBox();
  assert.ok(box, `${name} is on the page`);
  assert.equal(await page.evaluate('scrollY'), 0, name);
  const { x, y, width, height } = box;
  const isInside = x >= 0 && y >= 0 && x + width <= phone.width && y + height <= phone.height;
  assert.ok(isInside, `${name} is on the first screen: ${JSON.stringify(box)}`);
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (isText) return middle;
  assert.ok(Math.min(width, height) >= smallestTarget, `${name} is ${width} x ${height} pixels`);
  const isOnTop = await found.evaluate(
    (element, { x: left, y: top }) => element.contains(document.elementFromPoint(left, top)),
    middle,
  );
  assert.ok(isOnTop, `nothing covers ${name}`);
  return middle;
}
