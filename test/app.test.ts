import assert from 'node:assert/strict';
import test from 'node:test';
import { calls, startScriptedApp } from './support/app/scripted-app.ts';
import { visitor } from './support/app/visitor.ts';
import { validResponses } from './support/platform/valid-responses.ts';

test('a session stores at most a hundred characters of the name', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  for (const [name, shown] of [
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), `${'x'.repeat(100)}…`],
  ] as const) {
    app.answers[calls.user] = { id: 77, preferredName: name };
    const somebody = visitor();
    await somebody.open(`${app.url}/login`);
    const { $ } = await somebody.open(`${app.url}/privacy`);
    assert.match($('header').text(), new RegExp(`Logged in as\\s+${shown}\\s`));
  }
});
