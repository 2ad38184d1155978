// What makes a page hard to use on a phone: a target that is too small for a finger, and a header
// that leaves little room.
import type { Page } from 'playwright-core';

/** What is too small for a finger: its text and size. A link within a sentence may be. */
const smallTargets = `[...document.querySelectorAll('a, button, summary, input, label')]
  .filter((one) => one.checkVisibility() && !one.matches('.skip-link, [type=hidden]'))
  .map((one) => [one, one.matches('[type=checkbox]') ? one.parentElement : one])
  .map(([one, target]) => [one, target.getBoundingClientRect()])
  .filter(([one, { width, height }]) => one.tagName !== 'LABEL' && Math.min(width, height) < 43.9)
  .map(([one, { width, height }]) =>
    one.textContent.trim() + ' ' + Math.round(width) + ' x ' + Math.round(height))`;

/** In CSS pixels. */
const headerHeight = `document.querySelector('.site-header').getBoundingClientRect().height`;

/** Returns what is smaller than 44 px, and the header if it is higher than 100 px. */
export async function phoneFaultsOf(page: Page): Promise<string[]> {
  const { small, height } = await page.evaluate<{ small: string[]; height: number }>(
    `({ small: ${smallTargets}, height: ${headerHeight} })`,
  );
  return [...small, ...(height > 100 ? [`header ${height}`] : [])];
}
