// The states of the badge page.
import type { State } from './state.ts';
import type { Visit } from './visit.ts';

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

/** What one of them shows at the desk. */
function deskOf(attendee: string, state: Pick<State, 'name'> & Partial<State>): State {
  const path = '/desk';
  return {
    row: '13',
    path,
    heading: 'Show at the desk',
    stage: 'duringConvention',
    reach: `log in as ${attendee} on a day of the convention, "Show at the desk"`,
    async show({ logIn, follow }) {
      await logIn(attendee);
      await follow('Show at the desk');
    },
    ...state,
  };
}

/** Opens the preview, and tries a name there if there is one. */
async function preview({ page, press, follow }: Visit, name?: string): Promise<void> {
  await follow('Preview a different name');
  if (name === undefined) return;
  await page.getByLabel('Name to preview').fill(name);
  await press('Preview');
}

export const badgeStates: State[] = [
  badgeOf('robin', {
    row: '13',
    name: 'Badge, paid, and nothing left to do',
    says: [
      'Change name',
      'Save image',
      'Preview a different name',
      'Before the convention',
      'You are all set',
      'Bring an ID with your legal name',
      'When',
      'Add to calendar',
      'Registered',
      'Your age on day one',
      'T-shirt size',
      'This page is not a ticket',
    ],
    hides: ['Pay now', 'Confirm your'],
  }),
  badgeOf('sam', {
    row: '14',
    name: 'Badge, not paid',
    needsBrowser: true,
    says: [
      'Your ticket is not paid yet.',
      'Check again',
      'Pay now',
      'Change name',
      '1 to do',
      'Confirm your email',
      'Badge name chosen',
      'Your identity is checked at the desk',
    ],
    hides: ['You are all set'],
  }),
  badgeOf('robin', {
    row: '13',
    name: 'Badge, with all facts that settings name',
    stage: 'fullPage',
    reach: 'start with the settings of docs/operate.md, "What pages say", log in as robin',
    says: ['Badge pick-up', 'When', 'Where', 'Harbour Hall', 'Map', 'Something wrong?'],
  }),
  badgeOf('robin', {
    row: '13',
    name: 'Badge on a day of the convention',
    stage: 'duringConvention',
    reach: 'start with CONVENTION_DAYS that are now and DESK_HOURS, log in as robin',
    says: [
      'Badge pick-up',
      'Open now, until 20:00',
      'Harbour Hall',
      'Bring an ID with your legal name',
      'Show at the desk',
      'Save image',
      'Badge pick-up',
      'Today',
      'Friday, day 1 of 4',
      'Name on the badge',
    ],
    hides: ['Before the convention', 'Print', 'Preview', 'Your age', 'Add to calendar'],
  }),
  badgeOf('sam', {
    row: '14',
    name: 'Badge, not paid, on a day of the convention',
    stage: 'duringConvention',
    reach: 'start with CONVENTION_DAYS that are now, log in as sam',
    says: ['Show at the desk', 'it is too late to pay here.', 'Ask the team'],
    hides: ['Confirm your'],
  }),
  badgeOf('kit', {
    row: '13',
    name: 'Badge of somebody under age, on a day of the convention',
    stage: 'duringConvention',
    reach: 'start with CONVENTION_DAYS that are now and GUARDIAN_URL, log in as kit',
    says: ['Show at the desk', 'Bring with you', 'Under 18', 'Bring an ID'],
    hides: ['Confirm your'],
  }),
  deskOf('robin', {
    name: 'The screen for the desk, paid',
    says: ['Name on the badge', 'Username', 'robin_banks'],
    hides: ['Log out', 'NOT PAID', 'Check again'],
  }),
  deskOf('sam', {
    name: 'The screen for the desk, not paid',
    says: ['Name on the badge', 'Username', 'sam'],
    hides: ['Log out'],
  }),
  deskOf('blair', {
    name: 'The screen for the desk, without a badge name',
    says: ['no name yet', 'Username'],
  }),
  deskOf('mallory', {
    name: 'The screen for the desk, with hostile text',
    says: ['Name on the badge', 'Username'],
  }),
  badgeOf('robin', {
    row: '13',
    name: 'Badge after the convention',
    stage: 'afterConvention',
    reach: 'start with CONVENTION_DAYS that are over and NEXT_URL, log in as robin',
    says: [
      'Testcon is over.',
      'Thank you for being part of it.',
      'See what comes next',
      'Save image',
      'When',
      'This page is not a ticket',
    ],
    hides: ['Before the', 'Change name', 'Add to calendar', 'pick-up', 'Preview', 'Your age'],
  }),
  badgeOf('sam', {
    row: '14',
    name: 'Badge, never paid, after the convention',
    stage: 'afterConvention',
    reach: 'start with CONVENTION_DAYS that are over, log in as sam',
    says: ['Testcon is over.', 'Save image'],
    hides: ['Pay now', 'Check again', 'Confirm your'],
  }),
  badgeOf('noa', {
    row: '15',
    name: 'No registration, after the convention',
    heading: 'We could not find your registration',
    stage: 'afterConvention',
    reach: 'start with CONVENTION_DAYS that are over, log in as noa',
    says: ['Testcon is over.', 'See what comes next', 'Wrong account?'],
    hides: ['Register for', 'Just registered?', 'See how your name'],
  }),
  badgeOf('kit', {
    row: '13',
    name: 'Badge of somebody whose identity can be confirmed before',
    stage: 'fullPage',
    reach: 'start with IDENTITY_URL, log in as kit',
    says: ['1 to do', 'Confirm your identity', 'Email confirmed'],
    hides: ['checked at the desk'],
  }),
  badgeOf('robin', {
    row: '13',
    name: 'Badge whose name can be changed until a day',
    stage: 'beforeDeadlines',
    reach: 'start with BADGE_NAME_UNTIL, log in as robin',
    says: ['Change name', 'You can change your name until June 1, in 12 days.', 'Change name by'],
  }),
  badgeOf('sam', {
    row: '14',
    name: 'Badge, not paid, with a last day to pay',
    stage: 'beforeDeadlines',
    reach: 'start with PAY_UNTIL, log in as sam',
    says: ['Your ticket is not paid yet.', 'Pay by June 15, in 26 days.', 'Check again', 'Pay now'],
  }),
  badgeOf('robin', {
    name: 'The preview, with a last day to change the name',
    stage: 'beforeDeadlines',
    reach: 'start with BADGE_NAME_UNTIL, log in as robin, "Preview a different name"',
    heading: 'Preview a name',
    async show(visit) {
      await visit.logIn('robin');
      await preview(visit);
    },
    says: ['Your badge name is still', 'You can change your name until June 1, in 12 days.'],
  }),
  badgeOf('robin', {
    row: '13',
    name: 'Badge whose name is final',
    stage: 'afterDeadlines',
    reach: 'start with a BADGE_NAME_UNTIL that is over, log in as robin',
    says: ['Save image', 'Badges are being printed: your name is final.'],
    hides: ['Change name', 'Preview a different name'],
  }),
  badgeOf('sam', {
    row: '14',
    name: 'Badge, not paid, too late',
    stage: 'afterDeadlines',
    reach: 'start with a PAY_UNTIL that is over, log in as sam',
    says: ['it is too late to pay here.', 'Check again', 'Ask the team'],
    hides: ['Pay now', 'Pay by'],
  }),
  badgeOf('blair', {
    row: '17',
    name: 'No badge name, too late',
    stage: 'afterDeadlines',
    reach: 'start with a BADGE_NAME_UNTIL that is over, log in as blair',
    says: ['You have no badge name, and badges are being printed.', 'Ask the team'],
    hides: ['Choose your badge name', 'Preview a name'],
  }),
  badgeOf('kit', {
    row: '13',
    name: 'Badge of somebody under age',
    stage: 'fullPage',
    reach: 'start with GUARDIAN_URL, log in as kit',
    says: ['Under 18: what your parent or guardian must know', 'Open'],
  }),
  badgeOf('robin', {
    row: '13',
    name: 'Badge whose picture does not load',
    needsBrowser: true,
    reach: 'block the address of the picture, log in as robin',
    async show({ page, logIn }) {
      await page.route('**/pictures/*', (route) => route.fulfill({ status: 204 }));
      await logIn('robin');
      await page.unroute('**/pictures/*');
    },
    says: ['You are all set'],
  }),
  badgeOf('noa', {
    row: '15',
    name: 'No registration',
    heading: 'We could not find your registration',
    says: [
      'this account has no registration for Testcon',
      'Register for Testcon',
      'Switch account',
      'It can take five minutes',
      'Check again',
      'See how your name would look on a badge',
    ],
    hides: ['Before the convention'],
  }),
  badgeOf('robin', {
    row: '16',
    name: 'A registration that cannot be seen',
    stage: 'alone',
    reach: 'start without SERVICE_SCOPES, log in as robin',
    says: [
      'We cannot see your registration here.',
      'We are showing your account name.',
      'See your registration',
    ],
    hides: ['Pay now'],
  }),
  badgeOf('blair', {
    row: '17',
    name: 'A badge name that looks empty',
    needsBrowser: true,
    says: ['You have no badge name yet.', 'Choose your badge name', 'Preview a name'],
    hides: ['Save image'],
  }),
  badgeOf('wanda', {
    name: 'Forty wide characters, not paid',
    needsBrowser: true,
    says: ['Pay now', 'Names over 20 characters'],
  }),
  badgeOf('kit', {
    name: 'Emoji of several code points',
    says: ['Some badge printers cannot print emoji.'],
  }),
  badgeOf('layla', {
    name: 'From right to left',
    says: ['Right-to-left names sometimes print in the wrong order.'],
  }),
  badgeOf('zoe', { name: 'Stacked marks', says: ['Stacked accents may not print.'] }),
  badgeOf('mallory', {
    name: 'Markup',
    needsBrowser: true,
    says: ['About your badge name', 'Labels'],
  }),
  badgeOf('robin', {
    name: 'The preview, before a name is tried',
    reach: 'log in as robin, "Preview a different name"',
    heading: 'Preview a name',
    async show(visit) {
      await visit.logIn('robin');
      await preview(visit);
    },
    says: ['Name to preview', '15 characters', 'Your badge name is still', 'Back to your badge'],
    hides: ['Not saved'],
  }),
  badgeOf('robin', {
    name: 'Another name, tried',
    needsBrowser: true,
    reach: 'log in as robin, "Preview a different name", type one',
    heading: 'Preview a name',
    async show(visit) {
      await visit.logIn('robin');
      await preview(visit, 'Ӽarl der Große 🦊');
    },
    says: [
      '16 characters',
      'at Testcon',
      'This is only a preview.',
      'Before you change it',
      'Some badge printers',
    ],
    hides: ['Paid'],
  }),
  badgeOf('noa', {
    name: 'The preview, without a registration',
    reach: 'log in as noa, "See how your name would look on a badge"',
    heading: 'Preview a name',
    async show({ logIn, follow }) {
      await logIn('noa');
      await follow('See how your name would look on a badge');
    },
    says: ['0 characters', 'It does not change your badge.'],
  }),
];
