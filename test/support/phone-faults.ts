// What makes a page hard to use on a phone: a target that is too small for a finger, a header that
// leaves little room, a sentence that falls apart at a name, and a list that Safari does not tell.
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

/** WebKit takes a list for layout if no item has a marker, even an empty one, unless it says `list`. */
const untoldLists = `[...document.querySelectorAll('ul:not([role=list], nav *)')]
  .filter(({ children }) => children.length > 0 && [...children].every((item) => {
    const { display, listStyleType } = getComputedStyle(item);
    return display !== 'list-item' || listStyleType === 'none';
  }))
  .map(({ className, textContent }) => 'no list: ' + className + textContent)`;

/**
 * Returns what is smaller than 44 px, the header if it is higher than 100 px, each sentence that
 * falls apart, and each list that is not told.
 */
export async function phoneFaultsOf(page: Page): Promise<string[]> {
  const { small, split, untold, height } = await page.evaluate<{
    small: string[];
    split: string[];
    untold: string[];
    height: number;
  }>(`({
    small: ${smallTargets},
    split: ${splitSentences},
    untold: ${untoldLists},
    height: ${headerHeight},
  })`);
  return [...small, ...split, ...untold, ...(height > 100 ? [`header ${height}`] : [])];
}
