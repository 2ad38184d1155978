// View model for the volunteering page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Lookup } from '../../convention/own-records.ts';
import type { Department, Volunteer } from '../../convention/volunteer.ts';
import { entriesOf, type Field, type FieldList, isolated, unreadable } from '../../text.ts';
import { visitorOf } from '../../web/person.ts';
import { createRows } from '../../web/rows.ts';
import { mailAddress } from '../../web/words/contact-formats.ts';
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
  const methods = record?.contactMethods;
  const primaryFirst = entriesOf(methods).toSorted(
    (a, b) => Number(b.isPrimary === true) - Number(a.isPrimary === true),
  );

  return {
    heading: words('volunteering.heading'),
    ...visitorOf(user),
    /** The message if the attendee has no record, or if this site may not read it. */
    none: record
      ? undefined
      : words(volunteer.state === 'none' ? 'volunteering.none' : 'volunteering.unknown'),
    /** The next step for attendees who have not applied. */
    next: volunteer.state === 'none' ? words('volunteering.none.next') : undefined,
    departments: rowsFor(once(record?.departments), ({ name, states }) =>
      listRow(
        nameOf(name),
        states === unreadable ? states : entriesOf(states).map(stateInWords),
        words('volunteering.noState'),
      ),
    ),
    contact: rowsFor(
      methods === unreadable ? methods : primaryFirst,
      ({ name, isPrimary, value }) => {
        const label = nameOf(name);
        return recordRow(
          isPrimary === true ? words('volunteering.primary', { name: label }) : label,
          value,
        );
      },
    ),
    answers: answerRows(record?.options),
    /**
     * One row per department with its email address, or a message if the departments could not be
     * read.
     */
    allDepartments: departments
      ? rowsFor(once(departments), ({ name, email }) => ({
          ...recordRow(nameOf(name), email),
          href: mailAddress(email),
        }))
      : words('volunteering.departmentsAway'),
  };

  function stateInWords(state: string): string {
    return knownStates.includes(state) ? words(`volunteering.state.${state}`) : state;
  }

  function nameOf(name: Field): string {
    if (name === unreadable) return words('value.unreadable');
    return name ? isolated(name) : words('value.notProvided');
  }
}

/** Removes duplicates. */
function once<Item>(items: FieldList<Item>): FieldList<Item> {
  if (items === unreadable) return items;
  const distinct = new Map(entriesOf(items).map((item) => [JSON.stringify(item), item]));
  return [...distinct.values()];
}
