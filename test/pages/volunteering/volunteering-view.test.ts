import assert from 'node:assert/strict';
import test from 'node:test';
import type { Lookup } from '../../../src/convention/own-records.ts';
import type { Department, Volunteer } from '../../../src/convention/volunteer.ts';
import { volunteeringView } from '../../../src/pages/volunteering/volunteering-view.ts';
import { words } from '../../support/app/english.ts';
import { asRead } from '../../support/platform/as-read.ts';

const user = { id: '1', preferredName: 'Foxy' };
const viewOf = (volunteer: Lookup<Volunteer>, departments?: readonly Department[]) =>
  volunteeringView({ user, ...asRead({ volunteer, departments }), words });
const viewOfRecord = (volunteer: Partial<Volunteer>) =>
  viewOf({ state: 'found', record: { user: { id: '1', username: 'ada' }, ...volunteer } });

test('without a record the page says so; if this site may not look, it does not claim that there is none', () => {
  assert.equal(viewOf({ state: 'none' }).none, 'You haven’t applied to volunteer.');
  assert.equal(viewOf({ state: 'unknown' }).none, 'We can’t check whether you’re volunteering.');
  assert.match(viewOf({ state: 'none' }).next ?? '', /^Want to help\?/);
  assert.equal(viewOf({ state: 'unknown' }).next, undefined);
  assert.equal(viewOfRecord({}).none, undefined);
  for (const state of ['none', 'unknown'] as const) {
    const { departments, contact, answers } = viewOf({ state });
    assert.deepEqual([departments, contact, answers], [[], [], []]);
  }
});

test('each department has its states in words, and an unknown state unchanged', () => {
  const { departments } = viewOfRecord({
    departments: [
      {
        id: '1',
        name: 'Safety',
        states: ['experience', 'interest', 'avoid', 'assignment', 'request'],
      },
      { id: '2', name: '<Stage>', states: ['on the waiting list', '__proto__', ''] },
      { id: '3', name: 'Art show', states: [] },
      { id: '4', name: ' \u200b', states: null },
    ],
  });
  assert.deepEqual(
    departments.map(({ label, lines }) => [label, ...lines]),
    [
      [
        '\u2068Safety\u2069',
        'You have experience',
        'You’re interested',
        'You prefer not to work here',
        'You’re assigned',
        'The department asked for you',
      ],
      ['\u2068<Stage>\u2069', 'on the waiting list', '__proto__'],
      ['\u2068Art show\u2069', 'No details'],
      ['Not provided', 'No details'],
    ],
  );
});

test('the volunteer’s first choice of contact methods comes first, and the others keep their order', () => {
  const { contact } = viewOfRecord({
    contactMethods: [
      { name: 'Post', value: 'Box 7' },
      { name: 'Phone', isPrimary: false, value: '+1202' },
      { name: 'Chat', isPrimary: null, value: '' },
      { name: '{E-mail}', isPrimary: true, value: 'ada@example.org' },
    ],
  });
  assert.deepEqual(
    contact.map(({ label, lines }) => [label, ...lines]),
    [
      ['\u2068{E-mail}\u2069 (preferred)', 'ada@example.org'],
      ['\u2068Post\u2069', 'Box 7'],
      ['\u2068Phone\u2069', '+1202'],
      ['\u2068Chat\u2069', 'Not provided'],
    ],
  );
});

test('all departments are listed with their address, or the list is not available', () => {
  const { allDepartments } = viewOf({ state: 'none' }, [
    { id: '1', name: 'Safety', email: 'safety@example.org', publiclyVisible: true },
    { id: '2', name: 'Art show', email: null, publiclyVisible: true },
  ]);
  assert.ok(typeof allDepartments !== 'string');
  assert.deepEqual(
    allDepartments.map(({ label, lines }) => [label, ...lines]),
    [
      ['\u2068Safety\u2069', 'safety@example.org'],
      ['\u2068Art show\u2069', 'Not provided'],
    ],
  );
  assert.deepEqual(viewOf({ state: 'none' }, []).allDepartments, []);
  assert.equal(
    viewOf({ state: 'none' }).allDepartments,
    'The list of departments isn’t available right now.',
  );
});

test('a department has a mail link if its address is a plain one', () => {
  const hrefOf = (email: string) =>
    Object(viewOf({ state: 'none' }, [{ id: '1', name: 'Safety', email }]).allDepartments)[0].href;
  assert.equal(hrefOf('safety+2027@mail.con-1.example'), 'mailto:safety+2027@mail.con-1.example');
  for (const email of [
    '',
    'ask at the desk',
    'javascript:alert(1)',
    'a@con.example?bcc=b@evil.example',
    'a@con.example,b@evil.example',
    'a@con.example%0Abcc:b@evil.example',
    'a@con.example&body=x',
    '"a b"@con.example',
    'a@con',
    'ä@con.example',
  ])
    assert.equal(hrefOf(email), undefined, email);
});
