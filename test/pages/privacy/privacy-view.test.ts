// Tests that the privacy page names the times that the code uses.
import assert from 'node:assert/strict';
import test from 'node:test';
import { privacyView } from '../../../src/pages/privacy/privacy-view.ts';
import { loadMessages } from '../../../src/web/words/messages.ts';

const folder = new URL('../../../views/messages/', import.meta.url);

for (const locale of ['en', 'de', 'fr', 'es']) {
  test(`in ${locale} both places say how long records stay in memory: the idle timeout of a session`, () => {
    const view = privacyView({
      scopes: ['pii:basic'],
      optionalScopes: [],
      serviceScopes: [],
      pictureOrigins: [],
      limits: { idleSeconds: 17 * 60, absoluteSeconds: 5 * 3600 },
      words: loadMessages(folder, { locale, common: { convention: 'Foxcon' } }),
    });
    const inShort = view.short.filter((line) => /17 minut/i.test(line));
    assert.equal(inShort.length, 1, view.short.join('\n'));
    const inDetail = view.kept.filter(({ lines }) => /17 minut/i.test(lines.join()));
    assert.equal(inDetail.length, 2, 'for the login, and for the details');
    // Every other time on the page is a fixed one of a cookie or a phone.
    assert.doesNotMatch(view.short.join(), /(?<!\d)1 minut/i);
  });
}
