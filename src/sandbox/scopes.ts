// The scopes that attendees grant. Service scopes come from the operations (api/all-operations.ts).

/** Maps each scope (docs/interface.md 5.3) to its text on the consent page. */
export const onBehalfOfScopes = {
  'pii:basic':
    'Your name, date of birth, username, picture and roles, and whether your email and identity are confirmed',
  'pii:email': 'Your email address',
  'pii:phone': 'Your phone number',
  'pii:address': 'Your postal address',
  'con:read': 'Your registration for this convention, with your badge name',
} as const;

export type OnBehalfOfScope = keyof typeof onBehalfOfScopes;

export function isOnBehalfOfScope(scope: string): scope is OnBehalfOfScope {
  return Object.hasOwn(onBehalfOfScopes, scope);
}
