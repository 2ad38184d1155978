// The scopes that Lanyard knows. Their messages are in views/messages, under `scope.SHOWS.…` and
// `sharing.own.NAME`. docs/extend.md explains how to add a scope.

/**
 * The data that a scope shows. Pages and checks use these names, because scope names differ between
 * platforms.
 */
export type Shown = 'basic' | 'email' | 'phone' | 'address' | 'registration';

interface AttendeeScope {
  readonly shows: Shown;
  /** Whether OAUTH_SCOPES contains the scope by default. */
  readonly askedByDefault: boolean;
  /** Whether attendees may choose not to share this data. */
  readonly optional: boolean;
}

/** The scopes that attendees grant when they log in (docs/interface.md 5.3). */
export const attendeeScopes: Record<string, AttendeeScope> = {
  'pii:basic': { shows: 'basic', askedByDefault: true, optional: false },
  'pii:email': { shows: 'email', askedByDefault: true, optional: true },
  'pii:phone': { shows: 'phone', askedByDefault: true, optional: true },
  'pii:address': { shows: 'address', askedByDefault: true, optional: true },
  'con:read': { shows: 'registration', askedByDefault: false, optional: false },
};

/** Returns undefined for a scope that does not show attendee data, such as `openid`. */
export function shownBy(scope: string): Shown | undefined {
  return Object.hasOwn(attendeeScopes, scope) ? attendeeScopes[scope]?.shows : undefined;
}

export function scopesThatShow(shown: Shown): string[] {
  return attendeeScopesThat(({ shows }) => shows === shown);
}

interface ServiceScope {
  /**
   * Whether the records that the site reads with this scope may contain contact details that the
   * attendee does not share.
   */
  readonly holdsContactDetails: boolean;
}

/**
 * Service scopes: what the site may read with its own credential, without an attendee
 * (docs/interface.md 5.4). The scope for changing roles is left out, because no page does that.
 */
export const knownServiceScopes: Record<string, ServiceScope> = {
  'registration:read': { holdsContactDetails: true },
  'volunteer:read': { holdsContactDetails: true },
  'vendor:read': { holdsContactDetails: true },
  'user:read': { holdsContactDetails: false },
};

export function attendeeScopesThat(test: (scope: AttendeeScope) => boolean): string[] {
  return Object.entries(attendeeScopes).flatMap(([name, scope]) => (test(scope) ? [name] : []));
}

export function optionalScopesAmong(scopes: readonly string[]): string[] {
  return attendeeScopesThat(({ optional }) => optional).filter((scope) => scopes.includes(scope));
}
