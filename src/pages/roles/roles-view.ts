// Every word of the roles page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { UserRole } from '../../convention/role.ts';
import { capped, displayName, visible } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import type { PageView } from '../../web/views.ts';

interface RoleGroup {
  /** Absent where it is not known for which conventions a role is. */
  readonly heading?: string;
  readonly names: readonly string[];
}

export interface RolesView extends PageView {
  readonly none?: string | undefined;
  readonly groups: readonly RoleGroup[];
  /** For developers. */
  readonly permissions: readonly string[];
}

/** `roles` come with their scope, where the site may list them; else the current user's own list of names is all there is. */
export function rolesView(options: {
  user: CurrentUser;
  roles: readonly UserRole[] | undefined;
  words: Translate;
}): RolesView {
  const { user, roles, words } = options;
  const groups = (roles ? byScope(roles) : [{ names: namesOf(user.userRoles ?? []) }]).filter(
    ({ names }) => names.length > 0,
  );
  return {
    heading: words('roles.heading'),
    visitorName: displayName(user),
    none: groups.length === 0 ? words('roles.none') : undefined,
    groups,
    permissions: (user.permissions ?? []).map((permission) => capped(permission)),
  };

  function byScope(list: readonly UserRole[]): RoleGroup[] {
    const scopes = new Set(list.map(({ scope }) => scope));
    return [...scopes].map((scope) => ({
      heading: headingOf(scope),
      names: namesOf(list.filter((role) => role.scope === scope)),
    }));
  }

  function headingOf(scope: string | null | undefined): string {
    if (scope === 'convention') return words('roles.convention');
    if (scope === 'global') return words('roles.global');
    return capped(visible(scope)) || words('roles.other');
  }
}

function namesOf(roles: readonly { name?: string | null | undefined }[]): string[] {
  return roles.map(({ name }) => capped(visible(name))).filter((name) => name !== '');
}
