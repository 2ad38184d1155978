// `/`: what the sandbox is, who can log in, and where to go on.
import { Router } from 'express';
import type { Convention } from '../records/convention.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { siteLinks } from './site-links.ts';

interface HomePageOptions {
  readonly convention: Convention;
  readonly redirectUris: readonly string[];
}

/** Returns the route of the home page. */
export function homePage({ convention, redirectUris }: HomePageOptions): Router {
  const page = layout({
    heading: 'A convention to try things with',
    body: html`<p>This is a sandbox: it plays the registration platform of a convention, so that a site
can be tried without one. People log in here, and choose what the site may see.
There are no passwords, and everything is forgotten when the sandbox stops.</p>
<h2>Log in to a site with it</h2>
${siteLinks(redirectUris)}
<h2>Who can log in</h2>
<dl class="people">${convention.handmade.map(
      ({ key, story }) => html`<div><dt>${key}</dt><dd>${story}</dd></div>`,
    )}</dl>
${convention.generated > 0 ? html`<p>And ${convention.generated} generated ones, from guest-1 to guest-${convention.generated}.</p>` : ''}
<h2>For developers</h2>
<ul>
<li><a href="/protocol">What happened so far</a> shows each step of a login, with secrets masked.</li>
<li><code>PUT /faults</code> breaks what you want to see broken.</li>
</ul>`,
  });
  const routes = Router();
  routes.get('/', (_req, res) => res.send(page));
  return routes;
}
