// How names and dates of a record become words, also of people whom forms forget, and wherever the server stands.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { birthDate, displayName, legalName, visible } from '../../src/web/formatting.ts';

const blanks = [
  undefined,
  null,
  '',
  ' ',
  '\t\n',
  '\u00a0',
  '\u200b',
  '\u200b \u2060\ufeff',
  '\u202e\u202c',
  '\u0000\u0007',
];

test('a preferred name is shown, without the spaces around it', () => {
  assert.equal(displayName({ preferredName: ' Robin ', firstName: 'Roberta', lastName: 'Banks' }), 'Robin');
  assert.equal(displayName({ preferredName: '  👨‍👩‍👧‍👦', firstName: 'Roberta' }), '👨‍👩‍👧‍👦');
});

test('a preferred name in which nothing can be seen gives way to the legal name', () => {
  for (const preferredName of blanks) {
    assert.equal(displayName({ preferredName, firstName: 'Roberta', lastName: 'Banks' }), 'Roberta Banks');
  }
});

test('without any name the user name is shown, and without that nothing', () => {
  for (const blank of blanks) {
    const nobody = { preferredName: blank, firstName: blank, lastName: blank };
    assert.equal(displayName({ ...nobody, username: 'robin_banks' }), 'robin_banks');
    assert.equal(displayName({ ...nobody, username: blank }), '');
  }
  assert.equal(displayName({ firstName: '-', lastName: '.', username: 'robin_banks' }), 'robin_banks');
});

test('a person with a single name has that name, whatever mark the other field holds', () => {
  for (const mark of ['-', '.', ' - ', ...blanks]) {
    assert.equal(legalName({ firstName: 'Suharto', lastName: mark }), 'Suharto');
    assert.equal(legalName({ firstName: mark, lastName: 'Suharto' }), 'Suharto');
  }
});

test('the parts of a name are never swapped, and marks within them stay', () => {
  assert.equal(legalName({ firstName: 'Yoko', lastName: 'Ono' }), 'Yoko Ono');
  assert.equal(legalName({ firstName: 'J.', lastName: 'Smith-Jones' }), 'J. Smith-Jones');
});

test('only what is blank as a whole is blank: text keeps its hidden characters', () => {
  for (const blank of blanks) assert.equal(visible(blank), '');
  assert.equal(visible(' a\u200bb '), 'a\u200bb');
  assert.equal(visible('0'), '0');
});

test('a birth date is the date that stands in the record', () => {
  assert.equal(birthDate('1990-03-01T00:00:00.000Z', 'en'), 'March 1, 1990');
  assert.equal(birthDate('1990-03-01T23:59:59-12:00', 'en'), 'March 1, 1990');
  assert.equal(birthDate('2000-02-29', 'en'), 'February 29, 2000');
  assert.equal(birthDate('1990-03-01', 'en-GB'), '1 March 1990');
});

for (const zone of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
  test(`on a server in ${zone} it is the same date`, () => {
    const formatting = fileURLToPath(new URL('../../src/web/formatting.ts', import.meta.url));
    const program = `
      import { birthDate } from ${JSON.stringify(formatting)};
      const dates = ['1990-03-01T00:00:00.000Z', '1984-12-31T00:00:00.000Z', '2011-12-30'];
      console.log(Intl.DateTimeFormat().resolvedOptions().timeZone, dates.map((date) => birthDate(date, 'en')).join('; '));`;
    const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    });
    assert.equal(said.trim(), `${zone} March 1, 1990; December 31, 1984; December 30, 2011`);
  });
}

test('a birth date stays in the Gregorian calendar in every language', () => {
  assert.match(birthDate('1990-03-01', 'th') ?? '', /1990/);
  assert.match(birthDate('1990-03-01', 'fa-u-nu-latn') ?? '', /1990/);
});

test('what is no date is not made into one', () => {
  const others = ['', 'yesterday', '1990', '1990-3-1', '01.03.1990', ' 1990-03-01', '-1990-03-01', '+001990-03-01'];
  for (const text of [
    undefined,
    null,
    ...others,
    '1990-02-30',
    '1990-13-01',
    '1990-00-10',
    '2001-02-29',
    '0000-00-00',
  ]) {
    assert.equal(birthDate(text, 'en'), undefined, String(text));
  }
});
