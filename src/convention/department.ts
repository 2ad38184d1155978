// Volunteer departments (interface 2.6, 4.6) and how to reach them.
import { z } from 'zod';
import type { Send } from './http.ts';
import { readAnswer } from './read-answer.ts';
import { id, listOf, text, yesOrNo } from './schema.ts';
import { type PersonalField, withUserSummary } from './user-summary.ts';

const departmentFields = z.object({ id, email: text, name: text, publiclyVisible: yesOrNo });
const departments = z.array(departmentFields);
const departmentsWithLeads = withUserSummary((user) => z.array(departmentFields.extend({ leads: listOf(user) })));

export type Department = z.output<typeof departmentFields> & z.output<ReturnType<typeof departmentsWithLeads>>[number];

export interface DepartmentRequest {
  /** The department's leads, and what of their contact details and legal names. */
  include?: readonly ('leads' | PersonalField)[];
}

/**
 * Retrieves all departments (interface 4.6, scope volunteer:read), leads only if asked for. Rejects with a
 * ConventionError.
 */
export async function retrieveDepartments(send: Send, { include = [] }: DepartmentRequest = {}): Promise<Department[]> {
  const operation = 'Retrieve list of departments';
  const answer = await send({ operation, method: 'GET', path: '/api/v0/volunteers/departments' });
  const fieldsOfLeads = include.filter((field) => field !== 'leads');
  return readAnswer(include.includes('leads') ? departmentsWithLeads(fieldsOfLeads) : departments, answer);
}
