import assert from 'node:assert/strict';
import test from 'node:test';
import { ageOn, preparation } from '../../../src/pages/badge-name/checklist.ts';
import { readConfig } from '../../../src/settings/config.ts';
import type { EventTime } from '../../../src/web/words/event-times.ts';
import { words } from '../../support/app/english.ts';
import { after, before, during } from '../../support/app/event-time.ts';
import { goodSettings } from '../../support/app/good-settings.ts';

const registration = { user: { id: '1' }, badgeName: 'Foxy', status: 'paid' };
const allSet = 'You’re all set';
const bring = 'Bring an ID with your legal name.';
const IDENTITY_URL = 'https://id.testcon.example/';
const GUARDIAN_URL = 'https://testcon.example/guardians';

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
    user: { id: '1', emailVerified: true, identityVerified: true, ...changes.user },
    registration:
      'registration' in changes && !changes.registration
        ? undefined
        : { ...registration, ...changes.registration },
    words,
  });
  return { ...found, steps: found?.steps.map(({ text, link }) => [text, link.text, link.url]) };
}

test('when everything is done it says so, and what to bring', () => {
  assert.deepEqual(prepare({}), { allSet, steps: [], bring });
});

test('open tasks replace that, with links to do them', () => {
  const user = { emailVerified: false, identityVerified: false };
  assert.deepEqual(prepare({ user, settings: { IDENTITY_URL } }), {
    allSet: '',
    steps: [
      ['Confirm your email', 'Confirm', 'https://reg.testcon.example/'],
      ['Confirm your identity', 'Confirm', IDENTITY_URL],
    ],
    bring,
  });
});

test('an identity that cannot be confirmed before is not a task: the ID is checked at the desk', () => {
  assert.deepEqual(prepare({ user: { identityVerified: false } }), { allSet, steps: [], bring });
});

test('nothing is all set without a payment and a badge name, which the bar asks for, or while something is unknown', () => {
  for (const changes of [
    { registration: { status: 'unpaid' } },
    { registration: { status: 'refunded' } },
    { registration: { badgeName: ' \u200b' } },
    { registration: undefined },
    { user: { emailVerified: null } },
    { user: { identityVerified: null } },
  ])
    assert.deepEqual(prepare(changes), { allSet: '', steps: [], bring });
});

test('an attendee under age on the first day sees what a guardian must read, if the convention says where', () => {
  const steps = (bornAt: string | null, settings: object = { GUARDIAN_URL }) =>
    prepare({ user: { bornAt }, settings }).steps;
  const notice = (limit: number) => [
    [`Under ${limit}: information for your parent or guardian`, 'Open', GUARDIAN_URL],
  ];
  assert.deepEqual(steps('2009-07-03'), notice(18));
  assert.deepEqual(
    steps('2009-07-02'),
    [],
    'an attendee who is eighteen on the first day gets no step',
  );
  assert.deepEqual(steps('2009-07-02', { GUARDIAN_URL, GUARDIAN_AGE: '21' }), notice(21));
  assert.deepEqual(steps('2009-07-03', {}), []);
  assert.deepEqual(steps(null), []);
});

test('an age is counted in dates: on the birthday, on the day before, and for a birthday on 29 February', () => {
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

test('during the convention only the guardian’s text is left, and after it nothing', () => {
  const user = { emailVerified: false, bornAt: '2010-01-01' };
  const {
    allSet: said,
    steps,
    bring: id,
  } = prepare({ user, settings: { GUARDIAN_URL }, time: during });
  assert.deepEqual([said, steps?.length, id], ['', 1, '']);
  assert.deepEqual(prepare({ time: after }), { steps: undefined });
});
