import type { State } from './state.ts';
import type { Visit } from './visit.ts';

const badge = { path: '/badge-name', heading: 'Your badge' };

function badgeOf(attendee: string, state: Pick<State, 'name'> & Partial<State>): State {
  return {
    ...badge,
    show: ({ logIn }) => logIn(attendee),
    ...state,
  };
}

function deskOf(attendee: string, state: Pick<State, 'name'> & Partial<State>): State {
  const path = '/desk';
  return {
    path,
    heading: 'Show at the desk',
    stage: 'duringConvention',
    async show({ logIn, follow }) {
      await logIn(attendee);
      await follow('Show at the desk');
    },
    ...state,
  };
}

async function preview(visit: Visit, name?: string): Promise<void> {
  await visit.follow('Preview a different name');
  if (name === undefined) return;
  await visit.page.getByLabel('Name to preview').fill(name);
  await visit.press('Preview');
}

export const badgeStates: State[] = [
  badgeOf('robin', {
    name: 'Badge, paid, with nothing left to do',
    says: [
      'You’re all set',
      'Bring an ID with your legal name.',
      'Change name',
      'Save or share',
      'Preview a different name',
      'Calendar',
      'Registration details',
      'Name on the badge',
      'Registered',
      'Age on the first day',
      'T-shirt size',
      'Email confirmed',
      'This isn’t a ticket.',
    ],
    hides: ['Pay now', 'Confirm your'],
  }),
  badgeOf('sam', {
    name: 'Badge, not paid',
    says: [
      'Your ticket hasn’t been paid for yet.',
      'Check again',
      'Pay now',
      'Confirm your email',
      'Bring an ID',
      'Change name',
    ],
    hides: ['You’re all set'],
  }),
  badgeOf('robin', {
    name: 'Badge with every setting about the event',
    stage: 'fullPage',
    says: ['Harbour Hall', 'Map', 'Badge pick-up opens', 'Calendar', 'Something wrong?'],
  }),
  badgeOf('robin', {
    name: 'Badge on a day of the convention',
    needsBrowser: true,
    stage: 'duringConvention',
    says: [
      'Badge pick-up is open until 20:00',
      'Bring an ID with your legal name.',
      'Show at the desk',
      'Friday, day 1 of 4',
      'Harbour Hall',
      'Pick-up times and details',
      'Save or share',
      'Name on the badge',
    ],
    hides: ['You’re all set', 'Preview', 'Calendar'],
  }),
  badgeOf('sam', {
    name: 'Badge, not paid, on a day of the convention',
    stage: 'duringConvention',
    says: [
      'the deadline for paying has passed.',
      'Badge pick-up',
      'Ask the team',
      'Show at the desk',
    ],
    hides: ['Confirm your'],
  }),
  badgeOf('kit', {
    name: 'Badge of a minor on a day of the convention',
    stage: 'duringConvention',
    says: ['Bring an ID', 'Show at the desk', 'Under 18'],
    hides: ['Confirm your'],
  }),
  deskOf('robin', {
    name: 'Desk screen, paid',
    needsBrowser: true,
    says: ['Name on the badge', 'Username', 'robin_banks'],
    hides: ['Log out', 'NOT PAID', 'Check again'],
  }),
  deskOf('sam', {
    name: 'Desk screen, not paid',
    says: ['Name on the badge', 'Username', 'sam'],
    hides: ['Log out'],
  }),
  deskOf('blair', {
    name: 'Desk screen without a badge name',
    says: ['no name yet', 'Username'],
  }),
  deskOf('mallory', {
    name: 'Desk screen with hostile text',
    says: ['Name on the badge', 'Username'],
  }),
  badgeOf('robin', {
    name: 'Badge after the convention',
    stage: 'afterConvention',
    says: [
      'Testcon is over.',
      'Thank you for being part of it.',
      'See what’s next',
      'Save or share',
      'When',
      'This isn’t a ticket.',
    ],
    hides: ['Bring', 'Change name', 'Calendar', 'pick-up', 'Preview', 'Age on'],
  }),
  badgeOf('sam', {
    name: 'Badge, never paid, after the convention',
    stage: 'afterConvention',
    says: ['Testcon is over.', 'Save or share'],
    hides: ['Pay now', 'Check again', 'Confirm your'],
  }),
  badgeOf('noa', {
    name: 'No registration after the convention',
    heading: 'We couldn’t find your registration',
    stage: 'afterConvention',
    says: ['Testcon is over.', 'See what’s next', 'Wrong account?'],
    hides: ['Register for', 'Just registered?', 'See how your name'],
  }),
  badgeOf('kit', {
    name: 'Badge of an attendee who can confirm the identity online',
    stage: 'fullPage',
    says: ['Confirm your identity', 'Email confirmed'],
    hides: ['You’re all set'],
  }),
  badgeOf('robin', {
    name: 'Badge with a last day to change the name',
    stage: 'beforeDeadlines',
    says: ['Change name', 'Names can be changed until June 1 (12 days left).'],
  }),
  badgeOf('sam', {
    name: 'Badge, not paid, with a last day to pay',
    stage: 'beforeDeadlines',
    says: [
      'Your ticket hasn’t been paid for yet.',
      'Pay by June 15 (26 days left).',
      'Check again',
      'Pay now',
    ],
  }),
  badgeOf('robin', {
    name: 'The preview with a last day to change the name',
    stage: 'beforeDeadlines',
    heading: 'Preview a name',
    async show(visit) {
      await visit.logIn('robin');
      await preview(visit);
    },
    says: ['Your badge name is still', 'Names can be changed until June 1 (12 days left).'],
  }),
  badgeOf('robin', {
    name: 'Badge after the last day to change the name',
    stage: 'afterDeadlines',
    says: ['Save or share', 'Badges are being printed: your name is final.'],
    hides: ['Change name', 'Preview a different name'],
  }),
  badgeOf('sam', {
    name: 'Badge, not paid, after the last day to pay',
    needsBrowser: true,
    stage: 'afterDeadlines',
    says: ['the deadline for paying has passed.', 'Check again', 'Ask the team'],
    hides: ['Pay now', 'Pay by'],
  }),
  badgeOf('blair', {
    name: 'No badge name after the last day to change it',
    stage: 'afterDeadlines',
    says: ['You have no badge name, and badges are being printed.', 'Ask the team'],
    hides: ['Choose your badge name', 'Preview a name'],
  }),
  badgeOf('kit', {
    name: 'Badge of a minor',
    stage: 'fullPage',
    says: ['Under 18: information for your parent or guardian', 'Open'],
  }),
  badgeOf('robin', {
    name: 'Badge whose picture does not load',
    needsBrowser: true,
    async show({ page, logIn }) {
      await page.route('**/pictures/*', (route) => route.fulfill({ status: 204 }));
      await logIn('robin');
      await page.unroute('**/pictures/*');
    },
    says: ['You’re all set'],
  }),
  badgeOf('noa', {
    name: 'No registration',
    heading: 'We couldn’t find your registration',
    says: [
      'Register for Testcon',
      'Switch account',
      'It can take up to five minutes',
      'Check again',
      'See how your name would look on a badge',
    ],
    hides: ['Bring an ID'],
  }),
  badgeOf('robin', {
    name: 'A registration that Lanyard may not read',
    needsBrowser: true,
    stage: 'alone',
    says: [
      'We can’t see your registration, so this is your account name.',
      'See your registration',
    ],
    hides: ['Pay now'],
  }),
  badgeOf('blair', {
    name: 'A badge name that looks empty',
    needsBrowser: true,
    says: ['You have no badge name yet.', 'Choose your badge name', 'Preview a name'],
    hides: ['Save or share'],
  }),
  badgeOf('wanda', {
    name: 'A badge name of forty wide characters, not paid',
    says: ['Pay now', 'Names over 20 characters'],
  }),
  badgeOf('kit', {
    name: 'A badge name with emoji of several code points',
    says: ['Some badge printers can’t print emoji.'],
  }),
  badgeOf('layla', {
    name: 'A right-to-left badge name',
    says: ['Right-to-left names sometimes print in the wrong order.'],
  }),
  badgeOf('zoe', {
    name: 'A badge name with stacked marks',
    says: ['Stacked accents may not print.'],
  }),
  badgeOf('mallory', {
    name: 'A badge name with markup',
    says: ['About your badge name', 'Notes on your registration'],
  }),
  badgeOf('robin', {
    name: 'The preview before a name is entered',
    needsBrowser: true,
    heading: 'Preview a name',
    async show(visit) {
      await visit.logIn('robin');
      await preview(visit);
    },
    says: ['Name to preview', '15 characters', 'Your badge name is still', 'Back to your badge'],
    hides: ['Not saved'],
  }),
  badgeOf('robin', {
    name: 'The preview of another name',
    needsBrowser: true,
    heading: 'Preview a name',
    async show(visit) {
      await visit.logIn('robin');
      await preview(visit, 'Ӽarl der Große 🦊');
    },
    says: [
      '16 characters',
      'on the Testcon registration site',
      'This is only a preview.',
      'Before you change it',
      'Some badge printers',
    ],
    hides: ['Paid'],
  }),
  badgeOf('noa', {
    name: 'The preview without a registration',
    heading: 'Preview a name',
    async show({ logIn, follow }) {
      await logIn('noa');
      await follow('See how your name would look on a badge');
    },
    says: ['0 characters', 'It doesn’t change your badge.'],
  }),
];
