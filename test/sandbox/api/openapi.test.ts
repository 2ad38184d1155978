// The sandbox's OpenAPI document: it names every operation, and answers and refusals have exactly
// the shapes that it says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sandbox } from '../../../src/sandbox/app.ts';
import { operations, sampleCalls, serviceScopes } from '../sample-calls.ts';
import { type ApiAnswer, callApi, logIn, sandboxFor, serviceToken } from '../visitor.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface DocumentedOperation {
  operationId: string;
  parameters: { name: string; schema: Schema }[];
  requestBody?: { required: boolean } & Required<Response>;
  responses: Record<string, Response>;
}

type Response = { content?: { 'application/json': { schema: Schema } } };

/** Lists where a value breaks the schema: wrong types, undocumented and missing fields. */
function findMismatches(
  document: Document,
  schema: Schema,
  { value, at }: { value: unknown; at: string },
): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    const target = document.components.schemas[name];
    return target === undefined
      ? [`${at}: no schema ${name}`]
      : findMismatches(document, target, { value, at });
  }
  if (schema.anyOf !== undefined) {
    const fits = schema.anyOf.some(
      (one) => findMismatches(document, one, { value, at }).length === 0,
    );
    return fits ? [] : [`${at}: fits none of the alternatives`];
  }
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [`${at}: ${value} is not documented`];
  const type = jsonTypeOf(value);
  if (schema.type !== undefined && ![schema.type].flat().includes(type))
    return [`${at}: ${type}, not ${schema.type}`];
  if (Array.isArray(value)) {
    const items = schema.items ?? {};
    return value.flatMap((item, position) =>
      findMismatches(document, items, { value: item, at: `${at}[${position}]` }),
    );
  }
  if (type !== 'object' || schema.properties === undefined) return [];
  return findFieldMismatches(document, schema, { fields: value as Record<string, unknown>, at });
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function findFieldMismatches(
  document: Document,
  schema: Schema,
  { fields, at }: { fields: Record<string, unknown>; at: string },
): string[] {
  const missing = (schema.required ?? [])
    .filter((name) => !(name in fields))
    .map((name) => `${at}.${name}: missing`);
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const documented = schema.properties?.[name];
    if (documented === undefined) return [`${at}.${name}: not documented`];
    return findMismatches(document, documented, { value: field, at: `${at}.${name}` });
  });
  return [...missing, ...wrong];
}

/** By operation. Together they get every record; removeRole undoes addRole. */
const callsOf = new Map(operations.map((operation) => [operation.name, sampleCalls(operation)]));

async function readDocument(sandbox: Sandbox): Promise<Document> {
  return (await callApi(sandbox, { call: 'GET /api/docs' })).body as unknown as Document;
}

function operationsOf({ paths }: Document) {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

test('a limit is an integer from 1 to 100, and a body is required only where a field of it is', async (t) => {
  const { paths } = await readDocument(await sandboxFor(t));
  const limit = { type: 'integer', minimum: 1, maximum: 100 };
  const { parameters } = paths['/api/v0/roles']?.get ?? {};
  assert.deepEqual(parameters?.find(({ name }) => name === 'limit')?.schema, limit);
  const bodyOf = (path: string) => paths[path]?.post?.requestBody;
  const { required, content } = bodyOf('/api/v0/volunteers/search') ?? {};
  assert.deepEqual(
    [required, content?.['application/json'].schema.properties?.limit],
    [false, limit],
  );
  assert.equal(bodyOf('/api/v0/users/search')?.required, true);
});

test('every operation is documented, and answers exactly what its document says', async (t) => {
  const sandbox = await sandboxFor(t);
  const document = await readDocument(sandbox);
  assert.equal(document.openapi, '3.1.0');
  const documentedOperations = operationsOf(document);
  const documented = documentedOperations.map(({ operationId }) => operationId).sort();
  assert.deepEqual(documented, [...callsOf.keys()].sort());

  const scope = 'pii:basic pii:email pii:phone pii:address';
  const attendees = ['robin', 'sam', 'mallory', 'noa', 'blair', 'stan'];
  const tokens = await Promise.all(
    attendees.map(async (attendee) => (await logIn(sandbox, { attendee, scope })).access_token),
  );
  const service = await serviceToken(sandbox, serviceScopes.join(' '));
  for (const [operationId, calls] of callsOf) {
    const responses =
      documentedOperations.find((one) => one.operationId === operationId)?.responses ?? {};
    for (const { call, sent } of calls) {
      for (const token of operationId === 'currentUser' ? tokens : [service]) {
        assertDocumented(document, responses, {
          call,
          ...(await callApi(sandbox, { call, token, sent })),
        });
      }
    }
  }
});

function assertDocumented(
  document: Document,
  responses: Record<string, Response>,
  { call, status, body }: { call: string } & ApiAnswer,
): void {
  const response = responses[status];
  assert.ok(response, `${call} answers ${status}, which is not documented`);
  const schema = response.content?.['application/json'].schema;
  if (schema === undefined) assert.equal(body, null, call);
  else assert.deepEqual(findMismatches(document, schema, { value: body, at: call }), []);
}

test('the documented refusals of every operation are answered in the documented shape', async (t) => {
  const sandbox = await sandboxFor(t);
  const document = await readDocument(sandbox);
  const wrongScope = (await logIn(sandbox, { attendee: 'robin', scope: 'pii:email' })).access_token;
  for (const { operationId, responses } of operationsOf(document).filter(
    ({ operationId }) => operationId !== 'config',
  )) {
    for (const [token, expected] of [
      [undefined, 401],
      [wrongScope, 403],
    ] as const) {
      const [{ call, sent } = { call: '' }] = callsOf.get(operationId) ?? [];
      const { status, body } = await callApi(sandbox, { call, token, sent });
      assert.equal(status, expected, operationId);
      const schema = responses[status]?.content?.['application/json'].schema;
      assert.ok(schema, `${operationId} does not document ${status}`);
      assert.deepEqual(findMismatches(document, schema, { value: body, at: operationId }), []);
    }
  }
});

test('a mismatch between document and answer would be found', async (t) => {
  const document = await readDocument(await sandboxFor(t));
  const user = { id: 7, firstName: 'A', lastName: 'B', username: 'c', phone: null, shoeSize: 44 };
  assert.deepEqual(
    findMismatches(
      document,
      { $ref: '#/components/schemas/UserSummary' },
      { value: user, at: 'user' },
    ),
    [
      'user.email: missing',
      'user.id: number, not string',
      'user.phone: null, not string',
      'user.shoeSize: not documented',
    ],
  );
});
