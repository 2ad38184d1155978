// The secret that the app's own forms carry: derived from the session, never stored. A form that another site sends does not know it.
import express, { type Request, Router } from 'express';
import { LoginError } from './login-error.ts';
import { fingerprints, type KeyRing, sameSecret } from './sealing.ts';
import { noSession } from './set-up.ts';

export function createFormTokens(encryptionKeys: KeyRing) {
  const tokensOf = (req: Request) => fingerprints(encryptionKeys, { purpose: 'form token', text: req.sessionID ?? '' });
  const readForm = express.urlencoded({ extended: false, limit: '16kb' });

  const check = Router().use(readForm, (req, _res, next) => {
    if (!req.session && !req.sessionFailure) throw noSession();
    // Whoever is not logged in has nothing that a forged form could change.
    const mayBeLoggedIn = req.session?.attendee || req.session?.hasEnded || req.sessionFailure;
    const token = String(req.body?.form_token ?? '');
    const isOurs = tokensOf(req).some((ours) => sameSecret(ours, token));
    next(mayBeLoggedIn && !isOurs ? new LoginError('unchecked-request') : undefined);
  });

  return {
    /** The value of the hidden field `form_token` in every form of somebody who is logged in. */
    formToken: (req: Request): string => tokensOf(req)[0] ?? '',
    /** Reads the form, and refuses one without the token of this session. Any key of the ring may have made it. */
    check,
  };
}
