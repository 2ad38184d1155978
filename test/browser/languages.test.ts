import assert from 'node:assert/strict';
import test from 'node:test';
import { checkLook } from '../states/check-state.ts';
import { openDetails, startVisit } from '../states/visit.ts';
import { openPages, pagesWithLogin } from '../support/app/page-paths.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { isProof } from '../support/machine/rounds.ts';
import { createPseudoLanguages } from '../web/words/made-up-languages.ts';

const pagesOfAttendee = isProof ? [...pagesWithLogin, ...openPages] : pagesWithLogin;

const leftEdgesOf = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .map((one) => Math.round(one.getBoundingClientRect().left))`;

const placesOf = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .map((one) => one.getBoundingClientRect())
    .map(({ top, left }) => ({ top: Math.round(top), left: Math.round(left) }))`;

const headings = "[...document.querySelectorAll('h1')].map((one) => one.textContent)";

const cutOff = `[...document.querySelectorAll('main :not(.visually-hidden *, .strap *)')]
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  })
  .map((one) => one.outerHTML.slice(0, 80))`;

// `npm test` leaves out German, because the words in the last test are longer than German ones.
for (const language of isProof ? ['de', 'ar'] : ['ar']) {
  test(`P64 in the language ${language} every page fits 320 px, and on the profile axe finds nothing`, async (t) => {
    const app = await startApp(t, {
      // IDENTITY_URL adds an action to a row on the profile, and the service scopes add pages.
      settings: { SERVICE_SCOPES: allServiceScopes, IDENTITY_URL: 'https://testcon.example/id' },
      messages: createPseudoLanguages(t),
    });
    const { context } = await openBrowser(t, { width: 1280, locale: language });
    const page = await context.newPage();
    const { open, logIn } = startVisit(app, page);
    const checkFit = async (path: string) => {
      await open(path);
      assert.equal(await page.evaluate('document.documentElement.lang'), language, path);
      await openDetails(page);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
      assert.deepEqual(await page.evaluate(cutOff), [], path);
    };
    await page.setViewportSize({ width: 320, height: 800 });
    for (const path of [...openPages, '/nowhere']) await checkFit(path);
    await logIn('layla', { path: '/profile' });
    for (const path of pagesOfAttendee) await checkFit(path);
    await open('/profile');
    for (const width of [320, 1280]) await checkLook(page, { width, colorScheme: 'light' });
    await open('/sharing');
    const [label = 0, action = 0] = (
      await page.evaluate<number[]>(leftEdgesOf('.row:has(.row-action) :is(dt, .row-action)'))
    ).slice(0, 2);
    assert.equal(
      label > action,
      language === 'ar',
      'the label is before the action in reading direction',
    );
    // Links may wrap, so only those on the first line are compared.
    const links = await page.evaluate<{ top: number; left: number }[]>(placesOf('nav a'));
    const navigation = links.filter(({ top }) => top === links[0]?.top).map(({ left }) => left);
    assert.equal(navigation.length > 2, true);
    const inOrder = [...navigation].sort((a, b) => (language === 'ar' ? b - a : a - b));
    assert.deepEqual(navigation, inOrder, 'the navigation is in reading direction');
  });
}

test('P64 words that are a third longer fit 320 px on every page', async (t) => {
  const app = await startApp(t, {
    settings: { SERVICE_SCOPES: allServiceScopes },
    messages: createPseudoLanguages(t),
  });
  const { context } = await openBrowser(t, { width: 320, locale: 'eo' });
  const page = await context.newPage();
  const { open, logIn } = startVisit(app, page);
  const check = async (path: string) => {
    const [heading = '', ...others] = await page.evaluate<string[]>(headings);
    assert.match(heading, /~⟧$/);
    assert.deepEqual(others, [], 'the page has only one heading');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
  };
  for (const path of openPages) {
    await open(path);
    await check(path);
  }
  await logIn('robin');
  for (const path of [...pagesOfAttendee, '/sharing/stop?scope=pii:email']) {
    await open(path);
    await check(path);
  }
  await open('/badge-name');
  await page.locator('.badge-until a').click();
  await page.locator('#try').fill('Foxy');
  await page.locator('#try').press('Enter');
  await page.waitForURL(/try=Foxy$/);
  await check('a name that is tried');
});
