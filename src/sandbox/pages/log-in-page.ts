// The log-in page: there are no passwords, one chooses whom to be.
import type { Attendee } from '../records/attendee.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

/** Returns the log-in page of the interaction `uid` for these attendees. */
export function logInPage({ uid, attendees }: { uid: string; attendees: Attendee[] }): string {
  return layout({
    heading: 'Log in',
    body: html`<p>Whom do you want to be? There are no passwords here.</p>
<form method="post" action="/interaction/${uid}/login">
<ul class="attendees">${attendees.map(
      ({ key, story }) =>
        html`<li><button name="attendee" value="${key}"><strong>${key}</strong> <span>${story}</span></button></li>`,
    )}</ul>
</form>`,
  });
}
