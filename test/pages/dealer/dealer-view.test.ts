import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dealer, DealerApplication } from '../../../src/convention/dealer.ts';
import { dealerView } from '../../../src/pages/dealer/dealer-view.ts';
import type { Row } from '../../../src/web/rows.ts';
import { words } from '../../support/app/english.ts';
import { asRead } from '../../support/platform/as-read.ts';

type Application = DealerApplication;

const user = { id: '1', preferredName: 'Foxy' };
const viewOf = (...dealers: Partial<Dealer>[]) =>
  dealerView({
    user,
    dealers: dealers.map((dealer) =>
      asRead({ id: '5', user: { id: '1', username: 'ada' }, ...dealer }),
    ),
    words,
  });
const linesByLabel = (rows: readonly Row[] = []) =>
  Object.fromEntries(rows.map(({ label, lines }) => [label, lines.join(', ')]));
const applicationLines = (application: Partial<Application>) =>
  linesByLabel(
    viewOf({ applications: [{ id: '7', ...application }] }).businesses[0]?.applications[0]?.rows,
  );

test('a person who has not applied sees that', () => {
  assert.deepEqual(viewOf(), {
    heading: 'Dealer application',
    visitorName: 'Foxy',
    none: 'You haven’t applied as a dealer.',
    businesses: [],
  });
});

test('ten businesses are shown, each with ten applications', () => {
  const applications = Array.from({ length: 11 }, (_, index) => asRead({ id: `${index}` }));
  const dealers = Array.from({ length: 11 }, () => ({ applications }));
  for (const count of [10, 11]) {
    const { businesses } = viewOf(...dealers.slice(0, count));
    assert.equal(businesses.length, 10);
    const [first] = viewOf({ applications: applications.slice(0, count) }).businesses;
    assert.equal(first?.applications.length, 10);
  }
});

test('an application that is pending waits for a decision', () => {
  assert.equal(applicationLines({ status: 'pending' }).Status, 'Waiting for a decision');
});

test('an unknown status is shown unchanged', () => {
  for (const status of ['approved', 'wait-listed', 'PENDING', '<b>', '__proto__']) {
    assert.equal(applicationLines({ status }).Status, status);
  }
  for (const status of [null, undefined, '', '\u200b'])
    assert.equal(applicationLines({ status }).Status, 'Not provided');
});

test('an application shows table, type, whether that costs money, the requested type, area and requests', () => {
  const half = { id: '31', name: 'half', displayName: null, paid: false };
  const full = { id: '32', name: 'full', displayName: 'Full table', paid: true };
  assert.deepEqual(
    applicationLines({
      status: 'approved',
      tableNumber: 'A12',
      tableType: full,
      dealerRequestTypes: [full, half],
      dealerArea: { id: '41', name: 'Main hall' },
      specialRequests: 'Near a power outlet',
    }),
    {
      Status: 'approved',
      'Table number': 'A12',
      'Table type': 'Full table',
      'Table is paid for': 'Yes',
      'Also requested': 'Full table, half',
      Area: 'Main hall',
      'Special requests': 'Near a power outlet',
    },
  );
});

test('no state of an application is shown as paid, because the flag belongs to the table type', () => {
  const costFor = (paid: boolean | null | undefined) =>
    applicationLines({ tableType: { id: '31', paid } })['Table is paid for'];
  assert.deepEqual([true, false, null, undefined].map(costFor), [
    'Yes',
    'No',
    'Not available right now',
    'Not available right now',
  ]);
  assert.equal('Table is paid for' in applicationLines({ tableType: null }), false);
  for (const status of ['pending', 'approved', 'waitlisted']) {
    const lines = applicationLines({ status, tableType: { id: '31', name: 'full', paid: true } });
    assert.doesNotMatch(JSON.stringify(lines), /Payment|Paid/);
  }
});

test('without a number the table is not assigned yet, for any status', () => {
  const tableFor = (status: string, tableNumber: string | null = null) =>
    applicationLines({ status, tableNumber })['Table number'];
  assert.equal(tableFor('pending', 'A12'), 'A12');
  for (const status of ['pending', 'waitlisted', 'approved'])
    for (const number of [null, '0', '000', ''])
      assert.equal(tableFor(status, number), 'Not assigned yet', `${status} ${number}`);
  assert.equal(tableFor('approved', '10'), '10');
});

test('a pending application shows its known values, and no row that is empty or repeated', () => {
  const half = { id: '31', name: 'half', displayName: 'Half table' };
  const full = { id: '32', name: 'full', displayName: 'Full table' };
  assert.deepEqual(applicationLines({ status: 'pending', specialRequests: '' }), {
    Status: 'Waiting for a decision',
    'Table number': 'Not assigned yet',
  });
  const requested = (dealerRequestTypes: Application['dealerRequestTypes']) =>
    applicationLines({ status: 'pending', tableType: half, dealerRequestTypes })['Also requested'];
  assert.equal(requested([half]), undefined, 'the row is left out if it repeats the table type');
  assert.equal(requested([half, full]), 'Half table, Full table');
  assert.equal(requested([full]), 'Full table');
});

test('several applications have headings, and a single one needs none', () => {
  const headingsOf = (...applications: Application[]) =>
    viewOf({ applications }).businesses[0]?.applications.map(({ heading }) => heading);
  assert.deepEqual(headingsOf({ id: '1' }, { id: '2' }), ['Application 1', 'Application 2']);
  assert.deepEqual(headingsOf({ id: '1' }), [undefined]);
});

test('an empty application says that its status is not provided, and no other value is reported missing', () => {
  assert.deepEqual(applicationLines({}), {
    Status: 'Not provided',
    'Table number': 'Not assigned yet',
  });
});

test('a business shows its name, e-mail, the lines of its address and its answers', () => {
  const [business] = viewOf({
    name: ' Nest Boxes ',
    email: 'shop@example.org',
    addressLine1: '1 Street',
    addressLine2: ' ',
    addressCity: 'Portland',
    addressCountry: 'US',
    options: [
      { id: '1', name: 'Website', type: 'hologram', value: ['https://a.example', true, 3] },
    ],
  }).businesses;
  assert.equal(business?.name, 'Nest Boxes');
  assert.deepEqual(linesByLabel(business?.business), {
    'Business email': 'shop@example.org',
    'Business address': '1 Street, Portland, United States',
    '\u2068Website\u2069': 'https://a.example, true, 3',
  });
});

test('a business without a name, an address or applications says so', () => {
  const [business] = viewOf({ name: '\u200b' }).businesses;
  assert.equal(business?.name, 'Your business');
  assert.deepEqual(business?.applications, []);
  assert.deepEqual(linesByLabel(business?.business), {
    'Business email': 'Not provided',
    'Business address': 'Not provided',
  });
});
