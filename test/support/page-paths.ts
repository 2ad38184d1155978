// The paths of the pages, from the list in app.ts and the router of the app with every service
// scope: tests of all pages include new ones. test/web/page.test.ts checks each.
import { everyPage } from '../../src/app.ts';
import { createAppAlone } from './create-app-alone.ts';
import { routesOf } from './routes-of.ts';
import { allServiceScopes } from './start-app.ts';

const { app } = createAppAlone({ settings: { SERVICE_SCOPES: allServiceScopes } });
const { app: appWithoutService } = createAppAlone();

const pathsOf = (pages: typeof everyPage) => pages.map(({ path }) => path);
/** What answers GET with something else than a page, besides pictures (SVG). */
const notPages = [
  '/healthz',
  '/readyz',
  '/login',
  ...pathsOf(everyPage.filter(({ isFile }) => isFile)),
];

/** Every page. */
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

/** Pages that exist only with a service scope. */
export const pagesWithService = allPages.filter(
  (page) => !routesOf(appWithoutService).some(({ path }) => path === page),
);

/** Pages for everybody. */
export const openPages = pathsOf(everyPage.filter(({ open, isFile }) => open === true && !isFile));

/** Without a query, these are an error. */
const needQuery = ['/login/callback', '/sharing/stop'];

/** Pages for who is logged in. */
export const pagesWithLogin = allPages.filter(
  (path) => !openPages.includes(path) && !needQuery.includes(path),
);

/** Pages that show records of the attendee, and nothing else while the convention is away. */
export const pagesWithRecords = pagesWithLogin.filter((path) => !path.startsWith('/sharing'));

/** Pages that show a record of the attendee, and do without while the convention is away. */
export const pagesWithRecordIfThere = ['/sharing', '/sharing/stop?scope=pii:email'];
