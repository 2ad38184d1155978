// Volunteer departments (interface 2.6, 4.6) and how to reach them.
import { z } from 'zod';
import type { Send } from './http.ts';
import { retrieve } from './retrieve.ts';
import { id, listOf, text, yesOrNo } from './schema.ts';
import { type PersonalField, withUserSummary } from './user-summary.ts';

const department = z.object({ id, email: text, name: text, publiclyVisible: yesOrNo });
const departmentsWithLeads = withUserSummary((user) => z.array(department.extend({ leads: listOf(user) })));

export type Department = z.output<ReturnType<typeof departmentsWithLeads>>[number];

/** Reads departments (scope volunteer:read). */
export function departmentOperations(send: Send) {
  return {
    /** Retrieves all (interface 4.6); their leads, and what of those people's personal fields, only as `include` says. */
    async departments({
      include = [],
    }: {
      include?: readonly ('leads' | PersonalField)[];
    } = {}): Promise<Department[]> {
      const fieldsOfLeads = include.filter((field) => field !== 'leads');
      return retrieve(send, {
        operation: 'Retrieve list of departments',
        path: '/api/v0/volunteers/departments',
        schema: include.includes('leads') ? departmentsWithLeads(fieldsOfLeads) : z.array(department),
      });
    },
  };
}
