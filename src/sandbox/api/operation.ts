// Describes each operation of the API once. The routes and /protocol both use the description.
import { Router } from 'express';
import type { Provider } from 'oidc-provider';
import type { z } from 'zod';
import type { Mode } from '../mode.ts';
import { type Access, anonymousCaller, type Caller, checkAccess, findCaller } from './access.ts';
import { invalidRequest } from './errors.ts';

interface Invocation<Sent> {
  caller: Caller;
  /** The path parameters `{id}` and `{roleId}`, or '' if the path does not contain them. */
  id: string;
  roleId: string;
  input: Sent;
  strict: boolean;
}

interface Description<Input extends z.ZodType, Output extends z.ZodType> {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  /** The only mode in which this operation exists. By default, it exists in both modes. */
  only?: 'strict' | 'tolerant' | undefined;
  /** Shown on /protocol. */
  summary: string;
  access: Access;
  /**
   * The schema of the query for GET, or of the JSON body for other methods. Without a schema, input
   * is ignored.
   */
  inputSchema?: Input;
  /** The response schema. Without a schema, the response is empty (204). */
  outputSchema?: Output;
  run(call: Invocation<z.output<Input>>): z.input<Output>;
}

export type Operation = Description<z.ZodType, z.ZodType>;

/**
 * Returns the description unchanged. Its type makes the compiler check `run` against the schemas.
 */
export function operation<
  Input extends z.ZodType = z.ZodVoid,
  Output extends z.ZodType = z.ZodVoid,
>(description: Description<Input, Output>): Operation {
  return description;
}

export function existsIn({ strict }: Mode, { only }: Pick<Operation, 'only'>): boolean {
  return only === undefined || (only === 'strict') === strict;
}

/**
 * A key of `res.locals`. A fault stores a different attendee's id there, and the operation then
 * returns that attendee's record.
 */
export const otherAttendeeIdKey = 'someoneElse';

export function serve(
  operations: Operation[],
  { provider, mode }: { provider: Provider; mode: Mode },
): Router {
  const routes = Router();
  for (const { method, path, only, access, inputSchema, run } of operations) {
    routes[method](path.replaceAll(/\{(\w+)\}/g, ':$1'), async (req, res, next) => {
      if (!existsIn(mode, { only })) return next();
      const { id = '', roleId = '' } = req.params as Record<string, string>;
      const caller = access === 'anyone' ? anonymousCaller : await findCaller(provider, req);
      checkAccess(access, { ...caller, id });
      const input = parseInput(inputSchema, method === 'get' ? req.query : (req.body ?? {}));
      const otherId: string | undefined = res.locals[otherAttendeeIdKey];
      const output = run({
        caller: { ...caller, attendeeId: otherId ?? caller.attendeeId },
        id: otherId ?? id,
        roleId,
        input,
        strict: mode.strict,
      });
      res.status(output === undefined ? 204 : 200).json(output);
    });
  }
  return routes;
}

function parseInput(inputSchema: z.ZodType | undefined, input: unknown): unknown {
  if (inputSchema === undefined) return undefined;
  const result = inputSchema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
  );
  throw invalidRequest(problems.join('; '));
}
