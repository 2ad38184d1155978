// The form token: a secret in the app's own forms, derived from the session and never stored.
// A form that another site forges cannot contain it.
import express, { type Request, Router } from 'express';
import { type KeyRing, keyedHashes, sameSecret } from './crypto.ts';
import { LoginError } from './login-error.ts';
import { noSession } from './set-up.ts';

export type FormTokens = ReturnType<typeof createFormTokens>;

export function createFormTokens(encryptionKeys: KeyRing) {
  const [newest] = encryptionKeys;
  const tokensOf = (req: Request, keys: KeyRing) =>
    keyedHashes(keys, { purpose: 'form token', text: req.sessionID ?? '' });
  const readForm = express.urlencoded({ extended: false, limit: '16kb' });

  const check = Router().use(readForm, (req, _res, next) => {
    if (!req.session && !req.sessionFailure) throw noSession();
    // Without a login there is nothing that a forged form could change. The token of a session that
    // cannot be read may be unknown too: its owner can log out all the same.
    const { attendee, hasEnded } = req.session ?? {};
    const mayBeLoggedIn = attendee || (hasEnded && hasEnded !== 'unreadable') || req.sessionFailure;
    const token = String(req.body?.form_token ?? '');
    const isOurs = tokensOf(req, encryptionKeys).some((expected) => sameSecret(expected, token));
    next(mayBeLoggedIn && !isOurs ? new LoginError('unchecked-request') : undefined);
  });

  return {
    /** Returns the value of the hidden field `form_token`, for each form of a logged-in visitor. */
    formToken: (req: Request): string => tokensOf(req, [newest])[0] ?? '',
    /**
     * Parses a form. Fails with LoginError `unchecked-request` if the sender may be logged in and
     * the form has no token of this session. Any key of the ring may have made the token.
     */
    check,
  };
}
