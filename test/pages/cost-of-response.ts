import type { ServerResponse } from 'node:http';
import type { ScriptedApp } from '../support/app/scripted-app.ts';
import { type CpuCost, costBeside } from '../support/machine/cpu-time.ts';
import { type ValidCall, validResponses } from '../support/platform/valid-responses.ts';

export interface CostlyAnswer {
  readonly path: string;
  readonly call: ValidCall;
  readonly answer: unknown;
  readonly content: unknown;
}

/**
 * Resolves to the CPU time that this response costs a page. The baseline is a valid response that
 * has the same content in an ignored field.
 */
export async function costOfResponse(
  app: ScriptedApp,
  { path, call, answer, content, visits }: CostlyAnswer & { visits: number },
): Promise<CpuCost> {
  const visit = (json: unknown) => {
    const body = Buffer.from(JSON.stringify(json));
    return async () => {
      app.answers[call] = (response: ServerResponse) => response.end(body);
      await (await app.attendee.request(app.url + path)).arrayBuffer();
    };
  };
  const cost = await costBeside({
    task: visit(answer),
    baseline: visit(withUnread(validResponses[call] ?? {}, content)),
    rounds: visits,
  });
  app.answers[call] = validResponses[call];
  return cost;
}

function withUnread(response: object, unread: unknown): unknown {
  if (!Array.isArray(response)) return { ...response, unread };
  const [first, ...rest] = response;
  return [{ ...first, unread }, ...rest];
}
