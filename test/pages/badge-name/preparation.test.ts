// The checklist: open items have a link, unknown ones are left out, and ages are counted in dates.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ageOn, preparation } from '../../../src/pages/badge-name/preparation.ts';
import { readConfig } from '../../../src/settings/config.ts';
import type { EventTime } from '../../../src/web/words/event-calendar.ts';
import { words } from '../../support/english.ts';
import { before, during, timeAt } from '../../support/event-time.ts';
import { goodSettings } from '../../support/good-settings.ts';

const user = { id: '1', emailVerified: true, identityVerified: true };
const registration = { user: { id: '1' }, badgeName: 'Foxy', status: 'paid' };
const empty = { heading: '', summary: '', isAllSet: false, steps: [] };
const bring = ['reminder', 'Bring an ID with your legal name'];

function prepare(changes: {
  user?: object;
  registration?: object | undefined;
  settings?: object;
  time?: EventTime;
}) {
  const { event, convention } = readConfig({
    ...goodSettings,
    REGISTRATION_URL: 'https://reg.testcon.example/',
    ...changes.settings,
  });
  const found = preparation({
    event,
    time: changes.time ?? before,
    registrationUrl: convention.registrationUrl,
    user: { ...user, ...changes.user },
    registration:
      'registration' in changes && !changes.registration
        ? undefined
        : { ...registration, ...changes.registration },
    words,
  });
  const { heading, summary, isAllSet, steps } = found ?? empty;
  const texts = steps.map(({ state, text, link }) => [
    state,
    text,
    ...(link ? [link.text, link.url] : []),
  ]);
  return { heading, summary, isAllSet, steps: texts };
}

test('when all is done, the list says so and what to bring', () => {
  assert.deepEqual(prepare({}), {
    heading: 'Before the convention',
    summary: 'You are all set',
    isAllSet: true,
    steps: [
      ['done', 'Badge name chosen'],
      ['done', 'Email confirmed'],
      ['done', 'Identity confirmed'],
      bring,
    ],
  });
});

test('while the days are not known, it does not say that they are to come', () => {
  const time = timeAt('2027-05-20T12:00:00Z', { days: undefined });
  assert.equal(prepare({ time }).heading, 'Your checklist');
});

test('what is open comes first, with where to do it', () => {
  const { summary, isAllSet, steps } = prepare({
    user: { emailVerified: false, identityVerified: false },
    settings: { IDENTITY_URL: 'https://id.testcon.example/' },
  });
  assert.deepEqual([summary, isAllSet], ['2 to do', false]);
  assert.deepEqual(steps, [
    ['open', 'Confirm your email', 'Confirm', 'https://reg.testcon.example/'],
    ['open', 'Confirm your identity', 'Confirm', 'https://id.testcon.example/'],
    ['done', 'Badge name chosen'],
    bring,
  ]);
});

test('an identity that can be confirmed nowhere before is nothing to do: it is checked at the desk', () => {
  const { summary, isAllSet, steps } = prepare({ user: { identityVerified: false } });
  assert.deepEqual([summary, isAllSet], ['You are all set', true]);
  assert.deepEqual(steps, [
    ['done', 'Badge name chosen'],
    ['done', 'Email confirmed'],
    ['reminder', 'Your identity is checked at the desk'],
    bring,
  ]);
  const { isAllSet: isSet } = prepare({ user: { emailVerified: false, identityVerified: false } });
  assert.equal(isSet, false);
});

test('payment and a missing badge name, which stand above, are not in the list, and nothing is all set without them', () => {
  for (const open of [{ status: 'unpaid' }, { status: 'refunded' }, { badgeName: ' \u200b' }]) {
    const { summary, isAllSet, steps } = prepare({ registration: open });
    assert.deepEqual([summary, isAllSet], ['', false]);
    assert.doesNotMatch(JSON.stringify(steps), /"open"|paid/);
  }
});

test('what cannot be known is not claimed, neither done nor open', () => {
  const steps = (changes: Parameters<typeof prepare>[0]) =>
    prepare(changes).steps.map(([, text]) => text);
  const confirmed = ['Email confirmed', 'Identity confirmed', bring[1]];
  assert.deepEqual(steps({ registration: undefined }), confirmed);
  const { steps: unknown, isAllSet } = prepare({ user: { emailVerified: null } });
  assert.deepEqual(
    unknown.map(([, text]) => text),
    ['Badge name chosen', 'Identity confirmed', bring[1]],
  );
  assert.equal(isAllSet, false);
  const { steps: others, isAllSet: isSet } = prepare({ user: { identityVerified: null } });
  assert.doesNotMatch(JSON.stringify(others), /identity/i);
  assert.equal(isSet, false);
});

test('who is under age on the first day is told what a guardian must read, if the convention says where', () => {
  const GUARDIAN_URL = 'https://testcon.example/guardians';
  const reminded = (bornAt: string | null, settings: object = { GUARDIAN_URL }) =>
    prepare({ user: { bornAt }, settings }).steps.find(([, text]) => text?.startsWith('Under'));
  const notice = (limit: number) => [
    'reminder',
    `Under ${limit}: what your parent or guardian must know`,
    'Open',
    GUARDIAN_URL,
  ];
  assert.deepEqual(reminded('2009-07-03'), notice(18));
  assert.equal(reminded('2009-07-02'), undefined, 'eighteen on the first day');
  assert.deepEqual(reminded('2009-07-02', { GUARDIAN_URL, GUARDIAN_AGE: '21' }), notice(21));
  assert.equal(reminded('2009-07-03', {}), undefined);
  assert.equal(reminded(null), undefined);
});

test('an age is counted in dates: on the birthday, on the day before, and for who was born on 29 February', () => {
  for (const [bornAt, day, age] of [
    ['2009-07-02T00:00:00.000Z', '2027-07-02', 18],
    ['2009-07-03T00:00:00.000Z', '2027-07-02', 17],
    ['2009-07-02T23:59:59.000Z', '2027-07-02', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2028-01-01', '2027-07-02', undefined],
    ['1897-07-02', '2027-07-02', 130],
    ['1896-07-02', '2027-07-02', undefined],
  ] as const) {
    assert.equal(ageOn(day, bornAt), age, `${bornAt} ${day}`);
  }
});

test('in the days of the convention nothing is left to do but to bring what a guardian must sign, and the ID', () => {
  const settings = { GUARDIAN_URL: 'https://testcon.example/guardians' };
  const open = { emailVerified: false };
  const minor = prepare({ user: { ...open, bornAt: '2010-01-01' }, settings, time: during });
  assert.deepEqual([minor.heading, minor.summary], ['Bring with you', '']);
  assert.deepEqual(
    minor.steps.map(([state, text]) => [state, text]),
    [['reminder', 'Under 18: what your parent or guardian must know'], bring],
  );
  assert.deepEqual(
    prepare({ user: { ...open, bornAt: '1990-01-01' }, settings, time: during }),
    empty,
  );
});
