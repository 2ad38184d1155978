// What makes a page hard to use on a phone: a target that is too small for a finger, a header that
// leaves little room, and a sentence that falls apart at a name.
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

/** Names whose element is a flex item beside the text of its sentence: the spaces between are lost. */
const splitSentences = `[...document.querySelectorAll('span[translate=no]')]
  .filter(({ parentElement }) =>
    /flex|grid/.test(getComputedStyle(parentElement).display) &&
    [...parentElement.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
  .map(({ parentElement }) => 'falls apart: ' + parentElement.textContent)`;

/**
 * Returns what is smaller than 44 px, the header if it is higher than 100 px, and each sentence that
 * falls apart.
 */
export async function phoneFaultsOf(page: Page): Promise<string[]> {
  const { small, split, height } = await page.evaluate<{
    small: string[];
    split: string[];
    height: number;
  }>(`({ small: ${smallTargets}, split: ${splitSentences}, height: ${headerHeight} })`);
  return [...small, ...split, ...(height > 100 ? [`header ${height}`] : [])];
}
