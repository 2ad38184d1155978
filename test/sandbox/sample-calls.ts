// Derives calls from the sandbox's descriptions of its operations, so that tests of all operations
// include new operations.
import { allOperations, serviceScopesOf } from '../../src/sandbox/api/all-operations.ts';
import { existsIn, type Operation } from '../../src/sandbox/api/operation.ts';
import type { Mode } from '../../src/sandbox/mode.ts';
import { createConvention } from '../../src/sandbox/records/convention.ts';

const everyOperation = allOperations(createConvention({ url: '', generated: 0 }));
export const serviceScopes = serviceScopesOf(everyOperation);

export function operationsIn(mode: Mode): Operation[] {
  return everyOperation.filter((operation) => existsIn(mode, operation));
}

/** The operations of docs/interface.md, which are those of tolerant mode. */
const operations = operationsIn({ strict: false });

const attendeeIds = Array.from({ length: 12 }, (_, position) => String(1001 + position));
const robinId = '1001';

export interface SampleCall {
  readonly call: string;
  readonly sent?: object;
}

/**
 * Returns sample calls for an operation. GET requests about a user cover all handmade attendees.
 * Other methods use sam, who has no role.
 */
export function sampleCalls({ method, path, access, inputSchema }: Operation): SampleCall[] {
  const isAboutCaller = typeof access === 'object' && 'attendee' in access;
  const ids = method === 'get' ? attendeeIds : ['1002'];
  const paths = path.includes('{id}')
    ? (isAboutCaller ? ['current'] : ids).map((id) => path.replace('{id}', id))
    : [path];
  const inputs = [{}, { filter: { userIds: attendeeIds } }, { scope: 'convention' }];
  const sent = inputs.find((input) => inputSchema?.safeParse(input).success);
  return paths.map((one) => ({
    call: `${method.toUpperCase()} ${one.replace('{roleId}', '1')}`,
    ...(method === 'post' || method === 'put' ? { sent: sent ?? {} } : {}),
  }));
}

/**
 * Returns one user's records that a service can read, copied from robin's records in the sandbox.
 * The keys are calls with `{id}` in the path.
 */
export function recordsOfOneUser(userId: string): Record<string, object> {
  const caller = { attendeeId: null, scopes: new Set<string>() };
  const reads = operations.filter(
    ({ method, path }) => method === 'get' && path.startsWith('/api/v0/users/{id}/'),
  );
  const responses = reads.map(({ path, run }) => {
    const response = JSON.stringify(
      run({ caller, id: robinId, roleId: '', input: undefined, strict: false }),
    );
    return [`GET ${path}`, JSON.parse(response.replaceAll(robinId, userId))];
  });
  return Object.fromEntries(responses);
}
