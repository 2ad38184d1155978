// /protocol: shows the requests that browsers and clients send to the platform, to teach OAuth.
import { Router } from 'express';
import type { Fields, Protocol, Step } from '../protocol/step.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

export function protocolPage(protocol: Protocol): Router {
  const routes = Router();
  routes.get('/protocol', (_req, res) => {
    const steps =
      protocol.steps.length === 0
        ? html`<p>Nothing has happened yet. Log in to a site with this convention, then reload this page.</p>`
        : html`<p>Reload this page to see more. Secrets are masked.</p><ol class="steps">${protocol.steps.map(stepItem)}</ol>`;
    res
      .set('Cache-Control', 'no-store')
      .send(layout({ heading: 'What happened so far', body: steps }));
  });
  return routes;
}

function stepItem({ title, sentence, request, sent, status, answered }: Step): Html {
  return html`<li><h2>${title}</h2>
<p>${sentence}</p>
<p><code>${request}</code></p>
${fieldList(sent)}
<p>${status === 0 ? 'No response: the connection broke.' : html`Response: <code>${status}</code>`}</p>
${fieldList(answered)}</li>
`;
}

function fieldList(fields: Fields): Html {
  if (fields.length === 0) return html``;
  return html`<dl>${fields.map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>`;
}
