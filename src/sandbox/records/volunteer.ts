// Volunteers and the departments they help (docs/interface.md 2.5, 2.6).
import { z } from 'zod';
import { optionSchema } from './registration.ts';
import { userSummarySchema } from './user.ts';

export const volunteerSchema = z.object({
  createdAt: z.string(),
  updatedAt: z.string(),
  contactMethods: z.array(
    z.object({ name: z.string(), isPrimary: z.boolean(), value: z.string() }),
  ),
  departments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Known values: experience, interest, avoid, assignment, request. */
      states: z.array(z.string()),
    }),
  ),
  user: userSummarySchema,
  options: z.array(optionSchema),
});

export const departmentSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  publiclyVisible: z.boolean(),
  leads: z.array(userSummarySchema),
});

export type VolunteerRecord = Omit<z.infer<typeof volunteerSchema>, 'user'>;

export type DepartmentRecord = Omit<z.infer<typeof departmentSchema>, 'leads'> & {
  leadIds: number[];
};

export const departments: DepartmentRecord[] = [
  {
    id: '11',
    name: 'Registration',
    email: 'registration@example.org',
    publiclyVisible: true,
    leadIds: [1001],
  },
  {
    id: '12',
    name: 'Safety',
    email: 'safety@example.org',
    publiclyVisible: true,
    leadIds: [1012, 1001],
  },
  { id: '13', name: 'Art show', email: 'artshow@example.org', publiclyVisible: true, leadIds: [] },
  {
    id: '14',
    name: 'Stage & sound <crew>',
    email: 'stage@example.org',
    publiclyVisible: true,
    leadIds: [],
  },
  { id: '15', name: 'Board', email: 'board@example.org', publiclyVisible: false, leadIds: [1012] },
];
