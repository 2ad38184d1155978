// The current user: `GET /api/users/current` (docs/interface.md 4.1).
import type { Attendee } from '../records/attendee.ts';
import type { Convention } from '../records/convention.ts';
import { addressFields, basicFields, currentUserSchema } from '../records/user.ts';
import { onBehalfOfScopes } from '../scopes.ts';
import { invalidToken } from './errors.ts';
import { type Operation, operation } from './operation.ts';

/**
 * The `{id}` in the path must be `current` or the attendee's own id. Any other id leads to a 403.
 */
export function currentUserOperations(convention: Convention): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/api/users/{id}',
      summary:
        'The record of the attendee that the token belongs to, with the fields that they share.',
      access: { attendee: 'pii:basic' },
      outputSchema: currentUserSchema,
      run: ({ caller }) => {
        const attendee = convention.find(caller.attendeeId ?? '');
        if (attendee === undefined) throw invalidToken();
        return visibleFields(convention, attendee, caller.scopes);
      },
    }),
  ];
}

/** Returns the complete current user (docs/interface.md 2.1), regardless of the granted scopes. */
export function allFields(convention: Convention, attendee: Attendee) {
  return visibleFields(convention, attendee, new Set(Object.keys(onBehalfOfScopes)));
}

function visibleFields(convention: Convention, attendee: Attendee, scopes: ReadonlySet<string>) {
  const { user, volunteer, roles } = attendee;
  const { email, phone } = user;
  const basic = {
    ...user,
    sub: String(user.id),
    isVolunteer:
      volunteer?.departments.some(({ states }) => states.includes('assignment')) ?? false,
    isDepartmentLead: convention.departments.some(({ leadIds }) => leadIds.includes(user.id)),
    userRoles: roles.map(({ role }) => ({ id: Number(role.id), name: role.name })),
  };
  return {
    ...basicFields.parse(basic),
    ...(scopes.has('pii:email') && { email }),
    ...(scopes.has('pii:phone') && { phone }),
    ...(scopes.has('pii:address') && addressFields.parse(user)),
  };
}
