// All operations in section 4 of docs/interface.md, each with a request, a valid response and the
// result that the client returns.
import type { AttendeeClient, ServiceClient } from '../../src/convention/convention.ts';
import { listAll } from '../support/platform/scripted-platform.ts';
import {
  currentUser,
  dealer,
  department,
  minimalRobin,
  registration,
  robin,
  roles,
  userRoles,
  volunteer,
} from './records.ts';

export interface Operation {
  /** The client's name for the operation (docs/interface.md 4). Error messages begin with it. */
  name: string;
  call: (clients: { service: ServiceClient; attendee: AttendeeClient }) => Promise<unknown>;
  request: { method: string; path: string; body: string };
  answer: unknown;
  result: unknown;
}

const withOpenRobin = <Record extends object>(record: Record) => ({
  ...record,
  user: minimalRobin,
});
const get = (path: string) => ({ method: 'GET', path, body: '' });
const post = (path: string, body: object = {}) => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

export const operations: Operation[] = [
  {
    name: 'Retrieve current user',
    call: ({ attendee }) => attendee.currentUser(),
    request: get('/api/users/current'),
    answer: { ...currentUser, sub: '7', id: 7, userRoles: [{ id: 3, name: 'Staff' }] },
    result: currentUser,
  },
  {
    name: 'Get registration',
    call: ({ service }) => service.registration({ userId: '7' }),
    request: get('/api/v0/users/7/registration'),
    answer: registration,
    result: withOpenRobin(registration),
  },
  {
    name: 'Search registrations',
    call: ({ service }) => listAll(service.registrations()),
    request: post('/api/v0/registration/search'),
    answer: { data: [registration], nextPage: null, hasMore: false },
    result: [withOpenRobin(registration)],
  },
  {
    name: 'Search volunteers',
    call: ({ service }) => listAll(service.volunteers()),
    request: post('/api/v0/volunteers/search'),
    answer: { data: [volunteer], nextPage: null },
    result: [withOpenRobin(volunteer)],
  },
  {
    name: 'Retrieve volunteer record',
    call: ({ service }) => service.volunteer({ userId: '7' }),
    request: get('/api/v0/users/7/volunteer'),
    answer: volunteer,
    result: withOpenRobin(volunteer),
  },
  {
    name: 'Retrieve list of departments',
    call: ({ service }) => service.departments(),
    request: get('/api/v0/volunteers/departments'),
    answer: [{ ...department, leads: [robin] }],
    result: [department],
  },
  {
    name: 'Search dealers',
    call: ({ service }) => listAll(service.dealers({ userIds: ['7'] })),
    request: post('/api/v0/dealers/search', { filter: { userIds: ['7'] } }),
    answer: { data: [dealer], nextPage: null, hasMore: false },
    result: [withOpenRobin(dealer)],
  },
  {
    name: 'List roles',
    call: ({ service }) => listAll(service.roles()),
    request: get('/api/v0/roles'),
    answer: { data: roles, nextPage: null },
    result: roles,
  },
  {
    name: 'List user roles',
    call: ({ service }) => service.userRoles({ userId: '7' }),
    request: get('/api/v0/users/7/roles'),
    answer: { data: userRoles },
    result: userRoles,
  },
  {
    name: 'Add role to a user',
    call: ({ service }) => service.addRole({ userId: '7', roleId: '3', scope: 'convention' }),
    request: { method: 'PUT', path: '/api/v0/users/7/roles/3', body: '{"scope":"convention"}' },
    answer: { id: '3' },
    result: undefined,
  },
  {
    name: 'Remove role from a user',
    call: ({ service }) => service.removeRole({ userId: '7', roleId: '3' }),
    request: { method: 'DELETE', path: '/api/v0/users/7/roles/3', body: '' },
    answer: {},
    result: undefined,
  },
];
