// Every scope that Lanyard knows, with all that the app needs to know about each. Its words are in
// views/messages, under `scope.SHOWS.…` and `sharing.own.NAME`. CONTRIBUTING.md: "Add a scope".

/** What a scope shows. Rows, words and checks go by this: names belong to the platform. */
export type Shown = 'basic' | 'email' | 'phone' | 'address' | 'registration';

interface AttendeeScope {
  readonly shows: Shown;
  /** Asked for unless OAUTH_SCOPES says otherwise. */
  readonly askedByDefault: boolean;
  /** Whether attendees may leave it out of what they share. */
  readonly optional: boolean;
}

/** Granted by an attendee at the login (interface 5.3). */
export const attendeeScopes: Record<string, AttendeeScope> = {
  'pii:basic': { shows: 'basic', askedByDefault: true, optional: false },
  'pii:email': { shows: 'email', askedByDefault: true, optional: true },
  'pii:phone': { shows: 'phone', askedByDefault: true, optional: true },
  'pii:address': { shows: 'address', askedByDefault: true, optional: true },
  'con:read': { shows: 'registration', askedByDefault: false, optional: false },
};

/** Returns what a scope shows; undefined for a scope that only this operator knows. */
export function shownBy(scope: string): Shown | undefined {
  return Object.hasOwn(attendeeScopes, scope) ? attendeeScopes[scope]?.shows : undefined;
}

/** Returns the names of the scopes that show this, in the order of the list. */
export function scopesThatShow(shown: Shown): string[] {
  return attendeeScopesThat(({ shows }) => shows === shown);
}

interface ServiceScope {
  /** Whether its records may hold contact details, whatever the attendee shares. */
  readonly holdsContactDetails: boolean;
}

/** Held by the site's own credential (interface 5.4). No page changes roles. */
export const knownServiceScopes: Record<string, ServiceScope> = {
  'registration:read': { holdsContactDetails: true },
  'volunteer:read': { holdsContactDetails: true },
  'vendor:read': { holdsContactDetails: true },
  'user:read': { holdsContactDetails: false },
};

/** Returns the attendee scopes for which `test` is true, in the order of the list. */
export function attendeeScopesThat(test: (scope: AttendeeScope) => boolean): string[] {
  return Object.entries(attendeeScopes).flatMap(([name, scope]) => (test(scope) ? [name] : []));
}

/** Returns those of these scopes that an attendee may refuse. */
export function optionalScopesAmong(scopes: readonly string[]): string[] {
  return attendeeScopesThat(({ optional }) => optional).filter((scope) => scopes.includes(scope));
}
