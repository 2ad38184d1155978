import type { Page } from 'playwright-core';

/** The text and size of each visible target below 44 px. A checkbox is measured with its label. */
const smallTargets = `[...document.querySelectorAll('a, button, summary, input, label')]
  .filter((one) => one.checkVisibility() && !one.matches('.skip-link, [type=hidden]'))
  .map((one) => [one, one.matches('[type=checkbox]') ? one.parentElement : one])
  .map(([one, target]) => [one, target.getBoundingClientRect()])
  .filter(([one, { width, height }]) => one.tagName !== 'LABEL' && Math.min(width, height) < 43.9)
  .map(([one, { width, height }]) =>
    one.textContent.trim() + ' ' + Math.round(width) + ' x ' + Math.round(height))`;

const headerHeight = `document.querySelector('.site-header').getBoundingClientRect().height`;

/**
 * Sentences that lose the spaces around a name, because the name is a flex or grid item next to
 * text nodes.
 */
const splitSentences = `[...document.querySelectorAll('span[translate=no]')]
  .filter(({ parentElement }) =>
    /flex|grid/.test(getComputedStyle(parentElement).display) &&
    [...parentElement.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
  .map(({ parentElement }) => 'split sentence: ' + parentElement.textContent)`;

/** Lists without markers. WebKit treats them as layout unless they have `role=list`. */
const untoldLists = `[...document.querySelectorAll('ul:not([role=list], nav *)')]
  .filter(({ children }) => children.length > 0 && [...children].every((item) => {
    const { display, listStyleType } = getComputedStyle(item);
    return display !== 'list-item' || listStyleType === 'none';
  }))
  .map(({ className, textContent }) => 'list without role=list: ' + className + textContent)`;

/**
 * Returns one line per fault. Targets must be at least 44 px, and the header at most 100 px high.
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
