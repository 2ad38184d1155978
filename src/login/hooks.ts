// The points of a login at which an optional part (optional/) may have a say. Each may throw a LoginError; only those that
// return a promise may be async. They are called in the order in which they are given.
import type { Request, Response } from 'express';
import type { Attendee } from './attendee.ts';
import type { LoginOutcome } from './outcome.ts';
import type { LoginRequest, PendingLogin } from './pending-login.ts';

export interface LoginHooks {
  /** The browser is about to leave for the convention. May change what is asked for. */
  beforeLeaving?(req: Request, res: Response, request: LoginRequest): void;
  /** The browser is back, with a code or a denial. */
  afterReturn?(req: Request, pending: PendingLogin): void;
  /** The convention has answered; there is no attendee after a denial. A returned outcome ends the login here: no session starts. */
  beforeLogin?(
    req: Request,
    login: { pending: PendingLogin; attendee: Attendee | undefined },
  ): LoginOutcome | undefined;
  /** The new session is about to be stored. */
  beforeStoring?(session: NewSession): Promise<void>;
  /** The new session is stored. If a hook rejects, it is ended again. */
  afterStoring?(session: NewSession): Promise<void>;
  /** The login has succeeded. `req.attendee` is still who was logged in before. */
  afterLogin?(req: Request, res: Response, login: { pending: PendingLogin; attendee: Attendee }): void;
  /** May return another outcome to tell. `req.attendee` is still who was logged in before. */
  beforeOutcome?(req: Request, login: { pending: PendingLogin; outcome: LoginOutcome }): LoginOutcome | undefined;
  /** Sessions were ended. */
  afterEnd?(ended: { keys: readonly string[]; userId: string }): Promise<void>;
  /** A form of the app was accepted: from somebody who is logged in, with its token. */
  afterForm?(req: Request, res: Response): void;
}

export interface NewSession {
  /** Names the session in the key store (key-names.ts). */
  readonly key: string;
  readonly attendee: Attendee;
  readonly pending: PendingLogin;
}
