// The log-in page: visitors choose an attendee, without a password.
import type { Convention } from '../records/convention.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

/**
 * Returns the log-in page of the interaction `uid`: a button for each handmade attendee, and a
 * field for the generated ones.
 */
export function logInPage({ uid, convention }: { uid: string; convention: Convention }): string {
  return layout({
    heading: 'Log in',
    body: html`<p>Whom do you want to be? There are no passwords here.</p>
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
