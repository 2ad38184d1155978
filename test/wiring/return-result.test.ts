import assert from 'node:assert/strict';
import test from 'node:test';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { type Visitor, visitor } from '../support/app/visitor.ts';

const page = 'https://testcon.example/thanks?from=login';
const settings = { RETURN_ORIGINS: 'https://testcon.example', RETURN_RESULT: 'on' };

async function endOfLogin(
  app: RunningApp,
  { who, decision, returnTo }: { who: Visitor; decision: 'allow' | 'deny'; returnTo: string },
): Promise<{ status: number; location: string | null }> {
  const start = await who.request(`${app.url}/login?return_to=${encodeURIComponent(returnTo)}`);
  const consent = await who.press(await who.open(start.headers.get('location') ?? ''), 'robin');
  const form = new URLSearchParams(consent.$('form').serialize());
  form.append('decision', decision);
  let at = new URL(consent.$('form').attr('action') ?? '', consent.url);
  let response = await who.request(at, { method: 'POST', form });
  while (at.pathname !== '/login/callback') {
    at = new URL(response.headers.get('location') ?? '', at);
    response = await who.request(at);
  }
  return { status: response.status, location: response.headers.get('location') };
}

test('P68 the page on another site learns whether the login succeeded, and nothing else', async (t) => {
  const app = await startApp(t, { settings });
  const [robin, denier] = [visitor(), visitor()];
  const denied = await endOfLogin(app, { who: denier, decision: 'deny', returnTo: page });
  assert.deepEqual(denied, { status: 303, location: `${page}&result=denied` });
  assert.equal(
    (await denier.request(`${app.url}/profile`)).status,
    303,
    'denying does not log anybody in',
  );

  const ok = await endOfLogin(app, { who: robin, decision: 'allow', returnTo: page });
  assert.deepEqual(ok, { status: 303, location: `${page}&result=ok` });
  const again = await robin.request(`${app.url}/login?return_to=${encodeURIComponent(page)}`);
  assert.equal(
    again.headers.get('location'),
    `${page}&result=ok`,
    'attendees who were already logged in also return with the result',
  );
});

test('a result that is already in the link is replaced', async (t) => {
  const app = await startApp(t, { settings });
  const returnTo = 'https://testcon.example/?result=ok&result=ok';
  const { location } = await endOfLogin(app, { who: visitor(), decision: 'deny', returnTo });
  assert.equal(location, 'https://testcon.example/?result=denied');
});

test('our own pages get no result, and without the setting no other page does', async (t) => {
  const app = await startApp(t, { settings: { ...settings, RETURN_RESULT: 'off' } });
  const end = await endOfLogin(app, { who: visitor(), decision: 'deny', returnTo: page });
  assert.deepEqual(end, { status: 403, location: null });

  await app.restartApp({ RETURN_RESULT: 'on' });
  const denied = { who: visitor(), decision: 'deny' as const, returnTo: '/profile' };
  assert.equal((await endOfLogin(app, denied)).status, 403);
  const allowed = { who: visitor(), decision: 'allow' as const, returnTo: '/profile' };
  assert.equal((await endOfLogin(app, allowed)).location, '/profile');
});
