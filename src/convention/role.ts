// Roles (interface 2.8, 4.8 to 4.11): the named groups that a user can be in, for one convention or for all.
import { z } from 'zod';
import { apiPath } from './api-path.ts';
import type { Send } from './http.ts';
import { type Page, walkPages } from './pagination.ts';
import { readAnswer } from './read-answer.ts';
import { id, text } from './schema.ts';

const role = z.object({ id, name: text });
const userRole = role.extend({ scope: text });
const userRoles = z.object({ data: z.array(userRole).nullable() });

export type Role = z.output<typeof role>;

/** A role that a user is in. `scope` is `convention` or `global`, or a later one, kept as sent. */
export type UserRole = z.output<typeof userRole>;

export interface RoleChange {
  userId: string;
  roleId: string;
}

/** Lists all roles (interface 4.8, scope user:read). Iterating rejects with a ConventionError. */
export function listRoles(send: Send, options: { limit?: number } = {}): AsyncIterable<Role> {
  const operation = 'List roles';
  return walkPages({
    operation,
    ...options,
    record: role,
    askPage: (page) => send({ operation, method: 'GET', path: `/api/v0/roles${queryOf(page)}` }),
  });
}

/** Lists the roles that a user is in (interface 4.9, scope user:read). Rejects with a ConventionError. */
export async function listUserRoles(send: Send, { userId }: { userId: string }): Promise<UserRole[]> {
  const operation = 'List user roles';
  const answer = await send({ operation, method: 'GET', path: apiPath`/api/v0/users/${userId}/roles` });
  return readAnswer(userRoles, answer).data ?? [];
}

/**
 * Puts a user in a role (interface 4.10, scope user:roles:update). Rejects with a ConventionError: conflict when they
 * are in it.
 */
export async function addRole(
  send: Send,
  { userId, roleId, scope }: RoleChange & { scope: 'convention' | 'global' },
): Promise<void> {
  await send({
    operation: 'Add role to a user',
    method: 'PUT',
    path: apiPath`/api/v0/users/${userId}/roles/${roleId}`,
    json: { scope },
  });
}

/**
 * Takes a user out of a role (interface 4.11, scope user:roles:update). Rejects with a ConventionError: conflict when
 * they are not in it, or when automation keeps them in it.
 */
export async function removeRole(send: Send, { userId, roleId }: RoleChange): Promise<void> {
  await send({
    operation: 'Remove role from a user',
    method: 'DELETE',
    path: apiPath`/api/v0/users/${userId}/roles/${roleId}`,
    conflictStatuses: [400, 404],
  });
}

function queryOf({ limit, nextPage }: Page): string {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (nextPage !== undefined) query.set('nextPage', nextPage);
  return query.size > 0 ? `?${query}` : '';
}
