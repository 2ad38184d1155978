// A phone with a slow connection and processor, in a real browser: what a page costs its reader.
import { chromium } from 'playwright-core';
import type { Lifetime } from './child-app.ts';
import { chromiumPath } from './chromium.ts';

export interface PhoneView {
  /** Received over the network, with headers, until nothing more is asked for. */
  readonly bytes: number;
  readonly requests: number;
  /** Largest contentful paint, in milliseconds since the start of the navigation. */
  readonly lcp: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

/** 400 kbit/s and a round trip of 400 ms, the "slow 3G" of browsers, and a quarter of this processor. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const slowdown = { rate: 4 };

/** Resolves after the paint of what fonts and pictures brought. */
const whenPainted = `document.fonts.ready.then(() =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))))`;

const paintAndShift = `new Promise((resolve) => {
  const entries = { 'largest-contentful-paint': [], 'layout-shift': [] };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) entries[entry.entryType].push(entry);
  });
  for (const type of Object.keys(entries)) observer.observe({ type, buffered: true });
  setTimeout(() => resolve({
    lcp: entries['largest-contentful-paint'].at(-1)?.startTime,
    shift: entries['layout-shift'].reduce((sum, { value }) => sum + value, 0),
  }), 100);
})`;

/** Starts the phone. The function that it resolves to opens a page as on the first visit. */
export async function startSlowPhone(t: Lifetime) {
  const browser = await chromium.launch({
    // The processes of the user interface would take time from the page.
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  t.after(() => browser.close());
  return async (address: string, cookies: ReadonlyMap<string, string>): Promise<PhoneView> => {
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
    });
    const { origin } = new URL(address);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    let [bytes, requests] = [0, 0];
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      // What comes from the cache is no request.
      if (encodedDataLength > 0) requests += 1;
    });
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', network);
    await devTools.send('Emulation.setCPUThrottlingRate', slowdown);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.evaluate(whenPainted);
    const painted = await page.evaluate<Pick<PhoneView, 'lcp' | 'shift'>>(paintAndShift);
    await context.close();
    return { bytes, requests, ...painted };
  };
}
