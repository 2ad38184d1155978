// The links to the sites that may use this convention for their login.
import { type Html, html } from './html.ts';

/** Returns a list with the site of each redirect URI. */
export function siteLinks(redirectUris: readonly string[]): Html {
  const sites = [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
  return html`<ul>${sites.map((site) => html`<li><a href="${site}/">${site}</a></li>`)}</ul>`;
}
