import { recordsOfOneUser } from '../../sandbox/sample-calls.ts';
import { attendeeId, calls } from '../app/scripted-app.ts';

const user = {
  id: attendeeId,
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Vale',
  preferredName: 'Foxy',
  email: 'ada@example.org',
  phone: '+12025550177',
};
const address = {
  addressLine1: '1 Street',
  addressLine2: 'Apartment 4',
  addressCity: 'Portland',
  addressState: 'OR',
  addressZipcode: '97201',
  addressCountry: 'US',
};
const options = [
  { name: 'Meals', type: 'multi', value: ['Dinner', 'Brunch'] },
  { name: 'Shirt size', type: 'select', value: 'M' },
];
const dealerOptions = [
  { id: '8', name: 'Wares', type: 'multi', value: ['Prints', 'Boxes'] },
  { id: '9', name: 'Sent from', type: 'address', value: { line1: '12 Harbour Lane', floor: 3 } },
];
// Without a display name, the page shows `name`.
const dealerType = { id: '31', name: 'half', displayName: '', paid: false };

const pictureOrigin = 'https://pictures.example';

/** Responses with every field in docs/interface.md 2. */
const written = {
  [calls.user]: {
    ...user,
    ...address,
    id: Number(attendeeId),
    sub: attendeeId,
    bornAt: '1990-03-01T00:00:00.000Z',
    newsletter: true,
    emailVerified: true,
    identityVerified: false,
    isVolunteer: true,
    isDepartmentLead: false,
    permissions: ['registration:view'],
    profilePictureUrl: `${pictureOrigin}/77.jpg`,
    userRoles: [{ id: 1, name: 'Staff' }],
  },
  [calls.registration]: {
    createdAt: '2026-03-02T18:05:09.000Z',
    updatedAt: '2026-04-11T07:30:00.000Z',
    badgeName: 'Foxy Fox',
    status: 'unpaid',
    productName: 'weekend',
    productDisplayName: '',
    productId: '21',
    options,
    flags: [{ id: '51', shortName: 'Sponsor' }],
    user,
  },
  [calls.volunteer]: {
    createdAt: '2026-03-02T18:05:09.000Z',
    updatedAt: '2026-03-02T18:05:09.000Z',
    contactMethods: [{ name: 'E-mail', isPrimary: true, value: 'ada@example.org' }],
    departments: [{ id: '11', name: 'Safety', states: ['interest', 'assignment'] }],
    user,
    options,
  },
  [calls.departments]: [
    { id: '11', name: 'Safety', email: 'safety@example.org', publiclyVisible: true, leads: [user] },
  ],
  [calls.dealers]: {
    data: [
      {
        id: '6',
        user,
        name: 'Nest Boxes',
        email: 'shop@example.org',
        ...address,
        options: dealerOptions,
        applications: [
          {
            id: '7',
            specialRequests: 'A corner',
            status: 'pending',
            tableNumber: 'A1',
            dealerRequestTypes: [dealerType],
            tableType: dealerType,
            dealerArea: { id: '41', name: 'Main hall' },
            options: dealerOptions,
          },
        ],
      },
    ],
    nextPage: null,
    hasMore: false,
  },
  [calls.roles]: { data: [{ id: '1', name: 'Staff', scope: 'convention' }] },
};

const others = Object.entries(recordsOfOneUser(attendeeId)).map(([call, answer]) => [
  call.replace('{id}', attendeeId),
  answer,
]);

export const validResponses: typeof written & Record<string, object> = {
  ...Object.fromEntries(others),
  ...written,
};

export type ValidCall = string;
