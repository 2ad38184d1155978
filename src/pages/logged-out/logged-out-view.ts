// View model of the page after a log-out: what ended, what stays, and how to continue. Pure.
import type { Translate } from '../../web/messages.ts';
import { describeScopes } from '../../web/scope-words.ts';
import type { PageDependencies } from '../page-dependencies.ts';

/** Why the attendee was logged out: by choice, by stopping to share a scope, or to be forgotten. */
export type LogoutReason =
  | { why: 'log-out' }
  | { why: 'stopped'; scope: string }
  | { why: 'forgotten' };

type Settings = Pick<PageDependencies, 'registrationUrl' | 'logoutUrl' | 'promptLogin' | 'pathOf'>;

export function loggedOutView(options: Settings & { by: LogoutReason; words: Translate }) {
  const { by, words, registrationUrl, logoutUrl, promptLogin, pathOf } = options;
  const again = { loginLabel: words('logInAgain'), query: '', mayChoose: true, another: undefined };
  switch (by.why) {
    case 'stopped':
      return {
        heading: words('loggedOut.stopped.heading', {
          what: describeScopes([by.scope], { words }),
        }),
        paragraphs: [words('loggedOut.stopped.text'), words('loggedOut.stopped.stays')],
        link: undefined,
        another: undefined,
        loginLabel: words('loggedOut.continue'),
        query: `?${new URLSearchParams({ return_to: pathOf('sharing') ?? '/' })}`,
        mayChoose: false,
      };
    case 'forgotten':
      return {
        ...again,
        heading: words('loggedOut.heading'),
        paragraphs: [
          words('loggedOut.forgotten.text'),
          words('loggedOut.forgotten.stays'),
          words('loggedOut.forgotten.cookie'),
        ],
        link: { text: words('goToRegistration'), href: registrationUrl.href },
      };
    case 'log-out':
      return {
        ...again,
        heading: words('loggedOut.heading'),
        paragraphs: [words('loggedOut.text')],
        // The next person at this computer would still be logged in there.
        link: logoutUrl && { text: words('loggedOut.there'), href: logoutUrl.href },
        another: promptLogin ? words('loggedOut.another') : undefined,
      };
  }
}
