// What the header says about the attendee of a page, from their user record.
import { displayName } from './words/formatting.ts';

interface UserFields extends NonNullable<Parameters<typeof displayName>[0]> {
  readonly isVolunteer?: boolean | null | undefined;
  readonly isDepartmentLead?: boolean | null | undefined;
  readonly userRoles?: readonly unknown[] | null | undefined;
}

/**
 * Returns what every view model of an attendee's page has: the name for the header, and the names
 * of the pages that concern this attendee, so that they stand in front in the navigation.
 */
export function visitorOf(user: UserFields): { visitorName: string; ownPages: string[] } {
  const helps = user.isVolunteer || user.isDepartmentLead;
  const hasRole = (user.userRoles?.length ?? 0) > 0;
  return {
    visitorName: displayName(user),
    ownPages: [...(helps ? ['volunteering'] : []), ...(hasRole ? ['roles'] : [])],
  };
}
