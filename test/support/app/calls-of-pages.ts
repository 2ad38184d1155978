// Finds out from the app itself which calls each page makes, so that tests of all pages include new
// pages.

import { type ValidCall, validResponses } from '../platform/valid-responses.ts';
import { pagesWithRecords } from './page-paths.ts';
import { calls, startScriptedApp } from './scripted-app.ts';

/**
 * Pages that show records, each with its calls, starting with the call for the page's own record.
 */
export const callsOfPages = await readCalls();

export function pageOf(call: ValidCall): string {
  const page =
    callsOfPages.find(([, own]) => own === call) ??
    callsOfPages.find(([, ...made]) => made.includes(call));
  if (!page) throw new Error(`no page makes the call ${call}`);
  return page[0];
}

async function readCalls() {
  const ends: (() => unknown)[] = [];
  const app = await startScriptedApp({ after: (end) => void ends.push(end) }, validResponses);
  const found: [path: string, own: ValidCall, ...others: ValidCall[]][] = [];
  for (const path of pagesWithRecords) {
    app.requests.length = 0;
    await app.open(path);
    const made = app.requests.map((one) => `${one.method} ${one.path}` as ValidCall);
    const records = made.filter((call) => call in validResponses && call !== calls.user);
    const [own = calls.user, ...others] = [...records, calls.user];
    found.push([path, own, ...others]);
  }
  for (const end of ends) await end();
  return found;
}
