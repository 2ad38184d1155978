// Every operation of interface 4 with a request, a valid answer and what the client makes of it: the table that tests walk.
import type { AttendeeClient } from '../../src/convention/convention.ts';
import type { ServiceClient } from '../../src/convention/service-client.ts';
import { listAll } from './scripted-convention.ts';

export interface Operation {
  /** In the words of interface 4; messages of errors begin with it. */
  name: string;
  call: (clients: { service: ServiceClient; attendee: AttendeeClient }) => Promise<unknown>;
  request: { method: string; path: string; body: string };
  answer: unknown;
  result: unknown;
}

/** The user of all the answers, as embedded in records. */
export const robin = {
  id: '7',
  firstName: 'CANARY-FIRST',
  lastName: 'CANARY-LAST',
  username: 'robin',
  preferredName: 'Foxy',
  phone: 'CANARY-PHONE',
  email: 'CANARY-EMAIL',
};
/** What is kept of that user for a caller that states no need for more. */
export const openRobin = { id: '7', username: 'robin', preferredName: 'Foxy' };

const currentUser = {
  id: '7',
  bornAt: '1990-03-01T00:00:00.000Z',
  firstName: 'Robin',
  lastName: 'Example',
  preferredName: 'Foxy',
  username: 'robin',
  newsletter: false,
  emailVerified: true,
  identityVerified: true,
  isVolunteer: false,
  isDepartmentLead: false,
  permissions: ['admin:tables'],
  profilePictureUrl: 'https://convention.example/robin.png',
  userRoles: [{ id: '3', name: 'Staff' }],
  addressCity: 'Springfield',
  addressCountry: 'US',
  addressLine1: '1 Main Street',
  addressLine2: null,
  addressState: 'IL',
  addressZipcode: '62701',
  email: 'robin@convention.example',
  phone: '+12175550123',
};

const options = [
  { name: 'Shirt size', type: 'select', value: 'L' },
  { name: 'Diet', type: 'multi', value: ['vegan', 'no nuts'] },
  { name: 'Conventions before', type: 'number', value: 4 },
];

const registration = {
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-03T10:00:00.000Z',
  badgeName: 'Foxy the 🦊',
  status: 'paid',
  productName: 'weekend',
  productDisplayName: null,
  productId: '12',
  options,
  flags: [{ id: '1', shortName: 'VIP' }],
  user: robin,
};

const volunteer = {
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-03T10:00:00.000Z',
  contactMethods: [{ name: 'Telegram', isPrimary: true, value: '@foxy' }],
  departments: [{ id: '4', name: 'Registration', states: ['interest', 'assignment'] }],
  user: robin,
  options,
};

const department = { id: '4', email: 'registration@convention.example', name: 'Registration', publiclyVisible: true };

const dealerType = { id: '2', name: 'full', displayName: 'Full table', paid: true };
const dealerOptions = [
  { id: '5', name: 'Power', type: 'select', value: 'yes' },
  { id: '6', name: 'Sent from', type: 'address', value: { city: 'Springfield', lines: ['1 Main Street'] } },
];
const dealer = {
  id: '9',
  user: robin,
  applications: [
    {
      id: '10',
      specialRequests: 'Near the door',
      status: 'pending',
      tableNumber: 'A7',
      dealerRequestTypes: [dealerType],
      tableType: dealerType,
      dealerArea: { id: '1', name: 'Hall' },
      options: dealerOptions,
    },
  ],
  name: 'Foxy Prints',
  email: 'shop@convention.example',
  addressLine1: '1 Main Street',
  addressLine2: '',
  addressCity: 'Springfield',
  addressZipcode: '62701',
  addressCountry: 'US',
  addressState: 'IL',
  options: dealerOptions,
};

const roles = [
  { id: '3', name: 'Staff' },
  { id: '4', name: 'Signed the NDA' },
];
const userRoles = [
  { id: '3', name: 'Staff', scope: 'convention' },
  { id: '4', name: 'Signed the NDA', scope: 'global' },
];

const withOpenRobin = <Record extends object>(record: Record) => ({ ...record, user: openRobin });
const get = (path: string) => ({ method: 'GET', path, body: '' });
const post = (path: string, body: object = {}) => ({ method: 'POST', path, body: JSON.stringify(body) });

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
    request: post('/api/v0/users/search', { filter: { userIds: ['7'] } }),
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
