// `npm run pictures` takes the README's screenshots from the running demo. The screenshots show the
// fonts of the computer on which the command runs.
import { chromium, type Page } from 'playwright-core';
import { startChild, withLifetime } from '../../support/machine/child-app.ts';
import { freePort } from '../../support/machine/free-port.ts';

const phone = { viewport: { width: 390, height: 1040 }, deviceScaleFactor: 2 };

interface Picture {
  readonly file: string;
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
  readonly untick?: string;
}

const pictures: readonly Picture[] = [
  { file: 'profile-phone-dark', path: '/profile', colorScheme: 'dark', untick: 'pii:phone' },
  { file: 'badge-phone-light', path: '/badge-name', colorScheme: 'light' },
];

const [port, sandboxPort] = [await freePort(), await freePort()];
const sandbox = `http://127.0.0.1:${sandboxPort}`;
const env = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };

await withLifetime(async (lifetime) => {
  await startChild(lifetime, { file: 'src/demo.ts', env, ready: 'Ctrl-C' });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  lifetime.after(() => browser.close());
  for (const { file, path, colorScheme, untick } of pictures) {
    const context = await browser.newContext({
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...phone,
      colorScheme,
    });
    const page = await context.newPage();
    await page.goto(`http://localhost:${port}${path}`);
    await logIn(page, untick);
    // The first page after a login may show a notice, so the page is opened again.
    await page.goto(`http://localhost:${port}${path}`);
    await page.screenshot({ path: new URL(`../../../docs/${file}.png`, import.meta.url).pathname });
  }
});

async function logIn(page: Page, untick: string | undefined): Promise<void> {
  const robin = page.locator('button[name=attendee][value=robin]');
  while (page.url().startsWith(sandbox)) {
    if (await robin.isVisible()) await robin.click();
    else {
      if (untick) await page.locator(`input[name=scope][value="${untick}"]`).uncheck();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
    }
    await page.waitForLoadState();
  }
}
