import assert from 'node:assert/strict';
import type { LoadedPage } from './visitor.ts';

export function checkInert({ $, url }: LoadedPage): void {
  assert.equal(
    $(
      [
        'script:not([src^="/assets/"]:empty), style, b, i, iframe',
        'img:not(.picture > img, .badge-face > img, .site-convention > img[src^="/assets/"])',
        'form:not([action="/logout"], [action="/language"], [action="/badge-name"])' +
          ':not([action="/logout/everywhere"], [action="/sharing/stop"], [action="/login/stay"])',
        'svg:not(.initials, .badge-card, .strap, .icon, .desk-name, .desk-fields > svg)',
      ].join(),
    ).length,
    0,
  );
  for (const element of $('*').toArray()) {
    const names = 'attribs' in element ? Object.keys(element.attribs) : [];
    assert.deepEqual(
      names.filter((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc'),
      [],
    );
  }
  const links = $('a').toArray();
  const addresses = links.map((link) => new URL($(link).attr('href') ?? '', url).href);
  // Only `http:` links and `mailto:` links with one recipient, such as a department's, are allowed.
  const protocols = addresses
    .filter((address) => !/^mailto:[\w.+-]+@[\w.-]+$/.test(address))
    .map((address) => new URL(address).protocol);
  assert.deepEqual([...new Set(protocols)], ['http:']);
}
