// Reads volunteers and departments (docs/interface.md 2.5, 2.6, 4.4 to 4.6).
import { z } from 'zod';
import { apiPath } from './api-request.ts';
import { retrieve } from './read-response.ts';
import { id, list, listedText, listOf, option, text, yesOrNo } from './schema.ts';
import { type SearchCriteria, search } from './search.ts';
import type { Send } from './send-call.ts';
import {
  type PersonalField,
  type RecordOfUser,
  retrieveUserRecord,
  withUserSummary,
} from './user-summary.ts';

const volunteerWith = withUserSummary((user) =>
  z.object({
    createdAt: text,
    updatedAt: text,
    contactMethods: listOf(z.object({ name: text, isPrimary: yesOrNo, value: text })),
    departments: listOf(z.object({ id, name: text, states: listOf(listedText) })),
    user,
    options: listOf(option),
  }),
);

/**
 * The `states` of a department are values such as `interest` and `assignment`. The platform may
 * also send values that the interface does not define.
 */
export type Volunteer = z.output<ReturnType<typeof volunteerWith>>;

const department = z.object({ id, email: text, name: text, publiclyVisible: yesOrNo });
const departmentsWithLeads = withUserSummary((user) =>
  list(department.extend({ leads: listOf(user) })),
);

export type Department = z.output<ReturnType<typeof departmentsWithLeads>>[number];

export interface DepartmentRequest {
  /**
   * Additional data for each department: `leads` adds the department leads, and a field name adds
   * that field to each lead.
   */
  include?: readonly ('leads' | PersonalField)[];
}

/** Creates the calls that read volunteer records and departments (scope volunteer:read). */
export function volunteerOperations(send: Send) {
  return {
    /**
     * Retrieves one user's volunteer record (docs/interface.md 4.5). Rejects with not-found if the
     * user has none, and with invalid-answer if it belongs to a different user.
     */
    async volunteer({ userId, include }: RecordOfUser): Promise<Volunteer> {
      return retrieveUserRecord(send, {
        operation: 'Retrieve volunteer record',
        path: apiPath`/api/v0/users/${userId}/volunteer`,
        schema: volunteerWith(include),
        userId,
      });
    },

    /** Searches the volunteer records of all users (docs/interface.md 4.4). */
    volunteers(criteria: Omit<SearchCriteria, 'userIds'> = {}): AsyncIterable<Volunteer> {
      const path = '/api/v0/volunteers/search';
      return search(send, {
        ...criteria,
        operation: 'Search volunteers',
        path,
        recordWith: volunteerWith,
      });
    },

    /** Retrieves all departments (docs/interface.md 4.6). */
    async departments({ include = [] }: DepartmentRequest = {}): Promise<Department[]> {
      const fieldsOfLeads = include.filter((field) => field !== 'leads');
      return retrieve(send, {
        operation: 'Retrieve list of departments',
        path: '/api/v0/volunteers/departments',
        schema: include.includes('leads') ? departmentsWithLeads(fieldsOfLeads) : list(department),
      });
    },
  };
}
