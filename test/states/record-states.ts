import type { State } from './state.ts';
import { openMenu } from './visit.ts';

const profile = { path: '/profile', heading: 'Your profile' };
const current = 'GET /api/users/current';

function profileOf(attendee: string, state: Pick<State, 'row' | 'name'> & Partial<State>): State {
  return {
    ...profile,
    reach: `log in as ${attendee}`,
    show: ({ logIn }) => logIn(attendee, { path: '/profile' }),
    ...state,
  };
}

function pageOf(attendee: string, state: Omit<State, 'reach' | 'show'> & Partial<State>): State {
  return {
    reach: `log in as ${attendee}`,
    show: ({ logIn }) => logIn(attendee, { path: state.path }),
    ...state,
  };
}

export const recordStates: State[] = [
  profileOf('robin', {
    row: '9',
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
    row: '9',
    name: 'Profile, nothing optional shared',
    reach: 'log in as robin, and untick everything',
    show: ({ logIn }) =>
      logIn('robin', { path: '/profile', untick: ['pii:email', 'pii:phone', 'pii:address'] }),
    says: ['See these here too?', 'Email', 'Share', 'Phone', 'Share', 'Address', 'Share'],
    hides: ['robin@example.org', 'Harbour Lane'],
  }),
  profileOf('robin', {
    row: 'Name and birth date on your ID',
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
    row: 'Name',
    name: 'No preferred name',
    says: ['sam', 'Show your ID details', 'Legal name', 'Samuel Okafor'],
  }),
  profileOf('layla', { row: 'Name', name: 'A right-to-left name', says: ['ليلى'] }),
  profileOf('mallory', {
    row: 'Name',
    name: 'Hostile text in every field',
    says: ['<script>'],
  }),
  profileOf('robin', {
    row: 'Birth date',
    name: 'An invalid birth date',
    reach: 'set the fault `null-fields` for bornAt, and log in as robin',
    async show({ breakConvention, logIn }) {
      await breakConvention([{ fault: 'null-fields', route: current, fields: ['bornAt'] }]);
      await logIn('robin', { path: '/profile' });
    },
    says: ['Date of birth', 'Not available right now'],
  }),
  profileOf('sam', {
    row: 'E-mail verified / Identity verified',
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
  profileOf('blair', { row: 'Picture', name: 'A picture from another site', says: ['Blair'] }),
  profileOf('wanda', { row: 'Phone', name: 'An invalid phone number', says: ['hello'] }),
  profileOf('blair', {
    row: 'Phone',
    name: 'Shared but empty',
    says: ['Phone', 'Not provided', 'Add it'],
  }),
  profileOf('robin', {
    row: 'Phone',
    name: 'Shared but missing from the record',
    reach: 'set the fault `missing-fields` for phone, and log in as robin',
    async show({ breakConvention, logIn }) {
      await breakConvention([{ fault: 'missing-fields', route: current, fields: ['phone'] }]);
      await logIn('robin', { path: '/profile' });
    },
    says: ['Phone', 'Not available right now', 'On your ID'],
    hides: ['2025551001', '202 555 1001'],
  }),
  profileOf('kit', { row: 'Address', name: 'An address in Japan', says: ['Shinjuku-ku'] }),
  profileOf('wanda', {
    row: 'Country',
    name: 'An address in an unknown country',
    says: ['Address'],
    hides: ['ZZ'],
  }),
  profileOf('stan', {
    row: 'Username, volunteer, lead',
    name: 'Staff, with roles',
    says: ['Signed the NDA', 'Open', 'Department lead'],
    hides: ['registration:view'],
  }),
  pageOf('sam', {
    row: '19',
    name: 'Not a volunteer',
    path: '/volunteering',
    heading: 'Volunteering',
    says: ['You haven’t applied to volunteer.', 'All departments'],
  }),
  pageOf('vera', {
    row: '19',
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
    row: '24',
    name: 'A page with an unavailable part',
    needsBrowser: true,
    reach:
      'set the fault `server-error` for `GET /api/v0/volunteers/departments`, and log in as vera',
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
    row: '20',
    name: 'Not a dealer',
    path: '/dealer',
    heading: 'Dealer application',
    says: ['You haven’t applied as a dealer.'],
  }),
  pageOf('dee', {
    row: '20',
    name: 'Two dealer applications',
    needsBrowser: true,
    path: '/dealer',
    heading: 'Dealer application',
    says: ['Dee & Daughters', 'Waiting for a decision', 'Table number', 'waitlisted'],
  }),
  pageOf('sam', {
    row: '21',
    name: 'No roles',
    path: '/roles',
    heading: 'Your roles',
    says: ['You have no special roles.', 'Most attendees have none.'],
  }),
  pageOf('stan', {
    row: '21',
    name: 'Roles for this convention and for all conventions',
    path: '/roles',
    heading: 'Your roles',
    says: ['This convention', 'Staff', 'All conventions'],
  }),
  pageOf('stan', {
    row: '21',
    name: 'Roles without a service credential',
    stage: 'alone',
    reach: 'unset SERVICE_SCOPES, and log in as stan',
    path: '/roles',
    heading: 'Your roles',
    says: ['Staff'],
    hides: ['This convention', 'Volunteering'],
  }),
  ...[
    { row: '19', path: '/volunteering', heading: 'Volunteering' },
    { row: '20', path: '/dealer', heading: 'Dealer application' },
    { row: '21', path: '/roles', heading: 'Your roles', says: ['<img src=x'] },
  ].map(({ says = ['<script>'], ...page }) =>
    pageOf('mallory', {
      ...page,
      name: `Hostile text on ${page.path}`,
      says,
    }),
  ),
  {
    row: '32',
    name: 'A chosen language',
    needsBrowser: true,
    reach: 'log in as robin, and press Deutsch on the profile',
    async show({ logIn, page }) {
      await logIn('robin', { path: '/profile' });
      await openMenu(page);
      // A browser sends the Referer header, which leads back to this page.
      await page.getByRole('button', { name: 'Deutsch' }).click();
      await page.waitForLoadState();
    },
    path: '/profile',
    heading: 'Dein Profil',
    says: ['Kontakt', 'Telefon', 'Auf deinem Ausweis'],
    hides: ['Your', 'March'],
  },
];
