// Pages: who may see each, and that the tests of all pages know it.
import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { createAppAlone } from '../support/create-app-alone.ts';
import { openPages, pagesWithLogin, pagesWithRecords } from '../support/page-paths.ts';
import { allServiceScopes } from '../support/start-app.ts';
import { callsOfPages } from '../support/valid-answers.ts';

const { app } = createAppAlone({ settings: { SERVICE_SCOPES: allServiceScopes } });
const pagePaths = 'test/support/page-paths.ts';
const validAnswers = 'test/support/valid-answers.ts';

test('a page is for everybody or asks for a login, and the tests of all pages know which, and its calls', async () => {
  for (const path of openPages) {
    const { status } = await request(app).get(path);
    assert.equal(status, 200, `${path} is no page for everybody: remove it in ${pagePaths}`);
  }
  for (const path of pagesWithLogin) {
    const { headers } = await request(app).get(path);
    const login = `/login?return_to=${encodeURIComponent(path)}`;
    const fix = `${path} asks for no login: add it to openPages in ${pagePaths}`;
    assert.equal(headers.location, login, fix);
  }
  const known = callsOfPages.map(([path]) => path);
  for (const path of pagesWithRecords) {
    const fix = `add ${path} and its calls to callsOfPages in ${validAnswers}`;
    assert.equal(
      known.includes(path),
      true,
      `${fix}; if it is no page, to notPages in ${pagePaths}`,
    );
  }
  for (const path of known) {
    const fix = `${path} is no page that shows records: remove it in ${validAnswers}`;
    assert.equal(pagesWithRecords.includes(path), true, fix);
  }
});
