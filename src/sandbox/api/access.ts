// Who is calling: every operation asks here first, and names the scope it needs.
import type { Request } from 'express';
import type { Provider } from 'oidc-provider';
import type { OnBehalfOfScope } from '../scopes.ts';
import { expiredToken, invalidToken, missingPermission } from './errors.ts';

/** The bearer of a token; `attendeeId` is null for a service credential. */
export interface Caller {
  attendeeId: string | null;
  scopes: ReadonlySet<string>;
}

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

/** Returns the attendee on whose behalf the caller acts; throws a 403 for a service credential or a missing scope. */
export function onBehalfOf({ attendeeId, scopes }: Caller, scope: OnBehalfOfScope): string {
  if (attendeeId === null || !scopes.has(scope)) throw missingPermission(scope);
  return attendeeId;
}
