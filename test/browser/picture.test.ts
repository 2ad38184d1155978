// The profile picture in a real browser: it comes from the convention's site, which learns nothing
// more from that; a broken picture leaves no gap.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startVisit } from '../states/visit.ts';
import { openBrowser } from '../support/chromium.ts';
import { startApp } from '../support/start-app.ts';

interface PictureState {
  isLoaded: boolean;
  places: { x: number; y: number; width: number; height: number }[];
}

/** Whether the picture has loaded, and the positions of it and its neighbors. */
const pictureState = `({
  isLoaded: document.querySelector('.picture img').naturalWidth > 0,
  places: ['.picture', '.picture img', 'main .initials', '.person-name', '#contact'].map((selector) =>
    document.querySelector(selector).getBoundingClientRect().toJSON()),
})`;

test('P65 the picture is shown without a complaint of the browser, and in place of a broken one the initials', async (t) => {
  const app = await startApp(t);
  const { context, complaints, hosts } = await openBrowser(t);
  const page = await context.newPage();
  const pictureRequest = page.waitForRequest(`${app.sandbox.url}/pictures/1001.svg`);
  await startVisit(app, page).logIn('robin', { path: '/profile' });

  const whole = await page.evaluate<PictureState>(pictureState);
  assert.ok(whole.isLoaded);
  for (const { width, height } of whole.places.slice(0, 3))
    assert.deepEqual([width, height], [88, 88]);
  const headers = await (await pictureRequest).allHeaders();
  assert.equal(headers['sec-fetch-dest'], 'image');
  assert.equal(headers.referer, undefined);
  assert.equal(headers.cookie, undefined);
  assert.deepEqual(complaints, []);
  assert.deepEqual(
    [...hosts].sort(),
    [new URL(app.sandbox.url).host, new URL(app.url).host].sort(),
  );

  await context.route('**/pictures/*', (route) => route.abort());
  await page.reload();
  assert.deepEqual(await page.evaluate(pictureState), { ...whole, isLoaded: false });
  const broken = await page.locator('.picture').screenshot();
  await page.evaluate(`document.querySelector('.picture img').remove()`);
  const initials = await page.locator('.picture').screenshot();
  assert.ok(broken.equals(initials), 'nothing but the initials is seen');

  // On the badge it is the same: nothing but the initials.
  await page.goto(`${app.url}/badge-name`);
  const card = page.locator('.badge-face');
  const withoutPicture = await card.screenshot();
  await page.evaluate(`document.querySelector('.badge-face img').remove()`);
  assert.ok((await card.screenshot()).equals(withoutPicture));
  await context.unroute('**/pictures/*');
  await page.reload();
  assert.ok(!(await card.screenshot()).equals(withoutPicture), 'the picture');
});
