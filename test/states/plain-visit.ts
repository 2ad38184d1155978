// A visit without a browser takes a tenth of the time, but cannot check the layout.
import type { Cookie } from 'playwright-core';
import type { RunningApp } from '../support/app/start-app.ts';
import { type LoadedPage, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';
import type { Visit } from './visit.ts';

/** `cookies`: the cookies that the browser already has. */
export function startPlainVisit(app: RunningApp, cookies: readonly Cookie[]): Visit {
  const who = visitor();
  for (const { name, value } of cookies) who.cookies(new URL(app.url).origin).set(name, value);
  let opened: LoadedPage | undefined;
  const current = () => {
    if (!opened) throw new Error('no page has been opened yet');
    return opened;
  };

  const visit: Visit = {
    app,
    get page(): never {
      throw new Error('this state uses the browser, so it must have needsBrowser');
    },

    async open(path) {
      opened = await who.open(app.url + path);
    },

    async logIn(attendee, { path = '/badge-name', untick = [], deny = false } = {}) {
      // The sandbox asks for consent only once, unless it is restarted.
      if (deny || untick.length > 0) await app.restartSandbox();
      await visit.open(path);
      await visit.finishLogin(attendee, { untick, deny });
    },

    async finishLogin(attendee, { untick = [], deny = false } = {}) {
      while (current().url.origin === app.sandbox.url) {
        const button = current().$(`button[name=attendee][value=${attendee}]`).text().trim();
        if (button) opened = await who.press(current(), button.replace(/\s+/g, ' '));
        else opened = await who.press(current(), deny ? 'Deny' : 'Allow', untick);
      }
    },

    async follow(link) {
      opened = await who.follow(current(), link);
    },

    async press(button) {
      opened = await who.press(current(), button);
    },

    breakConvention: (faults) => setFaults(app.sandbox, faults),

    async read() {
      const { url, status, html, text } = current();
      return { url, status, html, text };
    },
  };
  return visit;
}
