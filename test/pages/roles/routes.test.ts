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

test('a person who misses a role gets a link to the people who help, if the settings name them', async (t) => {
  const app = await startApp(t, { settings: { HELP_EMAIL: 'help@testcon.example' } });
  const page = await logIn(visitor(), `${app.url}/roles`, { as: 'sam' });
  const link = page.$('main a');
  assert.deepEqual(
    [link.text(), link.attr('href')],
    ['help@testcon.example', 'mailto:help@testcon.example'],
  );
});
