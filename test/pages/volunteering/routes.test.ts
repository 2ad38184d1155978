import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOf } from '../../support/app/rows-of.ts';
import { calls } from '../../support/app/scripted-app.ts';
import { startApp } from '../../support/app/start-app.ts';
import { confirm, logIn, visitor } from '../../support/app/visitor.ts';
import { setFaults } from '../../support/platform/set-faults.ts';

const settings = { SERVICE_SCOPES: 'volunteer:read' };
const everyDepartment = {
  Registration: 'registration@example.org',
  Safety: 'safety@example.org',
  'Art show': 'artshow@example.org',
  'Stage & sound <crew>': 'stage@example.org',
};

test('a volunteer sees their departments, the contact methods, their answers, and the public departments', async (t) => {
  const app = await startApp(t, { settings });
  const page = await logIn(visitor(), `${app.url}/volunteering`, { as: 'vera' });
  assert.equal(page.status, 200);
  assert.deepEqual(rowsOf(page, 'section[aria-labelledby=yours]'), {
    Registration: 'You have experience, You’re interested',
    Safety: 'You’re assigned, The department asked for you',
    'Art show': 'You prefer not to work here',
    'Stage & sound <crew>': 'on the waiting list',
  });
  const contact = rowsOf(page, 'section[aria-labelledby=contact]');
  assert.deepEqual(Object.entries(contact), [
    ['E-mail (preferred)', 'vera@example.org'],
    ['Phone', '+12025551010'],
  ]);
  assert.deepEqual(rowsOf(page, 'details'), {
    Days: 'Friday, Saturday',
    Allergies: 'Not answered',
  });
  assert.deepEqual(rowsOf(page, 'section[aria-labelledby=departments]'), everyDepartment);
});

test('a contact from the application stays after the attendee stops sharing it: announced before, and labelled on the page', async (t) => {
  const app = await startApp(t, { settings });
  const robin = visitor();
  const question = await logIn(robin, `${app.url}/sharing/stop?scope=pii:email`, { as: 'robin' });
  assert.match(question.text, /What you wrote in your volunteer application still shows there/);
  await robin.press(question, 'Stop sharing');
  const page = await confirm(robin, await robin.open(`${app.url}/volunteering`));
  assert.match(
    page.$('section[aria-labelledby=contact]').text().replaceAll(/\s+/g, ' '),
    /How the team reaches you From your volunteer application\..*whatever you choose to share\..*robin@example\.org/,
  );
});

test('department leads, and departments that are not public, are nowhere on the page', async (t) => {
  const app = await startApp(t, { settings });
  const page = await logIn(visitor(), `${app.url}/volunteering`, { as: 'vera' });
  // Robin and Stan lead departments. The board is not public.
  assert.doesNotMatch(page.html, /Robin|robin_banks|Stan|Board|board@/);
});

test('when only the list of departments fails, the rest of the page is shown, with a message in its place', async (t) => {
  const app = await startApp(t, { settings });
  const vera = visitor();
  await logIn(vera, `${app.url}/volunteering`, { as: 'vera' });
  for (const fault of ['server-error', 'expired-token', 'reset', 'huge']) {
    await setFaults(app.sandbox, [{ fault, route: calls.departments }]);
    const page = await vera.open(`${app.url}/volunteering`);
    assert.equal(page.status, 200, fault);
    assert.match(
      page.text,
      /Your departments .* The list of departments isn’t available right now\./,
    );
    assert.equal(rowsOf(page)['E-mail (preferred)'], 'vera@example.org');
  }
});
