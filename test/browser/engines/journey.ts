import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningApp } from '../../support/app/start-app.ts';
import type { Engine } from './engine.ts';

const longestWaits = 150;

export function startJourney(engine: Engine, app: RunningApp) {
  async function seen(expected: RegExp): Promise<string> {
    let text = '';
    for (let waits = 0; waits < longestWaits; waits += 1) {
      text = await mainText().catch(() => '');
      if (expected.test(text)) return engine.evaluate('location.pathname + location.search');
      await sleep(100);
    }
    return assert.fail(`${engine.name}: expected ${expected}, found "${text.slice(0, 200)}"`);
  }

  const mainText = () =>
    engine.evaluate<string>(
      "(document.querySelector('main') ?? document.body).innerText.replace(/\\s+/g, ' ').trim()",
    );

  async function find(selector: string): Promise<string> {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    for (let waits = 0; waits < longestWaits; waits += 1) {
      if (await engine.evaluate<boolean>(`${found} !== null`).catch(() => false)) return found;
      await sleep(100);
    }
    return assert.fail(`${engine.name}: no element matches ${selector}`);
  }

  async function press(selector: string): Promise<void> {
    const found = await find(selector);
    // The click navigates away from the page, so it is delayed until `evaluate` has returned.
    await engine.evaluate(`void setTimeout(() => ${found}.click(), 20)`);
    await sleep(100);
  }

  const fill = async (selector: string, text: string) =>
    engine.evaluate(`void (${await find(selector)}.value = ${JSON.stringify(text)})`);

  async function logIn(path: string, expected: RegExp): Promise<void> {
    await engine.open(app.url + path);
    if (await engine.evaluate(`location.pathname === '/logged-out'`)) await press('main a.button');
    await sleep(500);
    for (const button of ['button[name=attendee][value=robin]', 'button[value=allow]']) {
      const isThere = `document.querySelector('${button}') !== null`;
      for (let waits = 0; waits < 10 && !(await engine.evaluate(isThere)); waits += 1) {
        if (expected.test(await mainText().catch(() => ''))) return;
        await sleep(100);
      }
      await press(button);
      await sleep(300);
    }
    await seen(expected);
  }

  return { ...engine, seen, find, press, fill, logIn };
}

export type Journey = ReturnType<typeof startJourney>;

/**
 * Records the name, type and size of the file that the page saves, because the drivers have no
 * common way to download files.
 */
const takeSaved = `(() => {
  const create = URL.createObjectURL;
  URL.createObjectURL = (file) => {
    window.saved = [file.name, file.type, file.size].join(' ');
    return create(file);
  };
})()`;

const asPrinted = `(() => {
  const apply = (rule) => {
    if (/print/.test(rule.media?.mediaText)) rule.media.mediaText = 'all';
    for (const inner of rule.cssRules ?? []) apply(inner);
  };
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) apply(rule);
  return document.body.innerText;
})()`;

