// What the header says about the attendee of a page, from their user record.
import { entriesOf, type FieldList } from '../text.ts';
import { displayName } from './words/formatting.ts';

interface UserFields extends NonNullable<Parameters<typeof displayName>[0]> {
  readonly isVolunteer?: unknown;
  readonly isDepartmentLead?: unknown;
  readonly userRoles?: FieldList<unknown>;
}

/**
 * Returns what every view model of an attendee's page has: the name for the header, and the names
 * of the pages that concern this attendee, so that they stand in front in the navigation.
 */
export function visitorOf(user: UserFields): { visitorName: string; ownPages: string[] } {
  const helps = user.isVolunteer === true || user.isDepartmentLead === true;
  const hasRole = entriesOf(user.userRoles).length > 0;
  return {
    visitorName: displayName(user),
    ownPages: [...(helps ? ['volunteering'] : []), ...(hasRole ? ['roles'] : [])],
  };
}
