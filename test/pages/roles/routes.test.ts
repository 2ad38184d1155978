import assert from 'node:assert/strict';
import test from 'node:test';
import { startApp } from '../../support/app/start-app.ts';
import { type LoadedPage, logIn, visitor } from '../../support/app/visitor.ts';

const groupsOf = ({ $ }: LoadedPage) =>
  $('main section')
    .toArray()
    .map((section) => [
      $(section).find('h2').text(),
      ...$(section)
        .find('li')
        .toArray()
        .map((item) => $(item).text()),
    ]);

test('with the site’s own credential the roles are grouped by scope', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: 'user:read' } });
  const page = await logIn(visitor(), `${app.url}/roles`, { as: 'stan' });
  assert.equal(page.status, 200);
  assert.deepEqual(groupsOf(page), [
    ['This convention', 'Staff', 'Paid attendee'],
    ['All conventions', 'Signed the NDA'],
  ]);
});

test('without it they are one list, from the attendee’s own record', async (t) => {
  const app = await startApp(t);
  const page = await logIn(visitor(), `${app.url}/roles`, { as: 'stan' });
  assert.deepEqual(groupsOf(page), [['', 'Staff', 'Signed the NDA', 'Paid attendee']]);
  assert.ok(!app.sandbox.calls.some(({ path }) => path.endsWith('/roles')));
});

test('a person without roles sees that most people have none, with and without the credential', async (t) => {
  for (const settings of [{}, { SERVICE_SCOPES: 'user:read' }]) {
    const app = await startApp(t, { settings });
    const page = await logIn(visitor(), `${app.url}/roles`, { as: 'sam' });
    assert.equal(page.status, 200);
    assert.match(
      page.text,
      /^Your roles You have no special roles\. Most attendees have none\. Expected one\?/,
    );
    assert.equal(page.$('main a').text().trim(), 'Testcon website');
    assert.equal(page.$('main h2, main li').length, 0);
  }
});

test('a person who misses a role gets a link to the people who help, if the settings name them', async (t) => {
  const app = await startApp(t, { settings: { HELP_EMAIL: 'help@testcon.example' } });
  const page = await logIn(visitor(), `${app.url}/roles`, { as: 'sam' });
  const link = page.$('main a');
  assert.deepEqual(
    [link.text(), link.attr('href')],
    ['help@testcon.example', 'mailto:help@testcon.example'],
  );
});
