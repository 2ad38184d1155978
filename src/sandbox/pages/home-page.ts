// `/` explains the sandbox, lists the handmade attendees and offers to switch the mode. A site's
// links to register, pay, change or verify lead to `/registration`.
import express, { Router } from 'express';
import type { Mode } from '../mode.ts';
import type { Convention } from '../records/convention.ts';
import { type Html, html } from './html.ts';
import { layout, problemPage } from './layout.ts';

interface HomePageOptions {
  readonly convention: Convention;
  readonly redirectUris: readonly string[];
  readonly mode: Mode;
}

export function homePage(options: HomePageOptions): Router {
  const registration = registrationOf(options.redirectUris);
  const routes = Router();
  routes.get('/', (_req, res) => res.set('Cache-Control', 'no-store').send(homeOf(options)));
  routes.post('/mode', express.urlencoded({ extended: false }), (req, res) => {
    const chosen = req.body?.mode;
    if (chosen !== 'strict' && chosen !== 'tolerant')
      return void res.status(400).send(problemPage('There is no such mode.'));
    options.mode.strict = chosen === 'strict';
    res.redirect(303, '/');
  });
  routes.get('/registration', (_req, res) => res.send(registration));
  return routes;
}

function homeOf({ convention, redirectUris, mode }: HomePageOptions): string {
  return layout({
    heading: 'A convention for trying things out',
    body: html`<p>This sandbox simulates the registration platform of a convention, so that you can try a site
without one. People log in here, and choose what the site may see.
There are no passwords, and all changes are lost when the sandbox stops.</p>
<h2>Log in to a site with it</h2>
${siteLinks(redirectUris)}
<h2>Who can log in</h2>
<dl class="people">${convention.handmade.map(
      ({ key, story }) => html`<div><dt>${key}</dt><dd>${story}</dd></div>`,
    )}</dl>
${convention.generated > 0 ? html`<p>And ${convention.generated} generated ones, from guest-1 to guest-${convention.generated}.</p>` : ''}
<h2>Mode</h2>
${modeSwitch(mode)}
<h2>For developers</h2>
<ul>
<li><a href="/protocol">What happened so far</a> shows each step of a login, with secrets masked.</li>
<li><code>PUT /faults</code> simulates faults. <code>GET /faults</code> describes them.</li>
</ul>`,
  });
}

function modeSwitch({ strict }: Mode): Html {
  const [name, meaning, other] = strict
    ? ['strict', "it accepts only what the platform's public documentation describes", 'tolerant']
    : ['tolerant', 'it also accepts PKCE, consent to some scopes, and discovery', 'strict'];
  return html`<p>The sandbox is in <strong>${name} mode</strong>: ${meaning}.</p>
<form method="post" action="/mode">
<p class="actions"><button name="mode" value="${other}">Switch to ${other} mode</button></p>
</form>`;
}

function registrationOf(redirectUris: readonly string[]): string {
  return layout({
    heading: 'Your registration',
    body: html`<p>On a real platform you would do this here:</p>
<ul>
<li>register and pay for a ticket</li>
<li>choose the name on your badge</li>
<li>change your details, and verify your email address or your identity</li>
<li>apply as a volunteer or a dealer</li>
</ul>
<p>The sandbox changes nothing, so that every state can be tested at any time. To see another state,
log out and <a href="/">choose somebody else</a>.</p>
<h2>Back to the site</h2>
${siteLinks(redirectUris)}`,
  });
}

function siteLinks(redirectUris: readonly string[]): Html {
  const sites = [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
  return html`<ul>${sites.map((site) => html`<li><a href="${site}/">${site}</a></li>`)}</ul>`;
}
