// How many taps a task takes on a phone (390 x 844), from the first page after the login: the badge.
//
// What counts: each tap on the way to the screen where the task is done or decided. The last press
// does not count where a page asks first: "Stop sharing" and "Delete my data" stand on that page,
// within sight, so that nobody stops or deletes by one careless tap. Every target, on the way and at
// its end, is wholly on the first screen, without scrolling, at least 44 pixels wide and high, and
// nothing covers it.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { openBrowser } from '../support/chromium.ts';
import { allServiceScopes, startApp } from '../support/start-app.ts';

const phone = { width: 390, height: 844 };
const smallestTarget = 44;

interface Target {
  readonly role: 'link' | 'button' | 'img';
  readonly name: RegExp;
  /** For something that is only read. */
  readonly isText?: true;
}

interface Task {
  readonly task: string;
  readonly most: number;
  readonly taps: readonly Target[];
  /** What is seen in the end, with its button if there is one. */
  readonly end: readonly Target[];
  readonly endsAt: string;
}

const link = (name: string): Target => ({ role: 'link', name: new RegExp(`^${name}$`) });
const button = (name: string): Target => ({ role: 'button', name: new RegExp(`^${name}$`) });
const badge = (what: RegExp): Target => ({ role: 'img', name: what, isText: true });

/** The last two change what the others need. */
const tasks: readonly Task[] = [
  {
    task: 'is my ticket paid',
    most: 0,
    taps: [],
    end: [badge(/\bpaid\b/i)],
    endsAt: '/badge-name',
  },
  {
    task: 'which name, and change it',
    most: 1,
    // The name is read at once; the tap leads to the page of the convention that changes it.
    taps: [{ role: 'link', name: /^Change name/ }],
    end: [],
    endsAt: 'the convention',
  },
  {
    task: 'they must not have my phone number',
    most: 2,
    taps: [link('Sharing'), link('Stop: Phone')],
    end: [link('Keep sharing'), button('Stop sharing')],
    endsAt: '/sharing/stop',
  },
  {
    task: 'delete me',
    most: 2,
    taps: [link('Sharing'), link('Delete my data here')],
    end: [link('Keep my data'), button('Delete my data')],
    endsAt: '/sharing/forget',
  },
  {
    task: 'German',
    most: 1,
    taps: [button('Deutsch')],
    end: [button('English')],
    endsAt: '/badge-name',
  },
  {
    task: 'log out of everywhere',
    most: 2,
    taps: [link('Sharing'), button('Log out everywhere')],
    end: [],
    endsAt: '/logged-out',
  },
];

test('the tasks of an attendee take at most 0, 1, 2, 2, 1 and 2 taps on a phone, each on the first screen', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const { context } = await openBrowser(t, { width: phone.width });
  const page = await context.newPage();
  await page.setViewportSize(phone);
  await startVisit(app, page).logIn('robin');
  const { origin } = new URL(app.url);

  for (const { task, most, taps, end, endsAt } of tasks) {
    assert.ok(taps.length <= most, task);
    await page.goto(`${origin}/badge-name`);
    for (const target of taps) await tap(page, { target, task });
    for (const target of end) await findOnFirstScreen(page, { target, task });
    const { origin: place, pathname } = new URL(page.url());
    assert.equal(place === origin ? pathname : 'the convention', endsAt, task);
    if (task === 'German') {
      assert.equal(await page.locator('html').getAttribute('lang'), 'de', task);
      await tap(page, { target: button('English'), task });
    }
  }
});

async function tap(page: Page, where: { target: Target; task: string }): Promise<void> {
  const { x, y } = await findOnFirstScreen(page, where);
  await Promise.all([page.waitForEvent('load'), page.mouse.click(x, y)]);
}

/** Returns the middle of a target. Fails unless all of it can be seen and pressed at once. */
async function findOnFirstScreen(
  page: Page,
  { target: { role, name, isText }, task }: { target: Target; task: string },
): Promise<{ x: number; y: number }> {
  const what = `${task}: ${name}`;
  const found: Locator = page.getByRole(role, { name }).first();
  const box = await found.boundingBox();
  assert.ok(box, `${what} is on the page`);
  assert.equal(await page.evaluate('scrollY'), 0, what);
  const { x, y, width, height } = box;
  const isInside = x >= 0 && y >= 0 && x + width <= phone.width && y + height <= phone.height;
  assert.ok(isInside, `${what} is on the first screen: ${JSON.stringify(box)}`);
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (isText) return middle;
  assert.ok(Math.min(width, height) >= smallestTarget, `${what} is ${width} x ${height} pixels`);
  const isOnTop = await found.evaluate(
    (element, { x: left, y: top }) => element.contains(document.elementFromPoint(left, top)),
    middle,
  );
  assert.ok(isOnTop, `nothing covers ${what}`);
  return middle;
}
