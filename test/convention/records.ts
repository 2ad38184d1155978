// Valid records of every kind. Those of a person are all about the same user and, except in
// `minimalRobin`, have all fields from section 2 of docs/interface.md. The client drops values that
// start with CANARY unless its caller asks for them.

export const robin = {
  id: '7',
  firstName: 'CANARY-FIRST',
  lastName: 'CANARY-LAST',
  username: 'robin',
  preferredName: 'Foxy',
  phone: 'CANARY-PHONE',
  email: 'CANARY-EMAIL',
};
export const minimalRobin = { id: '7', username: 'robin', preferredName: 'Foxy' };

export const openFields = {
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
};
export const address = {
  addressCity: 'Springfield',
  addressCountry: 'US',
  addressLine1: '1 Main Street',
  addressLine2: null,
  addressState: 'IL',
  addressZipcode: '62701',
};
export const email = { email: 'robin@convention.example' };
export const phone = { phone: '+12175550123' };
export const currentUser = { ...openFields, ...address, ...email, ...phone };

const options = [
  { name: 'Shirt size', type: 'select', value: 'L' },
  { name: 'Diet', type: 'multi', value: ['vegan', 'no nuts'] },
  { name: 'Conventions before', type: 'number', value: 4 },
];

export const registration = {
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

export const volunteer = {
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-03T10:00:00.000Z',
  contactMethods: [{ name: 'Telegram', isPrimary: true, value: '@foxy' }],
  departments: [{ id: '4', name: 'Registration', states: ['interest', 'assignment'] }],
  user: robin,
  options,
};

export const department = {
  id: '4',
  email: 'registration@convention.example',
  name: 'Registration',
  publiclyVisible: true,
};

const dealerType = { id: '2', name: 'full', displayName: 'Full table', paid: true };
const dealerOptions = [
  { id: '5', name: 'Power', type: 'select', value: 'yes' },
  {
    id: '6',
    name: 'Sent from',
    type: 'address',
    value: { city: 'Springfield', lines: ['1 Main Street'] },
  },
];
export const dealer = {
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

export const roles = [
  { id: '3', name: 'Staff' },
  { id: '4', name: 'Signed the NDA' },
];
export const userRoles = [
  { id: '3', name: 'Staff', scope: 'convention' },
  { id: '4', name: 'Signed the NDA', scope: 'global' },
];
