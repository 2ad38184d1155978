// The hooks of a login, for optional parts (optional/). Each may throw a LoginError; only those
// that return a promise may be async. They run in the order in which they are given.
import type { Request, Response } from 'express';
import type { Attendee } from './attendee.ts';
import type { LoginOutcome } from './outcome.ts';
import type { LoginRequest, PendingLogin } from './pending-login.ts';

export interface LoginHooks {
  /** Before the browser is sent to the convention. May change the request. */
  beforeLeaving?(req: Request, res: Response, request: LoginRequest): void | Promise<void>;
  /** The visitor is logged in already, and goes straight to `request.returnTo`. May change it. */
  insteadOfLeaving?(request: LoginRequest): void;
  /** After the browser has returned, with a code or a denial. */
  afterReturn?(req: Request, pending: PendingLogin): void;
  /**
   * After the convention has said who this is; `attendee` is undefined after a denial. Return an
   * outcome to end the login without a session.
   */
  beforeLogin?(
    req: Request,
    login: { pending: PendingLogin; attendee: Attendee | undefined },
  ): LoginOutcome | undefined;
  /**
   * Before the new session is stored. Resolves to those of `attendee.grantedScopes` that this login
   * may use: with fewer, the browser goes back to the convention and asks for only these.
   */
  scopesToUse?(login: { pending: PendingLogin; attendee: Attendee }): Promise<readonly string[]>;
  /** Before the new session is stored. */
  beforeStoring?(session: NewSession): Promise<void>;
  /** After the new session is stored. If a hook rejects, the session is ended again. */
  afterStoring?(session: NewSession): Promise<void>;
  /** After a successful login. `req.attendee` is still the one from before. */
  afterLogin?(
    req: Request,
    res: Response,
    login: { pending: PendingLogin; attendee: Attendee },
  ): void;
  /** May return another outcome for `finish`. `req.attendee` is still the one from before. */
  beforeOutcome?(
    req: Request,
    login: { pending: PendingLogin; outcome: LoginOutcome },
  ): LoginOutcome | undefined;
  /** After sessions were ended. */
  afterEnd?(ended: { keys: readonly string[]; userId: string }): Promise<void>;
  /** After a form was accepted: its token is right, or nobody is logged in. */
  afterForm?(req: Request, res: Response): void;
}

export interface NewSession {
  /** The session's key in the key store (key-names.ts). */
  readonly key: string;
  readonly attendee: Attendee;
  readonly pending: Readonly<LoginRequest>;
  /** The session that this one is about to replace, and whose it is if somebody was logged in. */
  readonly before?: { readonly key: string; readonly userId: string | undefined } | undefined;
}
