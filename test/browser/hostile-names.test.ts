// P64: a name with override characters reverses at most itself, never the words around it. Chromium
// measures the position of each letter.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/chromium.ts';
import { pagesWithRecords } from '../support/page-paths.ts';
import {
  type Answers,
  calls,
  recordsOf,
  startConventionWithRecords,
} from '../support/staged-convention.ts';
import { allServiceScopes, startApp } from '../support/start-app.ts';

/** In Greek letters, which no text of this site has. */
const harmless = 'αβγδε';
const hostile: Record<string, string> = {
  'an override': '\u202Eαβγδε',
  'an isolate that is never closed': '\u2067αβγδε',
  'letters from right to left, and an isolate that is never closed': '\u05D0\u05D1\u2068αβγδε',
  'the end of isolates that were never opened, and an override': '\u2069\u2069\u202Eαβγδε',
  'an embedding and marks of direction': '\u202B\u200F\u061Cαβγδε\u200F',
};

test('P64 in every field of every page a hostile name leaves the words around it where they are', async (t) => {
  const answers: Answers = {};
  const convention = await startConventionWithRecords(t, { answers });
  const settings = { CONVENTION_URL: convention.href, SERVICE_SCOPES: allServiceScopes };
  const start = Date.now();
  const app = await startApp(t, { settings, now: () => start });
  const { context } = await openBrowser(t, { width: 1600 });
  const page = await context.newPage();

  async function readAllPages(name: string): Promise<Record<string, string[]>> {
    const seen: Record<string, string[]> = {};
    const records = recordsOf(77, () => name);
    Object.assign(answers, records);
    for (const path of [...pagesWithRecords, '/sharing'])
      seen[path] = await readPage(page, app.url + path);
    delete answers[calls.registration];
    seen['/badge-name without a registration'] = await readPage(page, `${app.url}/badge-name`);
    return seen;
  }

  const expected = await readAllPages(harmless);
  assert.ok(
    expected['/badge-name without a registration']?.includes(
      ',thisaccounthasnoregistrationforTestcon.',
    ),
  );
  for (const [what, name] of Object.entries(hostile)) {
    const seen = await readAllPages(name);
    for (const path of Object.keys(expected))
      assert.deepEqual(seen[path], expected[path], `${what}, on ${path}`);
  }
});

/** Returns the text of this site as seen from left to right: one string per block, no spaces. */
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
