import type { State } from './state.ts';

export const sharingStates: State[] = [
  {
    row: '10',
    name: 'Profile, after sharing more',
    needsBrowser: true,
    reach: 'untick Phone number, follow "Share: Phone", and press Allow',
    async show(visit) {
      await visit.logIn('robin', { path: '/profile', untick: ['pii:phone'] });
      await visit.follow('Share: Phone');
      await visit.finishLogin('robin');
    },
    path: '/profile',
    heading: 'Your profile',
    says: ['Now on your profile: your phone number.', 'Phone'],
    hides: ['You haven’t shared'],
  },
  {
    row: '11',
    name: 'Sharing, some scopes shared',
    reach: 'untick Phone number, and open /sharing',
    show: ({ logIn }) => logIn('robin', { path: '/sharing', untick: ['pii:phone'] }),
    path: '/sharing',
    heading: 'Your data',
    says: [
      'Only you can see this.',
      'Required',
      'robin@example.org',
      'Stop',
      'Not shared',
      'Share',
      'What you can do',
      'Download',
      'Delete',
      'How this works',
      'We discard the email',
    ],
    hides: ['202 555 1001'],
  },
  {
    row: '11',
    name: 'Sharing, nothing optional shared',
    reach: 'untick everything, and open /sharing',
    show: ({ logIn }) =>
      logIn('sam', { path: '/sharing', untick: ['pii:email', 'pii:phone', 'pii:address'] }),
    path: '/sharing',
    heading: 'Your data',
    says: ['Email', 'Not shared', 'Phone', 'Not shared', 'Address', 'Not shared'],
    hides: ['sam@example.org'],
  },
  {
    row: '11',
    name: 'Sharing with hostile text in every field',
    needsBrowser: true,
    reach: 'log in as mallory, and open /sharing',
    show: ({ logIn }) => logIn('mallory', { path: '/sharing' }),
    path: '/sharing',
    heading: 'Your data',
    says: ['@<script>', 'Phone', 'Stop'],
  },
  {
    row: '11',
    name: 'Sharing while the convention is down',
    reach:
      'log in, set the fault `html` with status 503 for `GET /api/users/current`, and open /sharing',
    async show({ breakConvention, logIn, open }) {
      await logIn('robin');
      await breakConvention([{ fault: 'html', status: 503, route: 'GET /api/users/current' }]);
      await open('/sharing');
    },
    path: '/sharing',
    heading: 'Your data',
    says: ['Email', 'Shared', 'Stop'],
    hides: ['robin@example.org'],
  },
  {
    row: '12b',
    name: 'The question before everything is deleted',
    needsBrowser: true,
    reach: 'log in, and press Delete on /sharing',
    async show({ logIn, follow }) {
      await logIn('robin', { path: '/sharing' });
      await follow('Delete your data here');
    },
    path: '/sharing/forget',
    heading: 'Delete the data we hold about you?',
    says: [
      'We delete everything',
      'Your registration and your badge are kept.',
      'Keep your data',
      'Delete',
    ],
  },
  {
    row: '12b',
    name: 'Everything deleted',
    reach: 'log in, and press "Delete your data" on /sharing/forget',
    async show({ logIn, press }) {
      await logIn('robin', { path: '/sharing/forget' });
      await press('Delete your data');
    },
    path: '/logged-out',
    heading: 'We deleted the data we held about you',
    says: [
      'We also deleted our note of what you stopped sharing.',
      'Your registration and your badge are kept.',
      'Go to the Testcon registration site',
    ],
  },
];
