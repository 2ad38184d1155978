// Reads and changes roles (docs/interface.md 2.8, 4.8 to 4.11).
import { z } from 'zod';
import { type ApiRequest, apiPath } from './api-request.ts';
import { ConventionError, isConventionError, type RoleRefusal } from './convention-error.ts';
import { type PageRequest, walkPages } from './pagination.ts';
import { retrieve } from './read-response.ts';
import { type Unreadable, unreadable } from './record-text.ts';
import { id, listOf, text } from './schema.ts';
import type { Send } from './send-call.ts';

const role = z.object({ id, name: text });
const userRole = role.extend({ scope: text });
const userRoles = z.object({ data: listOf(userRole).nonoptional() });

export type Role = z.output<typeof role>;

/** `scope` is `convention`, `global` or a value that the interface does not define. */
export type UserRole = z.output<typeof userRole>;

export interface RoleChange {
  userId: string;
  roleId: string;
}

/**
 * Creates the calls that read roles (scope user:read) and change them (scope user:roles:update).
 */
export function roleOperations(send: Send) {
  /** Lists all roles (docs/interface.md 4.8). `limit` is the number of roles per page. */
  function roles(options: { limit?: number } = {}): AsyncIterable<Role> {
    return walkPages({
      ...options,
      record: role,
      requestPage: (page) =>
        send({ operation: 'List roles', method: 'GET', path: `/api/v0/roles${queryOf(page)}` }),
    });
  }

  /** Lists a user's roles (docs/interface.md 4.9). */
  async function heldRoles({ userId }: { userId: string }): Promise<UserRole[] | Unreadable> {
    const path = apiPath`/api/v0/users/${userId}/roles`;
    const { data } = await retrieve(send, {
      operation: 'List user roles',
      path,
      schema: userRoles,
    });
    return data ?? [];
  }

  /**
   * Sends a change. If the platform rejects the change, the error's `reason` says why, where that
   * can be determined.
   */
  async function sendChange(request: ApiRequest, change: RoleChange): Promise<void> {
    try {
      await send(request);
    } catch (error) {
      if (!isConventionError(error, ['conflict', 'not-found'])) throw error;
      const reason = await reasonOf(error, change);
      throw reason ? withReason(error, reason) : error;
    }
  }

  async function reasonOf(error: ConventionError, change: RoleChange) {
    const said = reasonInResponse(error);
    if (said || error.answered !== 404) return said;
    // The lookup itself may fail, for example without the user:read scope.
    const found = await lookUp(change).catch(() => undefined);
    // `not-held` does not explain why the role could not be added.
    return isAddition(error) && found === 'not-held' ? undefined : found;
  }

  /**
   * Finds out why a change was rejected with 404. The platform sends the same 404 if the user does
   * not exist, if the role does not exist, and if the user does not have the role
   * (docs/interface.md 7).
   */
  async function lookUp({ userId, roleId }: RoleChange): Promise<RoleRefusal | undefined> {
    const held = await heldRoles({ userId }).catch(undefinedIfNotFound);
    if (held === undefined) return 'no-such-user';
    if (!(await isListed(roles(), roleId))) return 'no-such-role';
    const isHeld = held === unreadable || held.some(({ id }) => id === roleId);
    return isHeld ? undefined : 'not-held';
  }

  return {
    roles,
    userRoles: heldRoles,

    /**
     * Adds a role to a user (docs/interface.md 4.10). Rejects with conflict if the user already has
     * it, and with not-found if the user or role does not exist. The error's `reason` says which,
     * if known.
     */
    async addRole({
      userId,
      roleId,
      scope,
    }: RoleChange & { scope: 'convention' | 'global' }): Promise<void> {
      const path = apiPath`/api/v0/users/${userId}/roles/${roleId}`;
      const operation = 'Add role to a user';
      await sendChange({ operation, method: 'PUT', path, json: { scope } }, { userId, roleId });
    },

    /**
     * Removes a role from a user (docs/interface.md 4.11). Rejects with conflict if the user does
     * not have it or automation manages it, and with not-found if the user or role does not exist.
     * Without the user:read scope, the platform's 404 becomes a conflict without `reason`.
     */
    async removeRole({ userId, roleId }: RoleChange): Promise<void> {
      const path = apiPath`/api/v0/users/${userId}/roles/${roleId}`;
      const operation = 'Remove role from a user';
      const conflictStatuses = [400, 404];
      await sendChange({ operation, method: 'DELETE', path, conflictStatuses }, { userId, roleId });
    },
  };
}

function queryOf(page: PageRequest): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(page)) query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}

/** The platform's code for a role that the user already has (docs/interface.md 7). */
const codes = { alreadyHeld: 3 };

const words: Readonly<Record<RoleRefusal, string>> = {
  'already-held': 'the user already has the role',
  'not-held': 'the user does not have the role',
  automated: 'automation manages the role',
  'no-such-user': 'the user does not exist',
  'no-such-role': 'the role does not exist',
};

const isAddition = ({ operation }: ConventionError) => operation.startsWith('Add');

function reasonInResponse(error: ConventionError): RoleRefusal | undefined {
  const { kind, answered, platformCode = codes.alreadyHeld } = error;
  if (kind !== 'conflict') return undefined;
  if (isAddition(error)) return platformCode === codes.alreadyHeld ? 'already-held' : undefined;
  return answered === 400 ? 'automated' : undefined;
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!isConventionError(error, ['not-found'])) throw error;
}

async function isListed(roles: AsyncIterable<{ id: string }>, roleId: string): Promise<boolean> {
  for await (const { id } of roles) if (id === roleId) return true;
  return false;
}

function withReason(cause: ConventionError, reason: RoleRefusal): ConventionError {
  const { operation, answered, platformCode } = cause;
  const kind = reason.startsWith('no-such') ? 'not-found' : 'conflict';
  const detail = { answered, platformCode, reason, cause };
  return new ConventionError(kind, `${operation}: ${words[reason]}`, detail);
}
