// The consent page: the attendee allows the client all requested scopes, some of them, or none.
import { type OnBehalfOfScope, onBehalfOfScopes } from '../scopes.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

interface ConsentQuestion {
  uid: string;
  clientId: string;
  redirectUri: string;
  attendee: string;
  scopes: OnBehalfOfScope[];
}

/** Returns the consent page of the interaction `uid`. */
export function consentPage({
  uid,
  clientId,
  redirectUri,
  attendee,
  scopes,
}: ConsentQuestion): string {
  return layout({
    heading: 'Allow this site to see your details?',
    body: html`<p>You are logged in as <strong>${attendee}</strong>.
The site at <strong>${new URL(redirectUri).host}</strong> (${clientId}) asks to see:</p>
<form method="post" action="/interaction/${uid}/consent">
<fieldset>
<legend>What it may see</legend>
${scopes.map(scopeBox)}
</fieldset>
<p class="actions"><button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button></p>
</form>`,
  });
}

function scopeBox(scope: OnBehalfOfScope): Html {
  const description = onBehalfOfScopes[scope];
  if (scope === 'pii:basic') {
    return html`<label class="scope"><input type="checkbox" name="scope" value="${scope}" checked disabled>
<span>${description} (always included)</span></label>`;
  }
  return html`<label class="scope"><input type="checkbox" name="scope" value="${scope}" checked>
<span>${description}</span></label>`;
}
