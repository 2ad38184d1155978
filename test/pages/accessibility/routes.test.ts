import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import request from 'supertest';
import { createAppAlone } from '../../support/app/create-app-alone.ts';

test('everybody finds it in the footer, and it leads to the people of the convention', async () => {
  const { app } = createAppAlone({
    settings: { CONVENTION_NAME: 'Testcon', CONVENTION_SITE_URL: 'https://con.example' },
  });
  const home = load((await request(app).get('/')).text);
  assert.equal(home('footer a[href="/accessibility"]').text(), 'Accessibility');
  const { status, text } = await request(app).get('/accessibility');
  const $ = load(text);
  assert.deepEqual([status, $('h1').text()], [200, 'Accessibility']);
  assert.match($('main p').last().text(), /not working for you\? Tell the Testcon team/);
  assert.equal($('main p a').last().attr('href'), 'https://con.example/');
});
