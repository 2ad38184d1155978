// Lists roles, and adds roles to users and removes them (docs/interface.md 4.8 to 4.11).
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { heldRoleSchema, roleSchema, roleScopeSchema } from '../records/role.ts';
import { orNotFound, ruleViolation } from './errors.ts';
import { type Operation, operation } from './operation.ts';
import { createPage, pageQuerySchema, pageSchema } from './paging.ts';

export function roleOperations(convention: Convention): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/api/v0/roles',
      summary: 'All roles, page by page.',
      access: { service: 'user:read' },
      inputSchema: pageQuerySchema,
      outputSchema: pageSchema(roleSchema),
      run: ({ input, strict }) => {
        const items = convention.roles.map(({ id, name }) => ({ id, name }));
        return createPage({ list: 'roles', items, ...input, withHasMore: !strict });
      },
    }),
    operation({
      method: 'get',
      path: '/api/v0/users/{id}/roles',
      summary: 'The roles of one user, each for this convention or for all conventions.',
      access: { service: 'user:read' },
      outputSchema: z.object({ data: z.array(heldRoleSchema) }),
      run: ({ id }) => {
        const { roles } = orNotFound(convention.find(id));
        return { data: roles.map(({ role, scope }) => ({ id: role.id, name: role.name, scope })) };
      },
    }),
    operation({
      method: 'put',
      path: '/api/v0/users/{id}/roles/{roleId}',
      summary: 'Gives a role to a user. Fails if the user already has it.',
      access: { service: 'user:roles:update' },
      inputSchema: z.object({ scope: roleScopeSchema }),
      run: ({ id, roleId, input: { scope } }) => {
        const { roles } = orNotFound(convention.find(id));
        const role = orNotFound(convention.roles.find((one) => one.id === roleId));
        if (roles.some((held) => held.role === role)) {
          throw ruleViolation({ code: 3, message: 'The user already has this role.' });
        }
        roles.push({ role, scope });
      },
    }),
    operation({
      method: 'delete',
      path: '/api/v0/users/{id}/roles/{roleId}',
      summary:
        'Takes a role from a user. Fails if the user does not have it, or if automation manages it.',
      access: { service: 'user:roles:update' },
      run: ({ id, roleId }) => {
        const { roles } = orNotFound(convention.find(id));
        const held = orNotFound(roles.find(({ role }) => role.id === roleId));
        if (held.role.automated)
          throw ruleViolation({ message: 'This role is managed by automation.' });
        roles.splice(roles.indexOf(held), 1);
      },
    }),
  ];
}
