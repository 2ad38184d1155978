// The faults that the sandbox can simulate. `PUT /faults` accepts a JSON list of them.
import { z } from 'zod';

const commonFields = {
  route: z
    .string()
    .regex(
      /^(\*|(GET|POST|PUT|DELETE) \/\S*)$/,
      'must be "*" or a method and a path, such as "GET /api/users/current"',
    )
    .describe('Method and path. {id} matches one segment, and "*" matches everything under /api'),
  attendee: z
    .string()
    .optional()
    .describe(
      'Only calls with this attendee in the token, path or filter. At the token endpoint, only calls after the attendee is known',
    ),
  times: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('The number of times. Default: until the faults are cleared'),
};
const afterwards = z
  .boolean()
  .optional()
  .describe('Run the operation first, so that only its response is lost');
const milliseconds = z.number().int().min(0).max(600_000);
const fields = z.array(z.string()).min(1).describe('Names of fields, at any depth of the response');

function fault<Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape) {
  return z.strictObject({ fault: z.literal(name), ...commonFields, ...shape });
}

const replacementFaults = [
  fault('html', {
    status: z.union([z.literal(403), z.literal(429), z.literal(503)]),
    retryAfter: z
      .union([z.number(), z.string()])
      .optional()
      .describe('The Retry-After header: seconds or a date'),
    afterwards,
  }),
  fault('server-error', { afterwards }),
  fault('expired-token', { afterwards }),
  fault('bearer-challenge', {
    error: z
      .enum(['invalid_token', 'insufficient_scope'])
      .default('invalid_token')
      .describe('Sent only in WWW-Authenticate, with an empty body (RFC 6750 3.1)'),
    afterwards,
  }),
  fault('reset', { afterwards }),
  fault('huge', { megabytes: z.number().min(1).max(10_000).default(200), afterwards }),
] as const;

/** Faults that delay the operation, or change or reject its request. */
const requestFaults = [
  fault('slow', { ms: milliseconds }),
  fault('filter-ignored', {}),
  // Has an effect only at the authorization and token endpoints, where strict mode rejects unknown
  // parameters too.
  fault('unknown-parameters', {}),
  fault('someone-else', { answered: z.string().describe('The attendee whose record is returned') }),
] as const;

const responseFaults = [
  fault('drip', { ms: milliseconds.describe('The pause after each byte') }),
  fault('missing-fields', { fields }),
  fault('null-fields', { fields }),
  fault('replaced-text', {
    fields,
    text: z.string().describe('The text for these fields'),
    repeated: z.number().int().min(1).max(1_000_000).default(1).describe('Number of repetitions'),
  }),
  fault('id-type', {}),
  fault('unshared-fields', {}),
  fault('endless-cursor', { cursor: z.enum(['fresh', 'repeated']).default('fresh') }),
  fault('narrower-scope', {
    scope: z.string().describe('The scopes that remain'),
    change: z
      .enum(['both', 'token', 'answer'])
      .default('both')
      .describe('Whether the tokens, the response or both lose the other scopes'),
  }),
  fault('platform-errors', {}),
] as const;

export const faultSchema = z.discriminatedUnion('fault', [
  ...replacementFaults,
  ...requestFaults,
  ...responseFaults,
]);

export type Fault = z.infer<typeof faultSchema>;

export type ReplacementFault = z.infer<(typeof replacementFaults)[number]>;

export function replacesResponse(one: Fault): one is ReplacementFault {
  return replacementFaults.some((known) => known.shape.fault.value === one.fault);
}

export function appliesBeforeOperation(one: Fault): boolean {
  if (replacesResponse(one)) return one.afterwards !== true;
  return requestFaults.some((known) => known.shape.fault.value === one.fault);
}
