// Every word of the page after a log-out: what was ended, what stays, and the way on. Pure.
import type { Translate } from '../../web/messages.ts';
import { yours } from '../../web/scope-words.ts';

/** What the log-out was part of: a log-out alone, to stop sharing one scope, or to be forgotten. */
export type LoggedOutBy = { why: 'log-out' } | { why: 'stopped'; scope: string } | { why: 'forgotten' };

export function loggedOutView(options: {
  by: LoggedOutBy;
  words: Translate;
  registrationUrl: URL;
  /** Where a visitor of a shared computer can log out of the platform too. */
  logoutUrl: URL | undefined;
}) {
  const { by, words, registrationUrl, logoutUrl } = options;
  const again = { loginLabel: words('logInAgain'), query: '', mayChoose: true };
  switch (by.why) {
    case 'stopped':
      return {
        heading: words('loggedOut.stopped.heading', { what: yours([by.scope], { words }) }),
        paragraphs: [words('loggedOut.stopped.text'), words('loggedOut.stopped.stays')],
        link: undefined,
        loginLabel: words('loggedOut.continue'),
        query: '?return_to=/sharing',
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
        link: { text: words('loggedOut.forgotten.account'), href: registrationUrl.href },
      };
    case 'log-out':
      return {
        ...again,
        heading: words('loggedOut.heading'),
        paragraphs: [words('loggedOut.text')],
        link: logoutUrl && { text: words('loggedOut.there'), href: logoutUrl.href },
      };
  }
}
