// The two pages shown during an authorization request. On the log-in page, visitors choose an
// attendee, without a password. On the consent page, the attendee allows the client all requested
// scopes, some of them (only in tolerant mode), or none.
import type { Convention } from '../records/convention.ts';
import { type OnBehalfOfScope, onBehalfOfScopes } from '../scopes.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

export function logInPage({ uid, convention }: { uid: string; convention: Convention }): string {
  return layout({
    heading: 'Log in',
    body: html`<p>Choose an attendee. There are no passwords here.</p>
<form method="post" action="/interaction/${uid}/login">
<ul class="attendees">${convention.handmade.map(
      ({ key, story }) =>
        html`<li><button name="attendee" value="${key}"><strong>${key}</strong> <span>${story}</span></button></li>`,
    )}</ul>
</form>
${convention.generated > 0 ? generatedAttendeeForm(uid, convention.generated) : ''}`,
  });
}

function generatedAttendeeForm(uid: string, generated: number): Html {
  return html`<h2>Somebody else</h2>
<form method="post" action="/interaction/${uid}/login">
<p><label for="attendee">A generated attendee, guest-1 to guest-${generated}</label>
<input id="attendee" name="attendee" value="guest-1" autocomplete="off" spellcheck="false"></p>
<p class="actions"><button>Log in</button></p>
</form>`;
}

interface ConsentQuestion {
  uid: string;
  clientId: string;
  redirectUri: string;
  attendee: string;
  scopes: OnBehalfOfScope[];
  isAllOrNothing: boolean;
}

export function consentPage({
  uid,
  clientId,
  redirectUri,
  attendee,
  scopes,
  isAllOrNothing,
}: ConsentQuestion): string {
  return layout({
    heading: 'Allow this site to see your details?',
    body: html`<p>You are logged in as <strong>${attendee}</strong>.
The site at <strong>${new URL(redirectUri).host}</strong> (${clientId}) asks to see:</p>
<form method="post" action="/interaction/${uid}/consent">
${isAllOrNothing ? scopeList(scopes) : scopeChoice(scopes)}
<p class="actions"><button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button></p>
</form>`,
  });
}

function scopeList(scopes: OnBehalfOfScope[]): Html {
  return html`<ul>${scopes.map((scope) => html`<li>${onBehalfOfScopes[scope]}</li>`)}</ul>`;
}

function scopeChoice(scopes: OnBehalfOfScope[]): Html {
  return html`<fieldset>
<legend>What it may see</legend>
${scopes.map(scopeBox)}
</fieldset>`;
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
