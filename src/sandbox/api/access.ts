// Identifies the caller of an operation (or throws a 401) and checks the caller's scopes (or throws
// a 403).
import type { Request } from 'express';
import type { Provider } from 'oidc-provider';
import type { OnBehalfOfScope } from '../scopes.ts';
import { expiredToken, invalidToken, missingPermission } from './errors.ts';

/** `attendeeId` is null unless the token belongs to an attendee. */
export interface Caller {
  attendeeId: string | null;
  scopes: ReadonlySet<string>;
}

/**
 * Who may call an operation (docs/interface.md 5.2): anyone, even without an access token; an
 * attendee, for their own record; or a service credential and, with `own`, also an attendee for
 * their own record.
 */
export type Access =
  | 'anyone'
  | { attendee: OnBehalfOfScope }
  | { service: string; own?: OnBehalfOfScope };

export const anonymousCaller: Caller = { attendeeId: null, scopes: new Set() };

export async function findCaller(provider: Provider, req: Request): Promise<Caller> {
  const value = /^Bearer ([\w.~+/=-]+)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (value === undefined) throw invalidToken();
  const attendeeToken = await provider.AccessToken.find(value, { ignoreExpiration: true });
  const token =
    attendeeToken ?? (await provider.ClientCredentials.find(value, { ignoreExpiration: true }));
  if (token === undefined) throw invalidToken();
  if (token.isExpired) throw expiredToken();
  return { attendeeId: attendeeToken?.accountId ?? null, scopes: token.scopes };
}

export function checkAccess(
  access: Access,
  { attendeeId, scopes, id }: Caller & { id: string | undefined },
): void {
  if (access === 'anyone') return;
  const isOwnRecord = attendeeId !== null && (id === attendeeId || id === 'current');
  if ('attendee' in access) {
    if (!isOwnRecord || !scopes.has(access.attendee)) throw missingPermission(access.attendee);
  } else if (attendeeId === null || access.own === undefined) {
    if (attendeeId !== null || !scopes.has(access.service)) throw missingPermission(access.service);
  } else if (!isOwnRecord || !scopes.has(access.own)) {
    throw missingPermission(access.own);
  }
}
