// View model for the page after a log-out. It says what has ended and what has not, and how to
// continue. Pure.

import { describeScopes } from '../../web/scope-rows.ts';
import type { Translate } from '../../web/words/messages.ts';

/**
 * Why the page is shown: after a log-out, after the attendee stopped sharing a scope, after their
 * data was deleted, or to ask before the next login.
 */
export type LogoutReason =
  | { why: 'log-out' }
  | { why: 'stopped'; scope: string }
  | { why: 'forgotten' }
  | { why: 'ask'; pageName: string | undefined };

interface LinkView {
  readonly text: string;
  readonly href: string;
  /** Set if the link leaves this site. */
  readonly isOutside?: true;
}

interface LoggedOutView {
  readonly heading: string;
  /**
   * Hidden fields in the language form, so that the page shows the same message in the new
   * language.
   */
  readonly keptFields?: Readonly<Record<string, string>>;
  /**
   * True if the page reports a completed action, false if it asks the visitor to confirm a login.
   */
  readonly isDone: boolean;
  readonly paragraphs: readonly string[];
  /** The primary action. */
  readonly button: LinkView;
  readonly secondButton?: LinkView | undefined;
  readonly link?: LinkView | undefined;
  readonly note?: string | undefined;
}

interface Options {
  readonly by: LogoutReason;
  /** The path for the "Log in again" link. The login returns to `return_to`, if there is one. */
  readonly logInPath: string;
  readonly loginPath: string;
  /** `pathOf` may return undefined, but the sharing page is always on. */
  readonly sharingPath: string | undefined;
  readonly registrationUrl: URL;
  readonly logoutUrl: URL | undefined;
  readonly promptLogin: boolean;
  readonly words: Translate;
}

export function loggedOutView(options: Options): LoggedOutView {
  const { by, words, registrationUrl, logInPath, loginPath, sharingPath = '/' } = options;
  const again = { text: words('logInAgain'), href: logInPath };
  switch (by.why) {
    case 'stopped': {
      const returnTo = new URLSearchParams({ return_to: sharingPath });
      return {
        heading: words('loggedOut.stopped.heading', {
          what: describeScopes([by.scope], words),
        }),
        keptFields: by,
        isDone: true,
        paragraphs: [words('loggedOut.stopped.text'), words('loggedOut.stopped.stays')],
        button: { text: words('loggedOut.continue'), href: `${loginPath}?${returnTo}` },
      };
    }
    case 'forgotten':
      return {
        heading: words('loggedOut.forgotten.heading'),
        keptFields: by,
        isDone: true,
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
    case 'ask':
      return askView(options, { again, pageName: by.pageName });
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
    isDone: true,
    paragraphs: [words('loggedOut.text')],
    // If the platform has a log-out of its own, that is the main button: the visitor may still have
    // a session there, which the next person at this computer could use.
    button: logoutUrl ? outside(words('loggedOut.there'), logoutUrl) : again,
    secondButton: switchAccount,
    link: logoutUrl && again,
  };
}

/**
 * Asks before a new login, because the platform may still have a session and would log the same
 * person in without asking.
 */
function askView(
  { words, loginPath, logoutUrl, promptLogin }: Options,
  { again, pageName }: { again: LinkView; pageName: string | undefined },
): LoggedOutView {
  const switchAccount = { text: words('switchAccount'), href: `${loginPath}?prompt=login` };
  return {
    heading: words('loggedOut.heading'),
    isDone: false,
    paragraphs: [words('loggedOut.ask.text')],
    button: again,
    secondButton: logoutUrl && outside(words('loggedOut.there'), logoutUrl),
    link: promptLogin ? switchAccount : undefined,
    note: pageName && words('loggedOut.ask.page', { page: pageName }),
  };
}

function outside(text: string, { href }: URL): LinkView {
  return { text, href, isOutside: true };
}
