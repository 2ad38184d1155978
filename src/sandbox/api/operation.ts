// An operation of the API, described once: the routes, the OpenAPI document and /protocol are
// generated from this description.
import { Router } from 'express';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Convention } from '../records/convention.ts';
import { type Access, anonymousCaller, type Caller, checkAccess, findCaller } from './access.ts';
import { invalidRequest } from './errors.ts';

/** One call of an operation: the caller, the path parameters and the input. */
interface Invocation<Sent> {
  caller: Caller;
  /** The path parameters `{id}` and `{roleId}`; empty when the path has none. */
  id: string;
  roleId: string;
  input: Sent;
}

interface Description<Input extends z.ZodType, Output extends z.ZodType> {
  /** The `operationId` in the OpenAPI document. */
  name: string;
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  /** One sentence for the OpenAPI document and /protocol. */
  summary: string;
  access: Access;
  /** The schema of the query of a GET, or of the JSON body of any other method. */
  inputSchema: Input;
  outputSchema: Output;
  /** The statuses of its errors, besides 401 and 403. */
  errorStatuses: number[];
  run(call: Invocation<z.output<Input>>): z.input<Output>;
}

/** An operation of the API. */
export type Operation = Description<z.ZodType, z.ZodType>;

/** One kind of record: its operations, and the schemas that the OpenAPI document names. */
export interface Resource {
  schemas: Record<string, z.ZodType>;
  operations(convention: Convention): Operation[];
}

/** The schema of an operation that takes no input or returns no output. */
export const emptySchema = z.void();

/** Returns the description; the compiler checks that `run` matches its schemas. */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  description: Description<Input, Output>,
): Operation {
  return description;
}

/** The key in `res.locals` under which a fault puts the id of another attendee to return. */
export const otherAttendeeIdKey = 'someoneElse';

/**
 * Returns the routes of these operations. Each checks the access token, then the scope, then the
 * input, and then runs the operation.
 */
export function serve(operations: Operation[], provider: Provider): Router {
  const routes = Router();
  for (const { method, path, access, inputSchema, run } of operations) {
    routes[method](path.replaceAll(/\{(\w+)\}/g, ':$1'), async (req, res) => {
      const { id = '', roleId = '' } = req.params as Record<string, string>;
      const caller = access === 'anyone' ? anonymousCaller : await findCaller(provider, req);
      checkAccess(access, { ...caller, id });
      const input = parseInput(inputSchema, method === 'get' ? req.query : (req.body ?? {}));
      const otherId: string | undefined = res.locals[otherAttendeeIdKey];
      const answer = run({
        caller: { ...caller, attendeeId: otherId ?? caller.attendeeId },
        id: otherId ?? id,
        roleId,
        input,
      });
      res.status(answer === undefined ? 204 : 200).json(answer);
    });
  }
  return routes;
}

function parseInput(inputSchema: z.ZodType, input: unknown): unknown {
  if (inputSchema === emptySchema) return undefined;
  const result = inputSchema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
  );
  throw invalidRequest(problems.join('; '));
}
