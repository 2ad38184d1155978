// Volunteer departments (interface 2.6, 4.6) and how to contact them.
import { z } from 'zod';
import type { Send } from './http.ts';
import { retrieve } from './read-answer.ts';
import { id, list, listOf, text, yesOrNo } from './schema.ts';
import { type PersonalField, withUserSummary } from './user-summary.ts';

const department = z.object({ id, email: text, name: text, publiclyVisible: yesOrNo });
const departmentsWithLeads = withUserSummary((user) =>
  list(department.extend({ leads: listOf(user) })),
);

export type Department = z.output<ReturnType<typeof departmentsWithLeads>>[number];

export interface DepartmentRequest {
  /**
   * Whether to include the departments' leads, and which of their personal fields the caller needs.
   */
  include?: readonly ('leads' | PersonalField)[];
}

/** Reads departments (scope volunteer:read). */
export function departmentOperations(send: Send) {
  return {
    /** Retrieves all departments (interface 4.6). */
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
