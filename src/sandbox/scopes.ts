// The scopes of the convention, with the text that the consent page shows for each.

/**
 * The scopes an attendee can grant (interface 5.3, and `con:read`, which is platform-specific),
 * each with its text on the consent page.
 */
export const onBehalfOfScopes = {
  'pii:basic':
    'Your name, birth date, username, picture and roles, and whether your email and identity are verified',
  'pii:email': 'Your email address',
  'pii:phone': 'Your phone number',
  'pii:address': 'Your postal address',
  'con:read': 'Your registration for this convention, with your badge name',
} as const;

/** A scope an attendee can grant. */
export type OnBehalfOfScope = keyof typeof onBehalfOfScopes;

/** The scopes of a service credential (interface 5.4). */
export const serviceScopes = [
  'registration:read',
  'volunteer:read',
  'vendor:read',
  'user:read',
  'user:roles:update',
] as const;

/** A scope of a service credential. */
export type ServiceScope = (typeof serviceScopes)[number];

/** Returns whether an attendee can grant this scope. */
export function isOnBehalfOfScope(scope: string): scope is OnBehalfOfScope {
  return Object.hasOwn(onBehalfOfScopes, scope);
}

/** Returns whether a service credential can hold this scope. */
export function isServiceScope(scope: string): scope is ServiceScope {
  return serviceScopes.some((known) => known === scope);
}
