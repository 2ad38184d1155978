import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConvention, yearOfNextConvention } from '../../../src/sandbox/records/convention.ts';

const url = 'http://127.0.0.1:4000';

test('the convention of the demo is the next one whose deadlines are ahead', () => {
  const yearOn = (date: string) => yearOfNextConvention(Date.parse(`${date}T12:00Z`));
  assert.equal(yearOn('2026-11-28'), 2027);
  assert.equal(yearOn('2027-05-31'), 2027);
  assert.equal(yearOn('2027-06-01'), 2028);
  assert.equal(yearOn('2028-02-29'), 2028);
});

test('twelve handmade attendees, each with a story, cover every state of a page', () => {
  const { handmade } = createConvention({ url, generated: 0 });
  assert.deepEqual(
    handmade.map(({ key }) => key),
    [
      'robin',
      'sam',
      'mallory',
      'noa',
      'blair',
      'wanda',
      'kit',
      'layla',
      'zoe',
      'vera',
      'dee',
      'stan',
    ],
  );
  for (const { key, story } of handmade) assert.ok(story.length > 20 && !story.includes('\n'), key);
  const assertSome = (matches: (attendee: (typeof handmade)[number]) => boolean, label: string) =>
    assert.ok(handmade.some(matches), label);
  const badgeName = (pattern: RegExp) => (attendee: (typeof handmade)[number]) =>
    pattern.test(attendee.registration?.badgeName ?? '');
  assertSome(({ registration }) => registration?.status === 'paid', 'paid');
  assertSome(({ registration }) => registration?.status === 'unpaid', 'unpaid');
  assertSome(({ registration }) => registration === null, 'no registration');
  assertSome(badgeName(/^[\s\u200B]+$/), 'blank badge name');
  assertSome(badgeName(/^.{40}$/), 'forty characters');
  assertSome(badgeName(/\p{Extended_Pictographic}/u), 'emoji');
  assertSome(badgeName(/\p{Script=Arabic}/u), 'right to left');
  assertSome(badgeName(/\p{Mark}{10}/u), 'stacked marks');
  assertSome(badgeName(/<script>/), 'markup');
  assertSome(({ user }) => user.preferredName === undefined, 'preferred name absent');
  assertSome(({ user }) => user.lastName === '', 'one name only');
  assertSome(({ volunteer }) => (volunteer?.departments.length ?? 0) > 1, 'volunteer');
  assertSome(({ dealer }) => (dealer?.applications.length ?? 0) > 1, 'dealer');
  assertSome(
    ({ roles }) => new Set(roles.map(({ scope }) => scope)).size === 2,
    'roles of both scopes',
  );
});

test('the roles of one convention are not those of another', () => {
  const [one, other] = [
    createConvention({ url, generated: 0 }),
    createConvention({ url, generated: 0 }),
  ];
  one.find('1001')?.roles.pop();
  assert.equal(one.find('1001')?.roles.length, 1);
  assert.equal(other.find('1001')?.roles.length, 2);
});
