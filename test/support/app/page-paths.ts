// The paths of all pages, taken from app.ts and the router, so that tests that cover every page
// pick up new pages. test/web/page.test.ts checks these lists.
import { everyPage } from '../../../src/app.ts';
import { createAppAlone } from './create-app-alone.ts';
import { routesOf } from './routes-of.ts';
import { allServiceScopes } from './start-app.ts';

const { app } = createAppAlone({ settings: { SERVICE_SCOPES: allServiceScopes } });
const { app: appWithoutService } = createAppAlone();

const pathsOf = (pages: typeof everyPage) => pages.map(({ path }) => path);
const notPages = [
  '/healthz',
  '/readyz',
  '/login',
  ...pathsOf(everyPage.filter(({ isFile }) => isFile)),
];

export const allPages = [
  ...new Set(
    routesOf(app)
      .filter(
        ({ method, path }) =>
          method === 'GET' && !notPages.includes(path) && !path.endsWith('.svg'),
      )
      .map(({ path }) => path),
  ),
];

export const pagesWithService = allPages.filter(
  (page) => !routesOf(appWithoutService).some(({ path }) => path === page),
);

export const openPages = pathsOf(everyPage.filter(({ open, isFile }) => open === true && !isFile));

/** Without a query, these paths respond with an error. */
const needQuery = ['/login/callback', '/sharing/stop'];

export const pagesWithLogin = allPages.filter(
  (path) => !openPages.includes(path) && !needQuery.includes(path),
);

export const pagesWithRecords = pagesWithLogin.filter((path) => !path.startsWith('/sharing'));

/** Pages that show the attendee's record, but also work while the platform is down. */
export const pagesWithRecordIfThere = ['/sharing', '/sharing/stop?scope=pii:email'];
