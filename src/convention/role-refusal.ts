// Why a role was not changed. The platform answers an unknown user, an unknown role and a role that
// is not held with the same 404 (interface 7), so the first two are looked up.
import { ConventionError, isConventionError, type RoleRefusal } from './convention-error.ts';
import { type Unreadable, unreadable } from './record-text.ts';

export interface RoleChange {
  userId: string;
  roleId: string;
}

interface Lookups {
  roles(): AsyncIterable<{ id: string }>;
  heldRoles(user: { userId: string }): Promise<readonly { id: string }[] | Unreadable>;
}

/** The platform's code for a role that the user already has (interface 7). */
const codes = { alreadyHeld: 3 };

const words: Readonly<Record<RoleRefusal, string>> = {
  'already-held': 'the user already has the role',
  'not-held': 'the user does not have the role',
  automated: 'automation manages the role',
  'no-such-user': 'there is no such user',
  'no-such-role': 'there is no such role',
};

/**
 * Returns a function that throws the error of a refused change, with its reason. If the scope to
 * look it up is missing, or the platform fails meanwhile, the error stays as it is.
 */
export function createRoleRefusals({ roles, heldRoles }: Lookups) {
  async function lookUp({ userId, roleId }: RoleChange): Promise<RoleRefusal | undefined> {
    const held = await heldRoles({ userId }).catch(undefinedIfNotFound);
    if (held === undefined) return 'no-such-user';
    if (!(await isListed(roles(), roleId))) return 'no-such-role';
    const isHeld = held === unreadable || held.some(({ id }) => id === roleId);
    return isHeld ? undefined : 'not-held';
  }

  async function reasonOf(error: ConventionError, change: RoleChange) {
    const said = reasonInAnswer(error);
    if (said || error.answered !== 404) return said;
    const found = await lookUp(change).catch(() => undefined);
    // Whoever does not have a role can be given it.
    return isAddition(error) && found === 'not-held' ? undefined : found;
  }

  return (change: RoleChange) =>
    async (error: unknown): Promise<never> => {
      if (!isConventionError(error, ['conflict', 'not-found'])) throw error;
      const reason = await reasonOf(error, change);
      throw reason ? withReason(error, reason) : error;
    };
}

const isAddition = ({ operation }: ConventionError) => operation.startsWith('Add');

function reasonInAnswer(error: ConventionError): RoleRefusal | undefined {
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
