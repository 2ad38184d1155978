// The points of a login at which an optional part (optional/) may have a say. Each hook may reject with a LoginError.
import type { Request, Response } from 'express';
import type { Attendee } from './attendee.ts';
import type { LoginOutcome } from './outcome.ts';
import type { LoginRequest, PendingLogin } from './pending-login.ts';

export interface LoginHooks {
  /** The browser is about to leave for the convention. May change what is asked for. */
  beforeLeaving?(req: Request, res: Response, request: LoginRequest): void;
  /** The browser is back, with a code or a denial. */
  afterReturn?(req: Request, pending: PendingLogin): void;
  /** It is known who this is; `userId` is undefined where the attendee denied. A returned outcome ends the login, and nothing changes. */
  beforeLogin?(req: Request, back: { pending: PendingLogin; userId: string | undefined }): LoginOutcome | undefined;
  /** The new session is about to be stored. */
  beforeStoring?(session: NewSession): Promise<void>;
  /** The new session is stored. Where a hook rejects, it is ended again. */
  afterStoring?(session: NewSession, req: Request, res: Response): Promise<void>;
  /** The login is finished. May return another outcome. */
  beforeOutcome?(req: Request, back: { pending: PendingLogin; outcome: LoginOutcome }): LoginOutcome | undefined;
  /** Sessions were ended. */
  afterEnd?(ended: { keys: readonly string[]; userId: string }): Promise<void>;
  /** A form of the app came with its token. */
  afterForm?(req: Request, res: Response): void;
}

export interface NewSession {
  /** Names the session in the key store (key-names.ts). */
  readonly key: string;
  readonly attendee: Attendee;
  readonly pending: PendingLogin;
}
