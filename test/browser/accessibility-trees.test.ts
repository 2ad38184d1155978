// Compares the accessibility trees of an attendee's pages with the stored ones. Run `npm run
// accessibility-trees` to update the stored trees, and read each change as a screen reader would
// read it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { openDetails, startVisit } from '../states/visit.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';

const settings = {
  SERVICE_SCOPES: allServiceScopes,
  CONVENTION_PLACE: 'Harbour Hall, Hamburg',
  CONVENTION_MAP_URL: 'https://map.testcon.example/',
  DESK_HOURS: '2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00',
  BADGE_NAME_UNTIL: '2027-06-01',
  HELP_EMAIL: 'help@testcon.example',
};

const pages = { badge: '/badge-name', profile: '/profile', 'your-data': '/sharing', desk: '/desk' };

test('a screen reader gets the trees in test/browser/accessibility-trees, one for each page', async (t) => {
  const app = await startApp(t, { settings, now: () => Date.parse('2027-05-20T12:00:00Z') });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const { logIn, open } = startVisit(app, page);
  await logIn('robin');
  for (const [name, path] of Object.entries(pages)) {
    await open(path);
    await openDetails(page);
    // A script shows this switch after it has asked for the stored copy.
    if (name === 'badge') await page.getByRole('switch').waitFor();
    const tree = asRead(await page.locator('body').ariaSnapshot());
    const file = `test/browser/accessibility-trees/${name}.yml`;
    if (process.env.WRITE_TREES) writeFileSync(file, tree);
    assert.equal(tree, readFileSync(file, 'utf8'), path);
  }
});

function asRead(tree: string): string {
  return `${tree.replaceAll(/:?\n *- \/url: .*/g, '')}\n`;
}
