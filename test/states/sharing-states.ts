// The states of sharing, of stopping to share, and of being forgotten.
import type { State } from './state.ts';
import { completeSandboxLogin } from './visit.ts';

export const sharingStates: State[] = [
  {
    row: '10',
    name: 'Shared more',
    reach: 'untick Phone number, then "Share your phone number" and Allow',
    async show(visit) {
      await visit.logIn('robin', { path: '/profile', untick: ['pii:phone'] });
      await visit.follow('Share your phone number');
      await completeSandboxLogin(visit, { attendee: 'robin', untick: [], deny: false });
    },
    path: '/profile',
    heading: 'Your profile',
    says: ['We can now see your phone number.', 'Phone number'],
    hides: ['Not shared with this site'],
  },
  {
    row: '11',
    name: 'Sharing',
    reach: 'untick Phone number, open /sharing',
    show: ({ logIn }) => logIn('robin', { path: '/sharing', untick: ['pii:phone'] }),
    path: '/sharing',
    heading: 'Sharing',
    says: [
      'Shared with this site',
      'Stop sharing',
      'Not shared',
      'Share your phone number',
      'thrown away unread',
      'Download',
      'Forget me',
    ],
  },
  {
    row: '12',
    name: 'Before sharing is stopped',
    reach: 'press Stop sharing beside Phone number',
    show: ({ logIn }) => logIn('robin', { path: '/sharing/stop?scope=pii:phone' }),
    path: '/sharing/stop',
    heading: 'Do you want to stop sharing your phone number?',
    says: ['What goes away', 'What stays', 'Stop sharing', 'Keep sharing'],
  },
  {
    row: '12',
    name: 'Sharing stopped',
    reach: 'press Stop sharing there',
    async show({ logIn, press }) {
      await logIn('robin', { path: '/sharing/stop?scope=pii:phone' });
      await press('Stop sharing');
    },
    path: '/logged-out',
    heading: 'This site no longer holds your phone number',
    says: ['in any browser, until you share it again.', 'Continue with what is left'],
    hides: ['revoked'],
  },
  {
    row: '12b',
    name: 'Forgotten',
    reach: 'press Forget me on /sharing',
    async show({ logIn, press }) {
      await logIn('robin', { path: '/sharing' });
      await press('Forget me');
    },
    path: '/logged-out',
    heading: 'You are logged out',
    says: [
      'This site has forgotten you',
      'Your registration and your badge are not affected.',
      'Go to Testcon registration',
    ],
  },
];
