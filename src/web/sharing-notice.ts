// A notice about the attendee's last login, for example what they now share. A short-lived cookie
// stores the notice's kind and the requested scopes, and the next page shows the notice once. Its
// text depends on the scopes in the session, so an old cookie cannot report as shared a scope that
// is not.
import type { Request, Response } from 'express';
import type { createCookies, LoginOutcome } from '../login/login.ts';
import { describeScopes } from './scope-rows.ts';
import type { Translate } from './words/messages.ts';

interface StoredNotice {
  readonly kind: string;
  /** See `LoginOutcome.asked`. */
  readonly asked: readonly string[];
}

/** `isGood`: everything that the login requested is shared. */
export interface SharingNotice {
  readonly text: string;
  readonly isGood: boolean;
}

/** `field`: the value that the language form sends so that the next page repeats the notice. */
interface TakenNotice extends SharingNotice {
  readonly field: string;
}

export type SharingNotices = ReturnType<typeof createSharingNotices>;

const lifeMs = 60_000;
const forgottenMs = 600_000;
const nameOfCookie = 'notice';

/**
 * Shows the notice again on the next page, in a different language. `field` comes from the language
 * form.
 */
export function announceAgain(
  res: Response,
  field: unknown,
  cookies: Pick<ReturnType<typeof createCookies>, 'nameOf' | 'setEncrypted'>,
): void {
  if (typeof field !== 'string') return;
  const [kind = '', ...asked] = field.split(' ');
  cookies.setEncrypted(res, cookies.nameOf(nameOfCookie), { kind, asked }, lifeMs);
}

export function createSharingNotices({
  cookies,
  optionalScopes,
}: {
  cookies: ReturnType<typeof createCookies>;
  optionalScopes: readonly string[];
}) {
  const cookieName = cookies.nameOf(nameOfCookie);
  const forgottenName = `${cookieName}.forgotten`;

  function consume(req: Request, res: Response): StoredNotice | undefined {
    const notice = cookies.readEncrypted<StoredNotice>(req, cookieName);
    if (notice) cookies.clear(res, cookieName);
    return notice;
  }

  return {
    /**
     * Stores a notice about the login's result for the next page. Stores none if there is nothing
     * to report, or if that page is on another site.
     */
    announce(res: Response, { result, returnTo, asked, refused }: LoginOutcome): void {
      if (result === 'already-logged-in') return;
      const hasNotice = result !== 'logged-in' || refused.length > 0;
      if (!hasNotice || !returnTo.startsWith('/')) {
        consume(res.req, res);
        return;
      }
      const isUnchanged = result === 'nothing-changed' || result === 'different-account';
      const notice: StoredNotice = { kind: isUnchanged ? result : 'shared', asked };
      cookies.setEncrypted(res, cookieName, notice, lifeMs);
    },

    /**
     * Lets the logged-out page in this browser confirm that everything was deleted, even if the
     * form for the deletion is submitted twice.
     */
    announceForgotten(res: Response): void {
      cookies.setEncrypted(res, forgottenName, {}, forgottenMs);
    },

    wasForgotten: (req: Request) => cookies.readEncrypted(req, forgottenName) !== undefined,

    /**
     * Returns the notice for this page and deletes it, so that it is shown only once. A HEAD
     * request does not delete it.
     */
    take(req: Request, res: Response): TakenNotice | undefined {
      if (req.method === 'HEAD') return undefined;
      const notice = consume(req, res);
      const { words, attendee } = req;
      const described =
        notice && attendee && describeNotice(notice, { ...attendee, optionalScopes, words });
      return described && { ...described, field: [notice.kind, ...notice.asked].join(' ') };
    },
  };
}

/** Returns the text of a notice, or undefined if there is nothing to report. */
export function describeNotice(
  { kind, asked }: StoredNotice,
  options: {
    grantedScopes: readonly string[];
    optionalScopes: readonly string[];
    words: Translate;
  },
): SharingNotice | undefined {
  const { grantedScopes, optionalScopes, words } = options;
  const good = (text: string): SharingNotice => ({ text, isGood: true });
  const neutral = (text: string): SharingNotice => ({ text, isGood: false });
  if (kind === 'nothing-changed') return neutral(words('notice.nothingChanged'));
  if (kind === 'different-account') return neutral(words('notice.differentAccount'));
  if (kind !== 'shared') return undefined;
  const askedScopes = optionalScopes.filter((scope) => asked.includes(scope));
  const isShared = (scope: string) => grantedScopes.includes(scope);
  const what = describeScopes(askedScopes.filter(isShared), words);
  const notShared = askedScopes.filter((scope) => !isShared(scope));
  const rest = describeScopes(notShared, words);
  if (what && rest) return neutral(words('notice.partlyShared', { what, rest }));
  if (what) return good(words('notice.allShared', { what }));
  return rest ? neutral(words('notice.notShared', { rest })) : undefined;
}
