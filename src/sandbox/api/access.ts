// Who is calling, and what they may do: the one place that decides on 401 and 403.
import type { Request } from 'express';
import type { Provider } from 'oidc-provider';
import type { OnBehalfOfScope, ServiceScope } from '../scopes.ts';
import { expiredToken, invalidToken, missingPermission } from './errors.ts';

/** The bearer of a token; `attendeeId` is null for a service credential. */
export interface Caller {
  attendeeId: string | null;
  scopes: ReadonlySet<string>;
}

/**
 * Whose token an operation takes (interface 5.2): anyone's, even nobody's; that of an attendee for their own record;
 * or that of a service, with `own` also that of an attendee for their own record.
 */
export type Access = 'anyone' | { attendee: OnBehalfOfScope } | { service: ServiceScope; own?: OnBehalfOfScope };

/** The caller of an operation that anyone may call. */
export const NOBODY: Caller = { attendeeId: null, scopes: new Set() };

/** Returns who bears the token of this request; throws a 401 when there is none or it is unknown or expired. */
export async function findCaller(provider: Provider, req: Request): Promise<Caller> {
  const value = /^Bearer ([\w.~+/=-]+)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (value === undefined) throw invalidToken();
  const ofAttendee = await provider.AccessToken.find(value, { ignoreExpiration: true });
  const token = ofAttendee ?? (await provider.ClientCredentials.find(value, { ignoreExpiration: true }));
  if (token === undefined) throw invalidToken();
  if (token.isExpired) throw expiredToken();
  return { attendeeId: ofAttendee?.accountId ?? null, scopes: token.scopes };
}

/** Throws a 403 unless the caller may call an operation with this access for the user `id`. */
export function permit(access: Access, { attendeeId, scopes, id }: Caller & { id: string | undefined }): void {
  if (access === 'anyone') return;
  const own = attendeeId !== null && (id === attendeeId || id === 'current');
  if ('attendee' in access) {
    if (!own || !scopes.has(access.attendee)) throw missingPermission(access.attendee);
  } else if (attendeeId === null || access.own === undefined) {
    if (attendeeId !== null || !scopes.has(access.service)) throw missingPermission(access.service);
  } else if (!own || !scopes.has(access.own)) {
    throw missingPermission(access.own);
  }
}
