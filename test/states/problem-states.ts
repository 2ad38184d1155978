import { sessionCookieName } from '../support/app/session-cookie.ts';
import type { State } from './state.ts';

const registration = 'GET /api/v0/users/{id}/registration';
const away = {
  path: '/badge-name',
  heading: 'The Testcon registration site isn’t responding',
  says: [
    'You’re still logged in, and your registration isn’t affected.',
    'Try again',
    'If you contact us, quote this reference',
  ],
};

function whileBroken(
  fault: { fault: string; [detail: string]: unknown },
  state: Pick<State, 'name' | 'status'> & Partial<State>,
): State {
  return {
    ...away,
    async show({ logIn, breakConvention, open }) {
      await logIn('robin', { path: '/profile' });
      await breakConvention([{ route: registration, ...fault }]);
      await open('/badge-name');
    },
    ...state,
  };
}

export const problemStates: State[] = [
  whileBroken({ fault: 'server-error' }, { name: 'The convention fails', status: 502 }),
  whileBroken({ fault: 'slow', ms: 3000 }, { name: 'The convention is too slow', status: 504 }),
  whileBroken({ fault: 'html', status: 429 }, { name: 'The convention is busy', status: 503 }),
  {
    name: 'Redis is down',
    stage: 'withoutRedis',
    show: ({ open }) => open('/profile'),
    status: 503,
    path: '/profile',
    heading: 'Something isn’t working',
    says: ['If you were logged in, you still are.', 'Try again'],
  },
  {
    name: 'A token that the platform no longer accepts',
    async show({ logIn, breakConvention, open }) {
      await logIn('robin');
      await breakConvention([
        { fault: 'expired-token', route: 'GET /api/users/current', times: 1 },
      ]);
      await open('/profile');
    },
    path: '/profile',
    heading: 'Your profile',
  },
  {
    name: 'A record that Lanyard may not read',
    stage: 'narrow',
    async show({ logIn, breakConvention, open }) {
      await logIn('robin', { path: '/profile' });
      await breakConvention([
        { fault: 'narrower-scope', route: 'POST /api/oauth/token', scope: 'volunteer:read' },
      ]);
      await open('/badge-name');
    },
    status: 403,
    path: '/badge-name',
    heading: 'We can’t show you this page',
    says: ['You’re still logged in'],
  },
  {
    name: 'Too many pages',
    stage: 'limited',
    async show({ logIn, open }) {
      await logIn('robin', { path: '/profile' });
      for (const path of ['/roles', '/dealer', '/profile']) await open(path);
    },
    status: 429,
    path: '/profile',
    heading: 'Just a moment',
    says: ['Wait 1 minute, then try again.'],
  },
  {
    name: 'Not found',
    show: ({ open }) => open('/nowhere'),
    status: 404,
    path: '/nowhere',
    heading: 'Page not found',
    says: ['If you typed the address, check it.', 'Go to your badge'],
    hides: ['reference'],
  },
  {
    name: 'A stale form',
    needsBrowser: true,
    async show({ logIn, page, press }) {
      await logIn('robin', { path: '/sharing/stop?scope=pii:email' });
      await page.evaluate("document.querySelector('main [name=form_token]').value = 'stale'");
      await press('Stop sharing');
    },
    status: 403,
    path: '/sharing/stop',
    heading: 'That didn’t work',
    says: ['Nothing was changed.'],
  },
  {
    name: 'A defect in Lanyard',
    stage: 'broken',
    show: ({ open }) => open('/profile'),
    status: 500,
    path: '/profile',
    heading: 'Something isn’t working',
    says: ['Sorry, that’s our fault. Try again later.', 'If you contact us, quote this reference'],
  },
  {
    name: 'Privacy',
    async show({ open, follow }) {
      await open('/');
      await follow('Privacy');
    },
    path: '/privacy',
    heading: 'Privacy',
    says: [
      'What we can see',
      'Name and account',
      'What we keep',
      'Cookies',
      'What stays on the Testcon registration site',
    ],
  },
  {
    name: 'Accessibility',
    async show({ open, follow }) {
      await open('/');
      await follow('Accessibility');
    },
    path: '/accessibility',
    heading: 'Accessibility',
    says: ['WCAG 2.2', 'What works', 'Good to know', 'How we test'],
  },
  {
    name: 'A browser that loses its session',
    needsBrowser: true,
    async show({ logIn, open, page, app }) {
      await logIn('robin', { path: '/profile' });
      for (const _round of [1, 2, 3]) {
        await page.context().clearCookies({ name: sessionCookieName(app.url) });
        await open('/profile');
      }
    },
    status: 400,
    path: '/login',
    heading: 'Open this page in your browser',
    says: ['Open the page in Safari, Chrome or Firefox', 'Go to your badge'],
    hides: ['Log in with'],
  },
  {
    name: 'Link kit',
    needsBrowser: true,
    show: ({ open }) => open('/link-kit'),
    path: '/link-kit',
    heading: 'Link to your attendees’ badges',
    says: ['A button', 'English', 'Deutsch', 'Links', 'QR code', 'Back to your site'],
    hides: ['result=ok'],
  },
];
