// The layout of all sandbox pages, and the error page.
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { type Html, html } from './html.ts';

export function layout({ heading, body }: { heading: string; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading} - Sandbox convention</title>
<link rel="stylesheet" href="/sandbox.css">
<link rel="icon" href="/sandbox.svg" type="image/svg+xml">
</head>
<body>
<header>
<p><strong>Sandbox convention</strong> <span class="tag">Demo data</span></p>
<p>All people here are invented, and anybody can log in as any of them. Never use it for a real convention.</p>
</header>
<main>
<h1>${heading}</h1>
${body}
</main>
<footer>
<p>This page plays the registration platform.</p>
<p><a href="/protocol">What happened so far</a> · <a href="/oauth/logout">Log out, to become somebody else</a></p>
</footer>
</body>
</html>
`.html;
}

export function problemPage(sentence: string): string {
  return layout({ heading: 'This did not work', body: html`<p>${sentence}</p>` });
}

export function invalidRequestPage(reason: string): string {
  return problemPage(`The site sent an invalid request: ${reason}.`);
}

export function pageFiles(): Router {
  const routes = Router();
  for (const file of ['sandbox.css', 'sandbox.svg']) {
    const path = fileURLToPath(new URL(file, import.meta.url));
    routes.get(`/${file}`, (_req, res) => res.sendFile(path));
  }
  return routes;
}
