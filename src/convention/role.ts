// Roles (interface 2.8, 4.8 to 4.11): named groups of users, in one convention or in all.
import { z } from 'zod';
import { apiPath } from './api-path.ts';
import type { Send } from './http.ts';
import { type PageRequest, walkPages } from './pagination.ts';
import { retrieve } from './read-answer.ts';
import type { Unreadable } from './record-text.ts';
import { createRoleRefusals, type RoleChange } from './role-refusal.ts';
import { id, listOf, text } from './schema.ts';

const role = z.object({ id, name: text });
const userRole = role.extend({ scope: text });
const userRoles = z.object({ data: listOf(userRole).nonoptional() });

type Role = z.output<typeof role>;

/** A role that a user has. `scope` is `convention`, `global` or a later value, kept as sent. */
export type UserRole = z.output<typeof userRole>;

/**
 * Reads roles (scope user:read), and gives them to users or removes them (scope user:roles:update).
 */
export function roleOperations(send: Send) {
  /** Lists all roles (interface 4.8), with `limit` roles per page. */
  function roles(options: { limit?: number } = {}): AsyncIterable<Role> {
    return walkPages({
      ...options,
      record: role,
      requestPage: (page) =>
        send({ operation: 'List roles', method: 'GET', path: `/api/v0/roles${queryOf(page)}` }),
    });
  }

  /** Lists a user's roles (interface 4.9). */
  async function heldRoles({ userId }: { userId: string }): Promise<UserRole[] | Unreadable> {
    const path = apiPath`/api/v0/users/${userId}/roles`;
    const { data } = await retrieve(send, {
      operation: 'List user roles',
      path,
      schema: userRoles,
    });
    return data ?? [];
  }

  const explain = createRoleRefusals({ roles, heldRoles });

  return {
    roles,
    userRoles: heldRoles,

    /**
     * Gives a user a role (interface 4.10). Rejects with conflict if they already have it, and with
     * not-found if there is no such user or role: see `reason` of the error.
     */
    async addRole({
      userId,
      roleId,
      scope,
    }: RoleChange & { scope: 'convention' | 'global' }): Promise<void> {
      const path = apiPath`/api/v0/users/${userId}/roles/${roleId}`;
      const operation = 'Add role to a user';
      const change = { userId, roleId };
      await send({ operation, method: 'PUT', path, json: { scope } }).catch(explain(change));
    },

    /**
     * Removes a role from a user (interface 4.11). Rejects with conflict if they do not have it, or
     * if automation keeps it, and with not-found if there is no such user or role: see `reason`.
     */
    async removeRole({ userId, roleId }: RoleChange): Promise<void> {
      const path = apiPath`/api/v0/users/${userId}/roles/${roleId}`;
      const operation = 'Remove role from a user';
      const conflictStatuses = [400, 404];
      const change = { userId, roleId };
      await send({ operation, method: 'DELETE', path, conflictStatuses }).catch(explain(change));
    },
  };
}

function queryOf(page: PageRequest): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(page)) query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}
