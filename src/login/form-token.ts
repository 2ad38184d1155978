// The form token: a secret in the app's forms, derived from the session id. Another site cannot
// forge it.
import express, { type Request, Router } from 'express';
import { type KeyRing, keyedHashes, sameSecret } from './crypto.ts';
import { LoginError } from './login-error.ts';
import { bodyAlreadyRead, noSession } from './mount.ts';

export type FormTokens = ReturnType<typeof createFormTokens>;

/**
 * Returns the error for a form without a valid token. The form is treated as forged, unless other
 * middleware has read its body without parsing it.
 */
function refusal(req: Request): LoginError {
  const isForm = req.is('application/x-www-form-urlencoded');
  const isParsed = typeof req.body === 'object' && !Buffer.isBuffer(req.body);
  return isForm && !isParsed ? bodyAlreadyRead() : new LoginError('unchecked-request');
}

export function createFormTokens(encryptionKeys: KeyRing) {
  const [newest] = encryptionKeys;
  const tokensOf = (req: Request, keys: KeyRing) =>
    keyedHashes(keys, { purpose: 'form token', text: req.sessionID ?? '' });
  const readForm = express.urlencoded({ extended: false, limit: '16kb' });

  const check = Router().use(readForm, (req, _res, next) => {
    if (!req.session && !req.sessionFailure) throw noSession();
    // A forged form can only harm somebody who is or was logged in: a form from an ended session
    // can still log out everywhere. The token for an unreadable session may come from a key that
    // this instance lacks, but the visitor must be able to log out anyway.
    const { attendee, notLive } = req.session ?? {};
    const needsToken = attendee || (notLive && notLive !== 'unreadable') || req.sessionFailure;
    const token = String(req.body?.form_token ?? '');
    // Without a session id, everybody would have the same token.
    const ours = req.sessionID ? tokensOf(req, encryptionKeys) : [];
    const isOurs = ours.some((expected) => sameSecret(expected, token));
    next(needsToken && !isOurs ? refusal(req) : undefined);
  });

  return {
    formToken: (req: Request): string => tokensOf(req, [newest])[0] ?? '',
    /**
     * Middleware that parses a form. Fails with LoginError `unchecked-request` if the form lacks a
     * valid token for this session. No token is needed if nobody was ever logged in to the session,
     * or if it is `unreadable`.
     */
    check,
  };
}
