import type { State } from './state.ts';

export const sharingStates: State[] = [
  {
    name: 'Profile, after sharing more',
    needsBrowser: true,
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
    name: 'Sharing, some scopes shared',
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
    name: 'Sharing, nothing optional shared',
    show: ({ logIn }) =>
      logIn('sam', { path: '/sharing', untick: ['pii:email', 'pii:phone', 'pii:address'] }),
    path: '/sharing',
    heading: 'Your data',
    says: ['Email', 'Not shared', 'Phone', 'Not shared', 'Address', 'Not shared'],
    hides: ['sam@example.org'],
  },
  {
    name: 'Sharing with hostile text in every field',
    needsBrowser: true,
    show: ({ logIn }) => logIn('mallory', { path: '/sharing' }),
    path: '/sharing',
    heading: 'Your data',
    says: ['@<script>', 'Phone', 'Stop'],
  },
  {
    name: 'Sharing while the convention is down',
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
    name: 'The question before everything is deleted',
    needsBrowser: true,
    async show({ logIn, follow }) {
      await logIn('robin', { path: '/sharing' });
      await follow('Delete your data here');
    },
    path: '/sharing/forget',
    heading: 'Delete the data we hold about you?',
    says: [
      'We delete it',
      'Your registration and your badge are kept.',
      'Keep your data',
      'Delete',
    ],
  },
  {
    name: 'Everything deleted',
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
