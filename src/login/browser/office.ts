// Links in documents of Office. It follows their redirects by itself, with cookies of its own, and
// lets the browser open only the address where they end (support.microsoft.com/kb/899927): that of
// the convention, from which the browser would come back without the pending login.
import type { Request } from 'express';

const names = /\bms-office\b|\bMicrosoft Office\b|\b(Word|Excel|PowerPoint)\/\d/i;

/** What `addressInBrowser` adds. A window of Office itself comes back with it. */
const mark = { browser: '1' };

/** Whether Office looks at a link, before any browser does. */
export function isOffice(req: Request): boolean {
  const { browser } = req.query;
  return names.test(req.get('user-agent') ?? '') && browser !== mark.browser;
}

/** The same login for a browser. It begins on a page of ours, so no scope of the link counts. */
export function addressInBrowser(path: string, returnTo: string): string {
  return `${path}?${new URLSearchParams({ return_to: returnTo, ...mark })}`;
}
