// The page for a request that cannot be sent back to the site it came from.
import { html } from './html.ts';
import { layout } from './layout.ts';

/** Returns a page that says in one sentence what is wrong. */
export function problemPage(sentence: string): string {
  return layout({ heading: 'This did not work', body: html`<p>${sentence}</p>` });
}
