// Optional: the OpenID server tells that a person has logged out there (OpenID Connect Back-Channel
// Logout 1.0), and all their logins here end. Needs the package jose.
import express, { type RequestHandler, Router } from 'express';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { LoginError } from '../login-error.ts';
import { createBoundedFetch } from '../oauth/bounded-fetch.ts';
import {
  clockToleranceSeconds,
  createServerKeys,
  defaultDeadlineSeconds,
} from '../oauth/oauth-client.ts';
import type { OAuthOptions } from '../oauth/oauth-options.ts';
import { onceEach } from '../oauth/once.ts';
import { usedTokenKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';
import type { EndAllLogins } from './end-all-logins.ts';

interface BackChannelOptions {
  /** As for `createLogin`. The server's keys are found by discovery at the issuer. */
  readonly oauth: OAuthOptions;
  readonly keys: KeyStore;
  readonly endAll: EndAllLogins;
  /** Resolves to the `id` that `whoIs` has for this `sub`. Default: the `sub` itself. */
  readonly userIdOf?: (subject: string) => string | Promise<string>;
  /** Called once with each reason for which a token was refused. */
  readonly warn?: (what: string) => void;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Only signatures that nobody but the server can make. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** The server may send a token again for so long; an older one is refused. */
const longestTokenSeconds = 600;
/** For so long after it was issued a token may pass, whatever the clocks say. */
const usedTokenSeconds = longestTokenSeconds + 2 * clockToleranceSeconds;
/** Whatever tokens are sent here, the server is not asked for its keys more often. */
const keysPauseMs = 30_000;

/**
 * Creates the handler of a POST route whose address is the client's `backchannel_logout_uri`. Mount
 * it before express-session and before a check of the origin: the server sends no cookie. A token
 * ends the logins of its `sid`, or all of its `sub`, once. Answers 200, or 400 for a token that is
 * no good. Throws LoginError `login-unavailable` if the server's keys cannot be had, and
 * `service-unavailable` if not everything could be ended: the server may then send the token again.
 */
export function backChannelLogOut(options: BackChannelOptions): RequestHandler {
  const { keys, endAll, userIdOf = (subject) => subject } = options;

  /** A session at the server if the token names one, else all of the person (section 2.7). */
  async function end({ sub, sid }: LogOutToken): Promise<void> {
    const wasThere = sid !== undefined && (await endAll.endAllOfServerSession(sid));
    if (!wasThere && sub !== undefined) await endAll.endAllOf(await userIdOf(sub));
  }

  const verify = createVerification(options);
  const readForm = express.urlencoded({ extended: false, limit: '16kb' });

  return Router().use(readForm, async (req, res) => {
    res.set('Cache-Control', 'no-store');
    const token = await verify(req.body?.logout_token);
    if (!token) return void res.status(400).json({ error: 'invalid_request' });
    const usedKey = usedTokenKey(token.jti);
    if ((await keys.get(usedKey)) === null) {
      await end(token);
      // Only now: a token whose work has failed must count when it is sent again.
      await keys.setIfAbsent(usedKey, Buffer.from('1'), usedTokenSeconds);
    }
    res.end();
  });
}

interface LogOutToken {
  /** The person, the session at the server, or both. */
  readonly sub: string | undefined;
  readonly sid: string | undefined;
  readonly jti: string;
}

/** Returns a function that resolves to a token of the server; to undefined for any other text. */
function createVerification({ oauth, warn = () => {}, now = Date.now }: BackChannelOptions) {
  const report = onceEach(warn);
  const findServer = createKeySource(oauth, now);
  return async (token: unknown): Promise<LogOutToken | undefined> => {
    if (typeof token !== 'string') return undefined;
    try {
      const { issuer, keySet } = await findServer();
      const { payload, protectedHeader } = await jwtVerify(token, keySet, {
        ...{ issuer, algorithms, audience: oauth.clientId },
        requiredClaims: ['iat', 'jti', 'events'],
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: longestTokenSeconds,
        currentDate: new Date(now()),
      });
      const logOut = logOutOf(payload, protectedHeader.typ);
      if (!logOut) report('a back-channel log-out was refused: its token is of another kind');
      return logOut;
    } catch (error) {
      if (!isOfToken(error)) throw unavailable(error);
      report(`a back-channel log-out was refused: ${error.code}`);
      return undefined;
    }
  };
}

/** Finds the server and its keys, when the first token comes. After a failure, it waits. */
function createKeySource(oauth: OAuthOptions, now: () => number) {
  const discover = createServerKeys(oauth);
  const fetchKeys = createBoundedFetch({ checkIdToken: false, report: () => {} });
  let found: Promise<{ issuer: string; keySet: ReturnType<typeof createRemoteJWKSet> }> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function find() {
    const { issuer, keysUrl } = await discover();
    const keySet = createRemoteJWKSet(keysUrl, {
      timeoutDuration: 1000 * defaultDeadlineSeconds,
      cooldownDuration: keysPauseMs,
      [customFetch]: fetchKeys,
    });
    return { issuer, keySet };
  }

  return async () => {
    if (now() - failedAt < keysPauseMs) throw new LoginError('login-unavailable', { status: 503 });
    found ??= find();
    try {
      return await found;
    } catch (error) {
      found = undefined;
      failedAt = now();
      throw error;
    }
  };
}

/** The checks that no other JSON Web Token has (OpenID Connect Back-Channel Logout 1.0, 2.6). */
function logOutOf(
  { sub, sid, jti, events, nonce }: JWTPayload,
  type: string | undefined,
): LogOutToken | undefined {
  const logOut = Object(events)[event];
  const isLogOut = typeof logOut === 'object' && logOut !== null;
  const isOfKind = type === undefined || /^(application\/)?(logout\+)?jwt$/i.test(type);
  // An id_token has a nonce, and must not end anything.
  if (!isLogOut || !isOfKind || nonce !== undefined) return undefined;
  const [person, session] = [sub, sid].map((claim) => (isText(claim) ? claim : undefined));
  const isNamed = (person ?? session) !== undefined;
  const isOdd = person !== sub || session !== sid;
  return isNamed && !isOdd && isText(jti) ? { sub: person, sid: session, jti } : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether the token is to blame. Otherwise the keys could not be had. */
function isOfToken(error: unknown): error is errors.JOSEError {
  const { code = '' } = Object(error);
  return (
    error instanceof errors.JOSEError &&
    /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_(NO|MULTIPLE)_MATCHING)/.test(code)
  );
}

function unavailable(cause: unknown): LoginError {
  if (cause instanceof LoginError) return cause;
  const isLate = cause instanceof errors.JWKSTimeout;
  return new LoginError('login-unavailable', { cause, ...(isLate && { status: 504 }) });
}
