// View model of the page after a log-out: what ended, what stays, and how to continue. Pure.

import { describeScopes } from '../../web/scope-words.ts';
import type { Translate } from '../../web/words/messages.ts';

/** Why the attendee was logged out: by choice, by stopping to share a scope, or to be forgotten. */
export type LogoutReason =
  | { why: 'log-out' }
  | { why: 'stopped'; scope: string }
  | { why: 'forgotten' };

interface LinkView {
  readonly text: string;
  readonly href: string;
  /** Whether it leads to the convention. */
  readonly isOutside?: true;
}

interface LoggedOutView {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What matters most; the others are quiet. */
  readonly button: LinkView;
  readonly secondButton?: LinkView | undefined;
  readonly link?: LinkView | undefined;
}

interface Options {
  readonly by: LogoutReason;
  readonly loginPath: string;
  /** Absent if this site has no such page. */
  readonly sharingPath: string | undefined;
  readonly registrationUrl: URL;
  readonly logoutUrl: URL | undefined;
  readonly promptLogin: boolean;
  readonly words: Translate;
}

export function loggedOutView(options: Options): LoggedOutView {
  const { by, words, registrationUrl, loginPath, sharingPath = '/' } = options;
  const again = { text: words('logInAgain'), href: loginPath };
  switch (by.why) {
    case 'stopped': {
      const returnTo = new URLSearchParams({ return_to: sharingPath });
      return {
        heading: words('loggedOut.stopped.heading', {
          what: describeScopes([by.scope], { words }),
        }),
        paragraphs: [words('loggedOut.stopped.text'), words('loggedOut.stopped.stays')],
        button: { text: words('loggedOut.continue'), href: `${loginPath}?${returnTo}` },
      };
    }
    case 'forgotten':
      return {
        heading: words('loggedOut.forgotten.heading'),
        paragraphs: [
          words('loggedOut.forgotten.text'),
          words('loggedOut.forgotten.stays'),
          words('loggedOut.forgotten.cookie'),
        ],
        button: outside(words('goToRegistration'), registrationUrl),
        link: again,
      };
    case 'log-out':
      return logOutView(options, again);
  }
}

function logOutView(
  { words, loginPath, logoutUrl, promptLogin }: Options,
  again: LinkView,
): LoggedOutView {
  const switchAccount = promptLogin
    ? { text: words('switchAccount'), href: `${loginPath}?prompt=login` }
    : undefined;
  return {
    heading: words('loggedOut.heading'),
    paragraphs: [words('loggedOut.text')],
    // The next person at this computer would still be logged in there.
    button: logoutUrl ? outside(words('loggedOut.there'), logoutUrl) : again,
    secondButton: switchAccount,
    link: logoutUrl && again,
  };
}

function outside(text: string, { href }: URL): LinkView {
  return { text, href, isOutside: true };
}
