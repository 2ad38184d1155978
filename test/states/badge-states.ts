// The states of the badge page.
import type { State } from './state.ts';

const badge = { row: '18', path: '/badge-name', heading: 'Your badge' };

/** The badge page of one of the sandbox's attendees. */
function badgeOf(attendee: string, state: Pick<State, 'name'> & Partial<State>): State {
  return {
    ...badge,
    reach: `log in as ${attendee}`,
    show: ({ logIn }) => logIn(attendee),
    ...state,
  };
}

export const badgeStates: State[] = [
  badgeOf('robin', {
    row: '13',
    name: 'Badge, paid',
    says: [
      'Paid',
      'Badge name',
      'Robin Redbreast',
      'Ticket',
      'Payment',
      'Registered',
      'Your answers',
      'This page is not a ticket',
    ],
  }),
  badgeOf('sam', {
    row: '14',
    name: 'Badge, not paid',
    says: [
      'Important',
      'Your registration is not paid yet.',
      'Not paid',
      'Ticket you chose',
      'Not paid',
      'Pay at Testcon registration',
    ],
  }),
  badgeOf('noa', {
    row: '15',
    name: 'No registration',
    heading: 'You do not have a registration yet',
    says: [
      'we found no registration for this convention',
      'Wait five minutes',
      'Register at Testcon registration',
    ],
  }),
  badgeOf('robin', {
    row: '16',
    name: 'A registration that cannot be seen',
    stage: 'alone',
    reach: 'start without SERVICE_SCOPES, log in as robin',
    says: [
      'Name of your account',
      'We cannot see your registration here.',
      'See your registration at Testcon registration',
    ],
  }),
  badgeOf('blair', {
    row: '17',
    name: 'A badge name that looks empty',
    says: ['Try a name', 'Not chosen yet', 'Choose a badge name at Testcon registration'],
  }),
  badgeOf('wanda', {
    name: 'Forty wide characters',
    says: ['W'.repeat(40), 'Names of more than 20 characters'],
  }),
  badgeOf('kit', {
    name: 'Emoji of several code points',
    says: ['Kit', 'Some badge printers cannot print emoji.'],
  }),
  badgeOf('layla', {
    name: 'From right to left',
    says: ['ليلى الثعلب 2027', 'It is written from right to left'],
  }),
  badgeOf('zoe', {
    name: 'Stacked marks',
    says: ['Marks stacked on one letter may be simplified.'],
  }),
  badgeOf('mallory', { name: 'Markup', says: ['<script>'] }),
  badgeOf('robin', {
    name: 'Another name, tried',
    reach: 'log in as robin, "Try another name"',
    async show({ logIn, page, press }) {
      await logIn('robin');
      await page.locator('.badge-try summary').click();
      await page.getByLabel('A name to try').fill('Ӽarl der Große 🦊');
      await press('Show');
    },
    says: [
      'A name you try',
      'You are trying a name. Nothing is saved or sent.',
      'Some badge printers',
      'Back to your own name',
    ],
  }),
];