export const steps: Record<string, (journey: Journey, app: RunningApp) => Promise<void>> = {
  async 'P38 Back after a log-out shows nobody’s page, and a press logs in again'({ ...visit }) {
    await visit.logIn('/profile', /^Your profile/);
    await visit.touch();
    await visit.press('form[action="/logout"] button');
    await visit.seen(/^You’re logged out/);
    await visit.back();
    await visit.seen(/^You’re logged out/);
    assert.doesNotMatch(await visit.evaluate<string>('document.body.innerText'), /Banks/);
    await visit.press('main a.button');
    await visit.seen(/^(Your profile|Badge)/);
  },

  async 'a name is previewed on the badge, and the picture is a file'(visit) {
    await visit.logIn('/badge-name', /^Your badge Robin/);
    const hasField = "document.querySelector('form.try input') !== null";
    if (!(await visit.evaluate(hasField))) await visit.press('main a[href*="try="]');
    await visit.fill('form.try input', 'Vixen');
    await visit.press('form.try button');
    await visit.seen(/Vixen/);
    const file = await visit.evaluate<string>(
      "fetch('/badge-name.svg').then((answer) => answer.status + ' ' + answer.headers.get('content-disposition'))",
    );
    assert.equal(file, '200 attachment; filename="badge.svg"');
  },

  async 'the badge is saved as a picture'(visit) {
    await visit.logIn('/badge-name', /^Your badge Robin/);
    await visit.evaluate(`void ${takeSaved}`);
    await visit.press('a[download="badge.svg"]:not([hidden])');
    let saved = '';
    for (let waits = 0; saved === '' && waits < longestWaits; waits += 1) {
      await sleep(100);
      saved = await visit.evaluate("window.saved ?? ''");
    }
    assert.match(saved, /^badge\.png image\/png \d{4,}$/);
  },

  async 'the badge is printed without parts that only a screen needs'(visit, app) {
    await visit.logIn('/badge-name', /^Your badge Robin/);
    const printed = await visit.evaluate<string>(asPrinted);
    assert.ok(printed.includes(`${app.url}/badge-name`), printed);
    assert.doesNotMatch(printed, /Log out$|Save|Change|Preview|Confirm|Bring/m);
    const paper = 'getComputedStyle(document.documentElement).backgroundColor';
    assert.equal(await visit.evaluate(paper), 'rgb(255, 255, 255)');
  },

  async 'a stopped scope is gone, and everything can be deleted'(visit) {
    await visit.logIn('/sharing', /phone/i);
    await visit.open(`${await visit.evaluate('location.origin')}/sharing/stop?scope=pii:phone`);
    await visit.press('main form button');
    await visit.seen(/can no longer see your phone number/);
    await visit.logIn('/sharing/forget', /^Delete/);
    await visit.press('main form button');
    await visit.seen(/^We deleted the data we held about you/);
  },

  async 'the language changes on the page where it is chosen'(visit) {
    await visit.logIn('/profile', /^Your profile/);
    await visit.press('form[action="/language"] button[value=de]');
    assert.equal(await visit.seen(/^Dein Profil/), '/profile');
  },

  async 'the menu closes on Escape, on a press outside and when the focus leaves it'(visit) {
    await visit.logIn('/profile', /^Your profile/);
    const isOpen = "document.querySelector('.site-menu').open";
    for (const leave of [
      "dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))",
      "document.querySelector('main a').focus()",
      "document.querySelector('main').dispatchEvent(new Event('pointerdown', { bubbles: true }))",
    ]) {
      await visit.press('.site-menu > summary');
      assert.equal(await visit.evaluate(isOpen), true, leave);
      const focus = "document.activeElement.closest('.site-menu') !== null";
      assert.equal(await visit.evaluate(focus), true, 'the menu has the focus');
      await visit.evaluate(`void ${leave}`);
      assert.equal(await visit.evaluate(isOpen), false, leave);
    }
  },

  async 'P22 no button is dead when the session is lost'(visit, app) {
    for (const [path, button] of [
      ['/profile', 'form[action="/language"] button'],
      ['/roles', 'form[action="/logout"] button'],
      ['/sharing', 'form[action="/logout/everywhere"] button'],
      ['/sharing/stop?scope=pii:phone', 'main form button'],
      ['/sharing/forget', 'main form button'],
    ] as const) {
      await visit.logIn('/privacy', /./);
      await visit.logIn(path, /./);
      const before = await visit.evaluate<number>('performance.timeOrigin');
      await visit.deleteCookies('sid');
      await visit.press(button);
      let isThere = false;
      for (let waits = 0; !isThere && waits < 100; waits += 1) {
        await sleep(100);
        isThere = await hasWayOn(visit, before);
      }
      assert.ok(isThere, `${visit.name}: ${path} must lead to a page with a next step`);
      // Deletes the counter of lost sessions. Otherwise several losses within a minute would count
      // as a redirect loop.
      await visit.deleteCookies('round-trips');
      await visit.open(`${app.url}/login?return_to=/profile`);
    }
  },
};

const hasWayOn = (visit: Journey, before: number) =>
  visit
    .evaluate<boolean>(
      `performance.timeOrigin !== ${before} && document.querySelector('main a, main button, form button') !== null`,
    )
    .catch(() => false);
