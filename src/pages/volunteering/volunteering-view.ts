// View model of the volunteering page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Department } from '../../convention/department.ts';
import type { Lookup } from '../../convention/own-records.ts';
import type { Volunteer } from '../../convention/volunteer.ts';
import { createRows } from '../../web/rows.ts';
import { visitorOf } from '../../web/visitor.ts';
import { mailAddress } from '../../web/words/contact-formats.ts';
import { isolated } from '../../web/words/formatting.ts';
import type { Translate } from '../../web/words/messages.ts';

const knownStates = ['experience', 'interest', 'avoid', 'assignment', 'request'];

export function volunteeringView(options: {
  user: CurrentUser;
  volunteer: Lookup<Volunteer>;
  departments: readonly Department[] | undefined;
  words: Translate;
}) {
  const { user, volunteer, departments, words } = options;
  const { recordRow, listRow, rowsFor, answerRows } = createRows(words);
  const record = volunteer.state === 'found' ? volunteer.record : undefined;
  const methods = record?.contactMethods ?? [];
  const primaryFirst = methods.toSorted(
    (a, b) => Number(b.isPrimary === true) - Number(a.isPrimary === true),
  );

  return {
    heading: words('volunteering.heading'),
    ...visitorOf(user),
    /** Shown if there is no record to show. */
    none: record
      ? undefined
      : words(volunteer.state === 'none' ? 'volunteering.none' : 'volunteering.unknown'),
    /** What an attendee who has not applied can do. */
    next: volunteer.state === 'none' ? words('volunteering.none.next') : undefined,
    departments: rowsFor(record?.departments, ({ name, states }) =>
      listRow(nameOf(name), (states ?? []).map(stateInWords), words('volunteering.noState')),
    ),
    contact: rowsFor(primaryFirst, ({ name, isPrimary, value }) => {
      const label = nameOf(name);
      return recordRow(
        isPrimary ? words('volunteering.primary', { name: isolated(label) }) : label,
        value,
      );
    }),
    answers: answerRows(record?.options),
    /** One row per department with its email address, or a message if they could not be read. */
    allDepartments: departments
      ? rowsFor(departments, ({ name, email }) => ({
          ...recordRow(nameOf(name), email),
          href: mailAddress(email),
        }))
      : words('volunteering.departmentsAway'),
  };

  function stateInWords(state: string): string {
    return knownStates.includes(state) ? words(`volunteering.state.${state}`) : state;
  }

  function nameOf(name: string | null | undefined): string {
    return name || words('value.notProvided');
  }
}
