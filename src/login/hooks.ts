// Hooks that let an app change how a login proceeds. If a hook throws or rejects, the login fails
// with that error.
import type { Request, Response } from 'express';
import type { Attendee } from './attendee.ts';
import type { LoginRequest } from './pending-login.ts';

export interface LoginHooks {
  /**
   * Called when a visitor opens `paths.login`, before any redirect to the platform. Not called if
   * the visitor must first confirm the login after a log-out. May change `request`.
   *
   *     beforeLogin(req, _res, request) {
   *       if (req.hostname === 'staff.foxcon.example') request.prompt = 'login';
   *     }
   */
  beforeLogin?(req: Request, res: Response, request: LoginRequest): void | Promise<void>;
  /**
   * Resolves to the granted scopes that this login may use. If the result omits some of them, the
   * browser is redirected to the platform again, to request only the allowed scopes. `openid` is
   * always allowed.
   *
   *     async allowedScopes({ attendee }) {
   *       const isMinor = await registry.isMinor(attendee.userId);
   *       return attendee.grantedScopes.filter((scope) => !isMinor || scope !== 'pii:address');
   *     }
   */
  allowedScopes?(login: FinishedLogin): Promise<readonly string[]>;
  /**
   * Called after the new session is stored, before the response is sent. `req.attendee` is still
   * the attendee of the previous session. If this rejects, the new session is ended, and the
   * previous one remains.
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
