// Every word of the page after a log-out: what was ended, what stays, and the way on. Pure.
import type { Translate } from '../../web/messages.ts';
import { yours } from '../../web/scope-words.ts';
import type { PageDependencies } from '../page-dependencies.ts';

/** What the log-out was part of: a log-out alone, to stop sharing one scope, or to be forgotten. */
export type LoggedOutBy = { why: 'log-out' } | { why: 'stopped'; scope: string } | { why: 'forgotten' };

type Platform = Pick<PageDependencies, 'registrationUrl' | 'logoutUrl'>;

export function loggedOutView(options: Platform & { by: LoggedOutBy; words: Translate }) {
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
        link: { text: words('goToRegistration'), href: registrationUrl.href },
      };
    case 'log-out':
      return {
        ...again,
        heading: words('loggedOut.heading'),
        paragraphs: [words('loggedOut.text')],
        // Others who use this computer would still be logged in there.
        link: logoutUrl && { text: words('loggedOut.there'), href: logoutUrl.href },
      };
  }
}
