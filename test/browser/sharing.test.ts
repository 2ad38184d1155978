import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { isProof } from '../support/machine/rounds.ts';

const phone = /202 ?555 ?1001/;

test('P64 without JavaScript an attendee shares one more scope, stops sharing it and deletes everything', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const visit = await openBrowser(t, { javaScriptEnabled: false, colorScheme: 'dark' });
  const page = await visit.context.newPage();
  const reader = startReading(app, page);
  if (isProof) {
    await chooseAndShareNothing(reader);
    await shareAPart(reader);
    await refuseToShareMore(reader);
    await shareAsSomebodyElse(reader);
  } else {
    const untick = ['pii:phone', 'pii:address'];
    await startVisit(app, page).logIn('robin', { path: '/profile', untick });
  }
  await shareMore(reader);
  if (isProof) await download(reader);
  await stopSharing(reader);
  await goOnWithLess(reader);
  await deleteEverything(reader);
  assert.deepEqual(
    visit.complaints.filter((text) => !/status of 403/.test(text)),
    [],
  );
});

type Reader = ReturnType<typeof startReading>;

function startReading(app: RunningApp, page: Page) {
  return {
    page,
    openHome: () => page.goto(app.url),
    follow: (name: string) => page.getByRole('link', { name, exact: true }).click(),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),

    arriveAt: (path: string) =>
      page.waitForURL(({ origin, pathname }) => origin === app.url && pathname === path),

    async see(state: string, heading: string, notice = '') {
      assert.equal(await page.locator('h1').textContent(), heading, state);
      const noticeElement = page.locator('main > [role=alert]:first-child');
      assert.equal(
        (await noticeElement.count()) > 0 ? (await noticeElement.innerText()).trim() : '',
        notice,
        state,
      );
    },
  };
}

async function chooseAndShareNothing(reader: Reader): Promise<void> {
  const { page, openHome, follow, press, arriveAt, see } = reader;
  await openHome();
  await see('home', 'Check your Testcon badge');
  await follow('Choose what to share before you log in');
  await arriveAt('/login/choose');
  await see('choose', 'Choose what to share');
  await page.getByLabel('Email').check();
  await page.getByLabel('Phone').check();
  await press('Save and continue');
  await page.locator('button[name=attendee][value=robin]').click();
  await press('Deny');
  await arriveAt('/login/callback');
  await see('nothing shared', 'Your details weren’t shared');
}

async function shareAPart({ page, follow, press, arriveAt, see }: Reader): Promise<void> {
  await follow('Log in with Testcon');
  await page.locator('input[name=scope][value="pii:phone"]').uncheck();
  await press('Allow');
  await arriveAt('/badge-name');
  await see(
    'a part shared',
    'Your badge',
    'Shared: your email address. Not shared: your phone number.',
  );
  await follow('Profile');
  await arriveAt('/profile');
  await see('profile', 'Your profile');
}

async function refuseToShareMore({ follow, press, arriveAt, see }: Reader): Promise<void> {
  await follow('Share: Phone');
  await press('Deny');
  await arriveAt('/profile');
  await see('share denied', 'Your profile', 'Nothing changed.');
}

async function shareAsSomebodyElse({ page, follow, press, arriveAt, see }: Reader): Promise<void> {
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await follow('Share: Phone');
  await page.locator('button[name=attendee][value=sam]').click();
  await press('Allow');
  await arriveAt('/profile');
  await see(
    'another account',
    'Your profile',
    'Nothing changed. You’re still logged in with the same account. To use a different Testcon account, log out first.',
  );
  assert.ok(await page.getByText('robin_banks').isVisible());
}

async function shareMore({ page, follow, press, arriveAt, see }: Reader): Promise<void> {
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await follow('Share: Phone');
  await page.locator('button[name=attendee][value=robin]').click();
  await press('Allow');
  await arriveAt('/profile');
  await see('shared', 'Your profile', 'Now on your profile: your phone number.');
  assert.match(await page.content(), phone);
}

async function download({ page, follow, arriveAt, see }: Reader): Promise<void> {
  await follow('Your data');
  await arriveAt('/sharing');
  await page.getByText('How this works').click();
  assert.ok(await page.getByText('Scopes you granted').isVisible());
  await see('sharing', 'Your data');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    follow('Download: A copy of your data'),
  ]);
  assert.equal(file.suggestedFilename(), 'what-this-site-holds.json');
  assert.match(await readFile(await file.path(), 'utf8'), phone);
}

async function stopSharing({ page, follow, press, arriveAt, see }: Reader): Promise<void> {
  await follow('Your data');
  await arriveAt('/sharing');
  await page.locator('a[href="/sharing/stop?scope=pii%3Aphone"]').click();
  await arriveAt('/sharing/stop');
  await see('question', 'Stop sharing your phone number?');
  await press('Stop sharing');
  await arriveAt('/logged-out');
  await see('stopped', 'We can no longer see your phone number');
  await page.reload();
  assert.equal(await page.locator('h1').textContent(), 'We can no longer see your phone number');
}

async function goOnWithLess({ page, follow, arriveAt }: Reader): Promise<void> {
  await follow('Log back in without it');
  await arriveAt('/sharing');
  assert.deepEqual(await page.locator('.sharing-shared .button-quiet:visible').allTextContents(), [
    'Stop sharing',
    'Share',
    'Share',
  ]);
  await follow('Profile');
  await arriveAt('/profile');
  assert.doesNotMatch(await page.content(), phone);
  await page.goBack();
}

async function deleteEverything({ page, follow, press, arriveAt, see }: Reader): Promise<void> {
  await follow('Delete your data here');
  await arriveAt('/sharing/forget');
  await see('question', 'Delete the data we hold about you?');
  await press('Delete your data');
  await arriveAt('/logged-out');
  await see('deleted', 'We deleted the data we held about you');
  await page.goBack();
  assert.equal(
    await page.locator('h1').textContent(),
    'You’re logged out',
    'the site asks before it logs in again',
  );
  const personal = /robin_banks|robin@|Logged in as/;
  assert.doesNotMatch(await page.content(), personal, 'the Back button shows no personal data');
}
