import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { type ReceivedRequest, sendJson } from '../platform/scripted-platform.ts';
import { validResponses } from '../platform/valid-responses.ts';
import { type Answers, calls, type ScriptedApp, startScriptedApp } from './scripted-app.ts';
import { type Visitor, visitor } from './visitor.ts';

export interface AppOfMany {
  readonly app: ScriptedApp;
  /** `id` is also this person's access token. */
  logInAs(id: string): Promise<Visitor>;
}

export async function startAppOfMany(t: TestContext, answers: Answers = {}): Promise<AppOfMany> {
  const app = await startScriptedApp(t, { ...validResponses, ...answers });
  let tokenFor = '';
  app.answers[calls.token] = (response: ServerResponse) =>
    sendJson(response, { access_token: tokenFor, token_type: 'bearer', expires_in: 3600 });
  app.answers[calls.user] = (response: ServerResponse, { headers }: ReceivedRequest) =>
    sendJson(response, { id: Number(headers.authorization?.slice('Bearer '.length)) });
  return {
    app,
    async logInAs(id) {
      tokenFor = id;
      const who = visitor();
      assert.equal((await who.open(`${app.url}/profile`)).status, 200);
      return who;
    },
  };
}
