// Volunteers and departments (docs/interface.md 4.4, 4.5, 4.6).
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { userSummary } from '../records/user.ts';
import { departmentSchema, volunteerSchema } from '../records/volunteer.ts';
import { orNotFound } from './errors.ts';
import { type Operation, operation } from './operation.ts';
import { createPage, pageRequestSchema, pageSchema, recordsOfUsers } from './paging.ts';

export function volunteerOperations(convention: Convention): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/api/v0/volunteers/search',
      summary: 'All volunteers, page by page.',
      access: { service: 'volunteer:read' },
      inputSchema: pageRequestSchema,
      outputSchema: pageSchema(volunteerSchema),
      run: ({ input, strict }) =>
        createPage({
          list: 'volunteers',
          items: recordsOfUsers(convention.volunteers),
          ...input,
          withHasMore: !strict,
        }),
    }),
    operation({
      method: 'get',
      path: '/api/v0/users/{id}/volunteer',
      summary: "One user's volunteer record: departments, contact methods and answers.",
      access: { service: 'volunteer:read' },
      outputSchema: volunteerSchema,
      run: ({ id }) => orNotFound(convention.volunteers.get(id)),
    }),
    operation({
      method: 'get',
      path: '/api/v0/volunteers/departments',
      summary: 'All departments, including those that are not publicly visible.',
      access: { service: 'volunteer:read' },
      outputSchema: z.array(departmentSchema),
      run: () =>
        convention.departments.map(({ leadIds, ...department }) => ({
          ...department,
          leads: leadIds
            .flatMap((id) => convention.find(String(id)) ?? [])
            .map(({ user }) => userSummary(user)),
        })),
    }),
  ];
}
