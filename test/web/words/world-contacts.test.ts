import assert from 'node:assert/strict';
import test from 'node:test';
import { getCountries, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import { addressLines, phoneNumber } from '../../../src/web/words/contact-formats.ts';

const countries = getCountries();

test('an example number of each country keeps every digit, with any separators', (t) => {
  let count = 0;
  for (const country of countries) {
    const number = getExampleNumber(country, examples)?.number;
    assert.ok(number, country);
    const [code, rest] = [number.slice(0, 4), number.slice(4)];
    for (const typed of [number, `${code} ${rest}`, `${code}-(${rest})`, `\u2068${number}\u2069`]) {
      const shown = phoneNumber(typed);
      assert.ok(typeof shown === 'string' && shown.startsWith('+'), `${country} ${typed}`);
      assert.equal(shown.replace(/\D/g, ''), number.slice(1), `${country} ${typed}`);
      count += 1;
    }
  }
  t.diagnostic(`${count} phone numbers of ${countries.length} countries`);
});

const parts = {
  addressLine1: '1st Street 12',
  addressLine2: 'Flat 3/B',
  addressCity: 'Anytown',
  addressState: 'Somestate',
  addressZipcode: 'A1B 2C3',
};
const inKanji = {
  addressLine1: '一丁目',
  addressLine2: '二号室',
  addressCity: '市区',
  addressState: '県州',
  addressZipcode: '100',
};

test('an address in each country has every part once, the country last, in any combination of parts', (t) => {
  let count = 0;
  const names = new Intl.DisplayNames('en', { type: 'region' });
  for (const addressCountry of countries) {
    for (const given of [parts, inKanji]) {
      for (const left of [undefined, ...Object.keys(given)]) {
        const entries = Object.entries(given).filter(([name]) => name !== left);
        const lines = addressLines({ ...Object.fromEntries(entries), addressCountry }, 'en') ?? [];
        const isIso = names.of(addressCountry) === lines.at(-1);
        assert.ok(isIso || lines.at(-1) === addressCountry, `${addressCountry} ${lines}`);
        const text = lines.slice(0, -1).join('|');
        for (const [, part] of entries)
          assert.equal(text.split(part).length, 2, `${part} in ${addressCountry}: ${text}`);
        const words = entries.reduce((rest, [, part]) => rest.replace(part, ''), text);
        assert.match(words, /^[\s,/|-]*$/, `no other text in ${addressCountry}: ${text}`);
        count += 1;
      }
    }
  }
  t.diagnostic(`${count} addresses of ${countries.length} countries`);
});
