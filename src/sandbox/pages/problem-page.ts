// The error page for a request that cannot be redirected back to the client.
import { html } from './html.ts';
import { layout } from './layout.ts';

/** Returns a page that says in one sentence what is wrong. */
export function problemPage(sentence: string): string {
  return layout({ heading: 'This did not work', body: html`<p>${sentence}</p>` });
}
