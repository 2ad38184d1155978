// An operation of the API, described once: the routes, the OpenAPI document and /protocol are made from it.
import { Router } from 'express';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { type Access, type Caller, findCaller, NOBODY, permit } from './access.ts';
import { invalidRequest } from './errors.ts';

/** One call of an operation: by whom, on what, with what. */
interface Invocation<Sent> {
  caller: Caller;
  /** What stands in the path: `{id}`, `{roleId}`. */
  id: string;
  roleId: string;
  sent: Sent;
}

interface Description<Sends extends z.ZodType, Answers extends z.ZodType> {
  /** Its name in the OpenAPI document. */
  name: string;
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  /** What it does, in one sentence. */
  summary: string;
  access: Access;
  /** The query of a GET, the JSON body of the others. */
  sends: Sends;
  answers: Answers;
  /** The statuses of its own refusals, beside 401 and 403. */
  refuses: number[];
  run(call: Invocation<z.output<Sends>>): z.input<Answers>;
}

/** An operation of the API. */
export type Operation = Description<z.ZodType, z.ZodType>;

/** What an operation sends or answers when it is nothing. */
export const NOTHING = z.void();

/** Returns the operation, after the compiler has checked that it answers what it says. */
export function operation<Sends extends z.ZodType, Answers extends z.ZodType>(
  description: Description<Sends, Answers>,
): Operation {
  return description;
}

/** Where, in `res.locals`, a fault leaves the id of another attendee to answer about. */
export const SOMEONE_ELSE = 'someoneElse';

/** Returns the routes of these operations: each checks the token, then the scope, then what was sent, then answers. */
export function serve(operations: Operation[], provider: Provider): Router {
  const routes = Router();
  for (const { method, path, access, sends, run } of operations) {
    routes[method](path.replaceAll(/\{(\w+)\}/g, ':$1'), async (req, res) => {
      const { id = '', roleId = '' } = req.params as Record<string, string>;
      const caller = access === 'anyone' ? NOBODY : await findCaller(provider, req);
      permit(access, { ...caller, id });
      const sent = read(sends, method === 'get' ? req.query : req.body);
      const other: string | undefined = res.locals[SOMEONE_ELSE];
      const answer = run({
        caller: { ...caller, attendeeId: other ?? caller.attendeeId },
        id: other ?? id,
        roleId,
        sent,
      });
      res.status(answer === undefined ? 204 : 200).json(answer);
    });
  }
  return routes;
}

function read(sends: z.ZodType, sent: unknown): unknown {
  if (sends === NOTHING) return undefined;
  const result = sends.safeParse(sent);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw invalidRequest(problems.join('; '));
}
