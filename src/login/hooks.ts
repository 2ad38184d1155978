// Where a host can take part in a login. Each hook may throw a LoginError, which ends the login.
// Somebody who was logged in before stays so.
import type { Request, Response } from 'express';
import type { Attendee } from './attendee.ts';
import type { LoginRequest } from './pending-login.ts';

export interface LoginHooks {
  /**
   * Called before the browser is sent to the convention. May change the request.
   *
   *     beforeLogin(req, _res, request) {
   *       if (req.hostname === 'staff.foxcon.example') request.prompt = 'login';
   *     }
   */
  beforeLogin?(req: Request, res: Response, request: LoginRequest): void | Promise<void>;
  /**
   * Resolves to those of the granted scopes that this login may use. With fewer, the browser goes
   * back to the convention and asks for only these.
   *
   *     async allowedScopes({ attendee }) {
   *       const isMinor = await registry.isMinor(attendee.userId);
   *       return attendee.grantedScopes.filter((scope) => !isMinor || scope !== 'pii:address');
   *     }
   */
  allowedScopes?(login: FinishedLogin): Promise<readonly string[]>;
  /**
   * Called when the new session is stored, before the response. `req.attendee` is still the one
   * from before. If it rejects, the new session is ended.
   *
   *     async afterLogin(_req, _res, { attendee }) {
   *       await visits.add(attendee.userId);
   *     }
   */
  afterLogin?(req: Request, res: Response, login: FinishedLogin): Promise<void>;
}

export interface FinishedLogin {
  readonly attendee: Attendee;
  readonly request: Readonly<LoginRequest>;
}
