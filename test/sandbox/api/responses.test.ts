import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../../../src/sandbox/api/operation.ts';
import { operationsIn, sampleCalls, serviceScopes } from '../sample-calls.ts';
import {
  type ApiResponse,
  bothModes,
  callApi,
  logIn,
  sandboxFor,
  serviceToken,
} from '../visitor.ts';

for (const mode of bothModes)
  test(`every operation returns exactly the fields of its schema, for every handmade attendee (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const scope = 'pii:basic pii:email pii:phone pii:address';
    const attendees = ['robin', 'sam', 'mallory', 'noa', 'blair', 'stan'];
    const tokens = await Promise.all(
      attendees.map(async (attendee) => (await logIn(sandbox, { attendee, scope })).access_token),
    );
    const service = await serviceToken(sandbox, serviceScopes.join(' '));
    for (const operation of operationsIn(mode)) {
      const { access } = operation;
      const isForAttendees = typeof access === 'object' && 'attendee' in access;
      const responses = await Promise.all(
        (isForAttendees ? tokens : [service]).flatMap((token) =>
          sampleCalls(operation).map((sample) => callApi(sandbox, { ...sample, token })),
        ),
      );
      // Some attendees lack a record, so a 404 is also correct.
      const found = responses.filter(({ status }) => status !== 404);
      assert.ok(found.length > 0, operation.path);
      for (const response of found) assertAsDescribed(operation, response);
    }
  });

function assertAsDescribed({ path, outputSchema }: Operation, { status, body }: ApiResponse): void {
  assert.equal(status, outputSchema ? 200 : 204, path);
  // Parsing drops fields that the schema does not list, and throws on any other mismatch.
  assert.deepEqual(body, outputSchema?.parse(body) ?? null, path);
}
