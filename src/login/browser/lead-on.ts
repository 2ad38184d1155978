// A page that leads a browser on where a redirect would lead nowhere, also without scripts.
import type { Response } from 'express';

/** Sends the page. `address` is a path of this app whose query is encoded. */
export function leadOn(res: Response, address: string): void {
  const link = address.replaceAll('&', '&amp;');
  res.set({ Refresh: `0; url=${address}`, 'Cache-Control': 'no-store' });
  res.send(`<!doctype html><title>…</title><a href="${link}">…</a>`);
}
