// Volunteers and departments (interface 4.4, 4.5, 4.6).
import { z } from 'zod';
import { type Attendee, isVolunteering, type Volunteering } from '../records/attendee.ts';
import type { Convention } from '../records/convention.ts';
import { userSummary } from '../records/user.ts';
import { departmentSchema, volunteerSchema } from '../records/volunteer.ts';
import { notFound } from './errors.ts';
import { type Operation, operation } from './operation.ts';
import { createPage, pageRequestSchema, pageSchema } from './paging.ts';

export function volunteerOperations(convention: Convention): Operation[] {
  return [searchVolunteers(convention), getVolunteer(convention), listDepartments(convention)];
}

function searchVolunteers(convention: Convention) {
  return operation({
    method: 'post',
    path: '/api/v0/volunteers/search',
    summary: 'All volunteers, a part at a time.',
    access: { service: 'volunteer:read' },
    inputSchema: pageRequestSchema,
    outputSchema: pageSchema(volunteerSchema),
    run: ({ input: { nextPage, limit } }) =>
      createPage(
        { list: 'volunteers', items: convention.volunteers, nextPage, limit },
        volunteerOf,
      ),
  });
}

function getVolunteer(convention: Convention) {
  return operation({
    method: 'get',
    path: '/api/v0/users/{id}/volunteer',
    summary: "One user's volunteer record: departments, contact methods and answers.",
    access: { service: 'volunteer:read' },
    outputSchema: volunteerSchema,
    run: ({ id }) => {
      const attendee = convention.find(id);
      if (!isVolunteering(attendee)) throw notFound();
      return volunteerOf(attendee);
    },
  });
}

function listDepartments(convention: Convention) {
  return operation({
    method: 'get',
    path: '/api/v0/volunteers/departments',
    summary: 'All departments, also those that are not publicly visible.',
    access: { service: 'volunteer:read' },
    outputSchema: z.array(departmentSchema),
    run: () =>
      convention.departments.map(({ leadIds, ...department }) => ({
        ...department,
        leads: leadIds
          .map((id) => convention.find(String(id)))
          .filter((lead): lead is Attendee => lead !== undefined)
          .map(({ user }) => userSummary(user)),
      })),
  });
}

function volunteerOf({ volunteer, user }: Volunteering) {
  return { ...volunteer, user: userSummary(user) };
}
