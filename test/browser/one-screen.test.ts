import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startVisit } from '../states/visit.ts';
import { startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';

const settings = {
  SERVICE_SCOPES: 'registration:read',
  CONVENTION_PLACE: 'Harbour Hall, Hamburg',
  CONVENTION_MAP_URL: 'https://map.testcon.example/',
  DESK_HOURS: '2027-07-02 10:00-20:00; 2027-07-03 9:00-12:00',
  BADGE_NAME_UNTIL: '2027-06-01',
  HELP_EMAIL: 'help@testcon.example',
};
const soon = '2027-05-20T12:00:00Z';
const onTheDay = '2027-07-02T12:00:00Z';

async function openBadge(t: TestContext, options: { as: string; now: string; phone: number[] }) {
  const app = await startApp(t, { settings, now: () => Date.parse(options.now) });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const [width = 0, height = 0] = options.phone;
  await page.setViewportSize({ width, height });
  await startVisit(app, page).logIn(options.as);
  return page;
}

test('on a small phone, an attendee who has not paid sees the way to pay and the whole badge on the first screen', async (t) => {
  for (const now of [soon, onTheDay]) {
    const page = await openBadge(t, { as: 'sam', now, phone: [375, 667] });
    assert.equal(await page.locator('.first-action').count(), 1, 'the page has one first action');
    for (const target of [page.getByText('Pay now'), page.locator('.badge-card')]) {
      const { y = 999, height = 0 } = (await target.boundingBox()) ?? {};
      assert.ok(y + height <= 667, `${target} ends at ${y + height}`);
    }
  }
});
