// `/registration`: where the links of a site lead that say register, pay, change or verify.
import { Router } from 'express';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { siteLinks } from './site-links.ts';

/** Returns the route of the registration page. */
export function registrationPage(redirectUris: readonly string[]): Router {
  const page = layout({
    heading: 'Your registration',
    body: html`<p>On a real platform you would do this here:</p>
<ul>
<li>register and pay for a ticket</li>
<li>choose the name on your badge</li>
<li>change your details, and verify your email address or your identity</li>
<li>apply as a volunteer or a dealer</li>
</ul>
<p>The sandbox changes nothing: each of its people stays as they are, so that every state can be
looked at. To see another one, log out and <a href="/">choose somebody else</a>.</p>
<h2>Back to the site</h2>
${siteLinks(redirectUris)}`,
  });
  const routes = Router();
  routes.get('/registration', (_req, res) => res.send(page));
  return routes;
}
