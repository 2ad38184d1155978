// Rejects parameters that the platform does not document, such as those for PKCE, in strict mode
// and with the `unknown-parameters` fault. According to one public client, the platform's token
// endpoint rejects them.
import express, { type Request, type RequestHandler, type Response } from 'express';
import { invalidRequest } from '../api/errors.ts';
import type { Mode } from '../mode.ts';
import { invalidRequestPage } from '../pages/layout.ts';

const ofAuthorizationRequest = ['client_id', 'response_type', 'redirect_uri', 'scope', 'state'];

const ofEveryGrant = ['client_id', 'client_secret', 'grant_type', 'scope'];
const ofGrant: Record<string, string[]> = {
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token', 'redirect_uri'],
  client_credentials: [],
};

/** A key of `res.locals`, set to true by the `unknown-parameters` fault. */
export const refusesUnknownParametersKey = 'refusesUnknownParameters';

/** For an unknown parameter, shows an error page (400) instead of redirecting to the client. */
export function checkAuthorizationParameters(mode: Mode): RequestHandler {
  return (req, res, next) => {
    const unknown = unknownAmong(Object.keys(req.query), ofAuthorizationRequest);
    if (unknown.length === 0 || !isRefused(mode, res)) return next();
    res.status(400).send(invalidRequestPage(`unknown parameter ${unknown.join(', ')}`));
  };
}

/** Must run after `readTokenForm`. Throws a 400 before the code or refresh token is used. */
export function checkTokenParameters(mode: Mode): RequestHandler {
  return (req, res, next) => {
    const sent = tokenParameters(req);
    const ofThisGrant = ofGrant[sent.grant_type ?? ''] ?? Object.values(ofGrant).flat();
    const unknown = unknownAmong(Object.keys(sent), [...ofEveryGrant, ...ofThisGrant]);
    if (unknown.length > 0 && isRefused(mode, res))
      throw invalidRequest(`unknown parameter ${unknown.join(', ')}`);
    next();
  };
}

/** Reads the body as text. oidc-provider needs the text, because it parses the form itself. */
export const readTokenForm = express.text({ type: 'application/x-www-form-urlencoded' });

export function tokenParameters({ body }: Request): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
}

function isRefused({ strict }: Mode, res: Response): boolean {
  return strict || res.locals[refusesUnknownParametersKey] === true;
}

function unknownAmong(sent: readonly string[], known: readonly string[]): string[] {
  return sent.filter((name) => !known.includes(name));
}
