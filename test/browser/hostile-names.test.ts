import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { daytime } from '../support/app/clocks.ts';
import { pagesWithRecords } from '../support/app/page-paths.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { isProof } from '../support/machine/rounds.ts';
import {
  type Answers,
  calls,
  recordsOf,
  startPlatformWithRecords,
} from '../support/platform/staged-platform.ts';

const paths = [...pagesWithRecords, '/sharing', '/sharing/stop?scope=pii:email'];
/** Greek letters, because this site's own text does not contain any. */
const harmless = 'αβγδε';
/**
 * These names have revealed every fault that a name in `otherNames` has revealed, so `npm test`
 * uses only these.
 */
const worstNames = [
  // Right-to-left letters and an unclosed isolate.
  '\u05D0\u05D1\u2068αβγδε',
  // Two closing marks without an isolate, and a right-to-left override.
  '\u2069\u2069\u202Eαβγδε',
];
const otherNames = ['\u202Eαβγδε', '\u2067αβγδε', '\u202B\u200F\u061Cαβγδε\u200F'];
const hostileNames = isProof ? [...worstNames, ...otherNames] : worstNames;

test('P70 in every field on every page a hostile name does not move the words around it', async (t) => {
  const responses: Answers = {};
  const convention = await startPlatformWithRecords(t, { answers: responses });
  const settings = { CONVENTION_URL: convention.href, SERVICE_SCOPES: allServiceScopes };
  const start = daytime;
  const app = await startApp(t, { settings, now: () => start });
  const { context } = await openBrowser(t, { width: 1600 });
  const page = await context.newPage();

  async function readAllPages(name: string): Promise<Record<string, string[]>> {
    const seen: Record<string, string[]> = {};
    Object.assign(
      responses,
      recordsOf(77, () => name),
    );
    for (const path of paths) seen[path] = await readPage(page, app.url + path);
    delete responses[calls.registration];
    seen['/badge-name without a registration'] = await readPage(page, `${app.url}/badge-name`);
    return seen;
  }

  const expected = await readAllPages(harmless);
  assert.ok(expected['/badge-name without a registration']?.includes('Wrongaccount?'));
  for (const name of hostileNames) {
    const seen = await readAllPages(name);
    for (const path of Object.keys(expected))
      assert.deepEqual(seen[path], expected[path], `${JSON.stringify(name)} on ${path}`);
  }
});

test('P69 the badge opened as a file, without a policy, runs and loads nothing, for every name', async (t) => {
  const responses: Answers = {};
  const convention = await startPlatformWithRecords(t, { answers: responses });
  const settings = { CONVENTION_URL: convention.href, SERVICE_SCOPES: allServiceScopes };
  const app = await startApp(t, { settings });
  const { context, hosts } = await openBrowser(t);
  const page = await context.newPage();
  page.on('dialog', (dialog) => assert.fail(dialog.message()));
  Object.assign(
    responses,
    recordsOf(77, () => 'Vixen'),
  );
  await page.goto(`${app.url}/badge-name`);
  const allowed = await elementsOfFile(page, app.url);
  for (const name of [
    '</style><style>*{background:url(//evil.example/a)}</style>',
    '}@import url(//evil.example/b);',
    ']]></text><script>alert(1)</script>',
    '"><image href="//evil.example/c"/>',
    `'" onload="alert(2)" style="background:url(//evil.example/d)`,
    '--><foreignObject><iframe src="//evil.example/e"/></foreignObject>',
    '<!ENTITY x SYSTEM "//evil.example/f">&x;&#60;script>alert(3)</script>',
  ]) {
    Object.assign(
      responses,
      recordsOf(77, () => name),
    );
    const elements = await elementsOfFile(page, app.url);
    const strange = elements.filter((element) => !allowed.includes(element));
    assert.deepEqual(strange, [], name);
  }
  const expectedHosts = [app.url, convention.href].map((url) => new URL(url).host);
  assert.deepEqual(
    [...hosts].filter((host) => !expectedHosts.includes(host)),
    [],
  );
});

async function elementsOfFile(page: Page, site: string): Promise<string[]> {
  const response = await page.request.get(`${site}/badge-name.svg`);
  assert.equal(response.status(), 200);
  const body = await response.text();
  const address = `${site}/saved.svg`;
  await page.route(address, (route) => route.fulfill({ body, contentType: 'image/svg+xml' }));
  await page.goto(address);
  return await page.evaluate<string[]>(`[...document.querySelectorAll('*')].map((one) =>
    [one.tagName, ...one.getAttributeNames()].join(' '))`);
}

/**
 * Returns the site's text in visual order, from left to right: one string per block, without
 * spaces.
 */
async function readPage(page: Page, address: string): Promise<string[]> {
  const response = await page.goto(address);
  assert.equal(response?.status(), 200, address);
  return await page.evaluate<string[]>(`(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const blocks = new Map();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      // The hints depend on the name.
      if (text.parentElement.closest('.badge-hints')) continue;
      let block = text.parentElement;
      while (getComputedStyle(block).display === 'inline') block = block.parentElement;
      const letters = blocks.get(block) ?? blocks.set(block, []).get(block);
      for (let at = 0; at < text.length; at += 1) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { left, bottom, width } = range.getBoundingClientRect();
        const letter = text.data[at];
        if (width > 0 && /[!-~]/.test(letter))
          letters.push({ letter, left, line: Math.round(bottom / 8) });
      }
    }
    const read = (letters) => letters
      .sort((a, b) => a.line - b.line || a.left - b.left)
      .map(({ letter }) => letter)
      .join('');
    return [...blocks.values()].map(read).filter((text) => text !== '');
  })()`);
}
