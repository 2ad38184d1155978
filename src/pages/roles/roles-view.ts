// View model for the roles page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { UserRole } from '../../convention/role.ts';
import { entriesOf, type Field, type FieldList, isolated, textOf, unreadable } from '../../text.ts';
import { visitorOf } from '../../web/person.ts';
import { createRows } from '../../web/rows.ts';
import type { Translate } from '../../web/words/messages.ts';

/** Maximum number of role groups shown, in case a broken platform sends more. */
const maxGroups = 10;

/**
 * `roles` is undefined if this site may not list them. The view then shows the role names from the
 * current user's record, which does not contain role scopes.
 */
export function rolesView(options: {
  user: CurrentUser;
  roles: FieldList<UserRole>;
  words: Translate;
}) {
  const { user, roles, words } = options;
  const { shownTexts } = createRows(words);
  // Without the list of roles, the scopes are unknown, so there is no heading.
  const all = Array.isArray(roles)
    ? byScope(roles)
    : [{ heading: undefined, names: shownTexts(roles === unreadable ? roles : namesOf(user)) }];
  const groups = all.filter(({ names }) => names.length > 0);
  return {
    heading: words('roles.heading'),
    ...visitorOf(user),
    none: groups.length === 0 ? words('roles.none') : undefined,
    groups,
  };

  function byScope(list: readonly UserRole[]) {
    const names = new Map<string, Field[]>();
    for (const { scope, name } of list) {
      const heading = headingOf(scope);
      const group = names.get(heading);
      if (group) group.push(name);
      else if (names.size < maxGroups) names.set(heading, [name]);
    }
    return [...names].map(([heading, group]) => ({ heading, names: shownTexts(group) }));
  }

  function headingOf(scope: Field): string {
    if (scope === 'convention') return words('roles.convention');
    if (scope === 'global') return words('roles.global');
    const named = textOf(scope);
    return named ? isolated(named) : words('roles.other');
  }
}

function namesOf({ userRoles }: CurrentUser): FieldList<Field> {
  return userRoles === unreadable ? unreadable : entriesOf(userRoles).map(({ name }) => name);
}
