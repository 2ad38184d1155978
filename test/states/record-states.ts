import type { State } from './state.ts';
import { openMenu } from './visit.ts';

const profile = { path: '/profile', heading: 'Your profile' };
const current = 'GET /api/users/current';

function profileOf(attendee: string, state: Pick<State, 'name'> & Partial<State>): State {
  return {
    ...profile,
    show: ({ logIn }) => logIn(attendee, { path: '/profile' }),
    ...state,
  };
}

function pageOf(attendee: string, state: Omit<State, 'show'> & Partial<State>): State {
  return {
    show: ({ logIn }) => logIn(attendee, { path: state.path }),
    ...state,
  };
}

export const recordStates: State[] = [
  profileOf('robin', {
    name: 'Profile, everything shared',
    says: [
      'Robin',
      '@robin_banks',
      'Contact',
      'Email',
      'robin@example.org',
      'Confirmed',
      'Phone',
      'Address',
      '12 Harbour Lane',
      'Apartment 4',
      'On your ID',
      'At Testcon',
      'Department lead',
      'Change details on the Testcon registration site',
    ],
    hides: ['You haven’t shared'],
  }),
  profileOf('robin', {
    name: 'Profile, nothing optional shared',
    show: ({ logIn }) =>
      logIn('robin', { path: '/profile', untick: ['pii:email', 'pii:phone', 'pii:address'] }),
    says: ['See these here too?', 'Email', 'Share', 'Phone', 'Share', 'Address', 'Share'],
    hides: ['robin@example.org', 'Harbour Lane'],
  }),
  profileOf('robin', {
    name: 'Preferred name, with the legal name in the details',
    says: [
      'Robin',
      'Name and date of birth',
      'Show your ID details',
      'Legal name',
      'Roberta Banks',
      'March 1, 1990',
    ],
  }),
  profileOf('sam', {
    name: 'No preferred name',
    says: ['sam', 'Show your ID details', 'Legal name', 'Samuel Okafor'],
  }),
  profileOf('layla', { name: 'A right-to-left name', says: ['ليلى'] }),
  profileOf('mallory', {
    name: 'Hostile text in every field',
    says: ['<script>'],
  }),
  profileOf('robin', {
    name: 'An invalid birth date',
    async show({ breakConvention, logIn }) {
      await breakConvention([{ fault: 'null-fields', route: current, fields: ['bornAt'] }]);
      await logIn('robin', { path: '/profile' });
    },
    says: ['Date of birth', 'Not available right now'],
  }),
  profileOf('sam', {
    name: 'Neither email nor identity confirmed',
    says: [
      'sam@example.org',
      'Not confirmed yet',
      'Confirm',
      'Identity',
      'To be checked at the desk',
    ],
    hides: ['At Testcon', 'Department lead'],
  }),
  profileOf('blair', { name: 'A picture from another site', says: ['Blair'] }),
  profileOf('wanda', { name: 'An invalid phone number', says: ['hello'] }),
  profileOf('blair', {
    name: 'Shared but empty',
    says: ['Phone', 'Not provided', 'Add it'],
  }),
  profileOf('robin', {
    name: 'Shared but missing from the record',
    async show({ breakConvention, logIn }) {
      await breakConvention([{ fault: 'missing-fields', route: current, fields: ['phone'] }]);
      await logIn('robin', { path: '/profile' });
    },
    says: ['Phone', 'Not available right now', 'On your ID'],
    hides: ['2025551001', '202 555 1001'],
  }),
  profileOf('kit', { name: 'An address in Japan', says: ['Shinjuku-ku'] }),
  profileOf('wanda', {
    name: 'An address in an unknown country',
    says: ['Address'],
    hides: ['ZZ'],
  }),
  profileOf('stan', {
    name: 'Staff, with roles',
    says: ['Signed the NDA', 'Open', 'Department lead'],
    hides: ['registration:view'],
  }),
  pageOf('sam', {
    name: 'Not a volunteer',
    path: '/volunteering',
    heading: 'Volunteering',
    says: ['You haven’t applied to volunteer.', 'All departments'],
  }),
  pageOf('vera', {
    name: 'Volunteer in every state',
    path: '/volunteering',
    heading: 'Volunteering',
    says: [
      'You have experience',
      'You’re assigned',
      'You prefer not to work here',
      'on the waiting list',
      'vera@example.org',
      'All departments',
    ],
  }),
  pageOf('vera', {
    name: 'A page with an unavailable part',
    needsBrowser: true,
    async show({ breakConvention, logIn }) {
      await breakConvention([
        { fault: 'server-error', route: 'GET /api/v0/volunteers/departments' },
      ]);
      await logIn('vera', { path: '/volunteering' });
    },
    path: '/volunteering',
    heading: 'Volunteering',
    says: ['You have experience', 'The list of departments isn’t available right now.'],
  }),
  pageOf('sam', {
    name: 'Not a dealer',
    path: '/dealer',
    heading: 'Dealer application',
    says: ['You haven’t applied as a dealer.'],
  }),
  pageOf('dee', {
    name: 'Two dealer applications',
    needsBrowser: true,
    path: '/dealer',
    heading: 'Dealer application',
    says: ['Dee & Daughters', 'Waiting for a decision', 'Table number', 'waitlisted'],
  }),
  pageOf('sam', {
    name: 'No roles',
    path: '/roles',
    heading: 'Your roles',
    says: ['You have no special roles.', 'Most attendees have none.'],
  }),
  pageOf('stan', {
    name: 'Roles for this convention and for all conventions',
    path: '/roles',
    heading: 'Your roles',
    says: ['This convention', 'Staff', 'All conventions'],
  }),
  pageOf('stan', {
    name: 'Roles without a service credential',
    stage: 'alone',
    path: '/roles',
    heading: 'Your roles',
    says: ['Staff'],
    hides: ['This convention', 'Volunteering'],
  }),
  ...[
    { path: '/volunteering', heading: 'Volunteering' },
    { path: '/dealer', heading: 'Dealer application' },
    { path: '/roles', heading: 'Your roles', says: ['<img src=x'] },
  ].map(({ says = ['<script>'], ...page }) =>
    pageOf('mallory', {
      ...page,
      name: `Hostile text on ${page.path}`,
      says,
    }),
  ),
  {
    name: 'A chosen language',
    needsBrowser: true,
    async show({ logIn, page }) {
      await logIn('robin', { path: '/profile' });
      await openMenu(page);
      // The browser sends a Referer header, so the site redirects back to this page.
      await page.getByRole('button', { name: 'Deutsch' }).click();
      await page.waitForLoadState();
    },
    path: '/profile',
    heading: 'Dein Profil',
    says: ['Kontakt', 'Telefon', 'Auf deinem Ausweis'],
    hides: ['Your', 'March'],
  },
];
