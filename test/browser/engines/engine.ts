import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { chromiumPath } from '../../support/browser/chromium.ts';
import type { Lifetime } from '../../support/machine/child-app.ts';
import { freePort } from '../../support/machine/free-port.ts';

export interface Engine {
  readonly name: string;
  open(address: string): Promise<void>;
  /** Clicks on an empty area. Without a click, going back skips the page in some browsers. */
  touch(): Promise<void>;
  back(): Promise<void>;
  evaluate<Value>(expression: string): Promise<Value>;
  deleteCookies(beginning: string): Promise<void>;
}

export async function startChromium(t: Lifetime): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  t.after(() => browser.close());
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  return {
    name: 'Chromium',
    open: async (address) => void (await page.goto(address)),
    touch: () => page.mouse.click(2, 2),
    back: async () => void (await page.goBack()),
    evaluate: (expression) => page.evaluate(expression),
    deleteCookies: (beginning) => context.clearCookies({ name: new RegExp(`^${beginning}`) }),
  };
}

export async function startFirefox(t: Lifetime): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'network.proxy.type': 0 },
  });
  t.after(() => browser.close());
  const page = await browser.newPage();
  return {
    name: 'Firefox',
    open: async (address) => void (await page.goto(address)),
    touch: () => page.click('h1'),
    back: async () => void (await page.goBack()),
    evaluate: (expression) => page.evaluate(expression) as Promise<never>,
    async deleteCookies(beginning) {
      const cookies = await browser.cookies();
      await browser.deleteCookie(...cookies.filter(({ name }) => name.startsWith(beginning)));
    },
  };
}

/**
 * Starts WebKit, the engine of Safari, in Debian's MiniBrowser on a virtual screen. WebDriver
 * controls the browser.
 */
export async function startWebKit(t: Lifetime): Promise<Engine> {
  const display = `:${50 + Math.floor(Math.random() * 900)}`;
  await startProgram(t, 'Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'lanyard-webkit-'));
  const env = { DISPLAY: display, HOME: home, LANG: 'en_US.UTF-8' };
  await startProgram(t, 'WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], env);
  const base = `http://127.0.0.1:${port}`;
  const { sessionId } = (await call(`${base}/session`, {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
      },
    },
  })) as { sessionId: string };
  const session = `${base}/session/${sessionId}`;
  t.after(() => call(session, undefined, 'DELETE').catch(() => {}));
  // The browser writes into this folder until it exits, so deleting the folder may need retries.
  t.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const evaluate = <Value>(expression: string) =>
    call(`${session}/execute/sync`, {
      script: `return (${expression});`,
      args: [],
    }) as Promise<Value>;

  return {
    name: 'WebKit',
    open: async (url) => void (await call(`${session}/url`, { url })),
    touch: async () => void (await call(`${session}/actions`, { actions: [clickBeside] })),
    back: async () => void (await call(`${session}/back`, {})),
    evaluate,
    async deleteCookies(beginning) {
      const cookies = (await call(`${session}/cookie`)) as { name: string }[];
      for (const { name } of cookies.filter((cookie) => cookie.name.startsWith(beginning)))
        await call(`${session}/cookie/${name}`, undefined, 'DELETE');
    },
  };
}

const clickBeside = {
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x: 2, y: 2, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
};

function miniBrowser(): string {
  const places = ['x86_64', 'aarch64'].flatMap((machine) =>
    ['4.1', '4.0', '6.0'].map(
      (version) =>
        `/usr/lib/${machine}-linux-gnu/webkit${version === '6.0' ? '' : '2'}gtk-${version}/MiniBrowser`,
    ),
  );
  const [found] = places.filter((place) => existsSync(place));
  if (!found) throw new Error('no MiniBrowser: npm run setup -- --proof');
  return found;
}

async function startProgram(
  t: Lifetime,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(child, 'spawn');
  await sleep(500);
}

async function call(address: string, body?: object, method = body ? 'POST' : 'GET') {
  const response = await fetch(address, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
}
