// Checks the client against the sandbox's schemas. Each operation returns a sample made from its
// response schema, and the client must read every field except those that it drops on purpose.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { z } from 'zod';
import { type Convention, createConvention } from '../../src/convention/convention.ts';
import { createServiceTokens } from '../../src/login/login.ts';
import { operations } from '../sandbox/sample-calls.ts';
import { startScriptedConvention } from '../support/platform/scripted-convention.ts';

interface Schema {
  type?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

const schemas = new Map(
  operations.flatMap(({ method, path, outputSchema }) =>
    outputSchema ? [[`${method} ${path}`, z.toJSONSchema(outputSchema) as Schema]] : [],
  ),
);

const attendee = {
  accessToken: 'token',
  userId: '7',
  grantedScopes: ['pii:basic', 'pii:email', 'pii:phone', 'pii:address'],
};

const everything = { userId: '7', userIds: ['7'], roleId: '3', scope: 'convention' };

type Read = (convention: Convention) => Promise<unknown>;

const reads: Read[] = [
  (convention) => convention.onBehalfOf(attendee).currentUser(),
  ...Object.keys(serviceOf(createConventionAt(new URL('http://localhost')))).map(
    (name): Read =>
      async (convention) => {
        const calls = serviceOf(convention) as unknown as Record<string, (all: object) => unknown>;
        return firstOf(await calls[name]?.(everything));
      },
  ),
];

function serviceOf(convention: Convention) {
  const service = convention.asService();
  assert.ok(service);
  return service;
}

async function firstOf(found: unknown): Promise<unknown> {
  if (Array.isArray(found)) return found[0];
  if (typeof found !== 'object' || found === null || !(Symbol.asyncIterator in found)) return found;
  for await (const item of found as AsyncIterable<unknown>) return item;
  return undefined;
}

function createConventionAt(baseUrl: URL): Convention {
  const credential = {
    clientId: 'lanyard',
    clientSecret: 'secret',
    tokenUrl: new URL('/token', baseUrl),
    scopes: ['x'],
  };
  return createConvention({
    baseUrl,
    requestServiceToken: createServiceTokens(credential),
    dealerSearchPath: '/api/v0/users/search',
  });
}

async function compare(read: Read, t: TestContext) {
  const asked: string[] = [];
  const answers = new Map<string, unknown>();
  const { baseUrl } = await startScriptedConvention(t, (response, { method, path }) => {
    const operation = operationOf(method, path);
    const token = { access_token: 'service', token_type: 'Bearer', expires_in: 3600 };
    if (path !== '/token') asked.push(operation);
    if (!answers.has(operation)) answers.set(operation, sampleAnswer(operation));
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(path === '/token' ? token : answers.get(operation)));
  });
  const convention = createConventionAt(baseUrl);
  t.after(() => convention.close());
  const received = await read(convention);
  const [operation = ''] = asked;
  return { operation, sent: recordIn(answers.get(operation)), received };
}

function operationOf(method = '', address = ''): string {
  const { pathname } = new URL(address, 'http://localhost');
  const path = operations.find((one) =>
    new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )?.path;
  return `${method.toLowerCase()} ${path}`;
}

function sampleAnswer(operation: string): unknown {
  const schema = schemas.get(operation);
  return schema && sample(schema, 'answer');
}

function recordIn(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer[0];
  const { data } = Object(answer);
  return Array.isArray(data) ? data[0] : answer;
}

/**
 * The client drops these fields because they concern other people (docs/interface.md, section 2.2)
 * or are not needed.
 */
const dropped = /^(sub$|leads\.|user\.(email|phone|firstName|lastName)$)/;

test('the client reads every field in the schema of every operation that returns something', async (t) => {
  const read: string[] = [];
  for (const each of reads) {
    const { operation, sent, received } = await compare(each, t);
    read.push(operation);
    if (!schemas.has(operation)) continue;
    const [promised, kept] = [leaves(sent), leaves(received)];
    const missing = [...promised.keys()].filter((field) => !kept.has(field));
    assert.deepEqual(
      missing,
      [...promised.keys()].filter((field) => dropped.test(field)),
      operation,
    );
    for (const [field, value] of kept)
      assert.equal(String(value), String(promised.get(field)), `${operation}: ${field}`);
  }
  // The client reads `/api/config` only as an optional hint.
  const untested = [...schemas.keys()].filter((each) => !read.includes(each));
  assert.deepEqual(untested, ['get /api/config']);
});

function sample(schema: Schema, place: string): unknown {
  const { type, properties, items, enum: values, anyOf } = schema;
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, of]) => [
        name,
        sampleOfField(name, of, `${place}.${name}`),
      ]),
    );
  }
  if (items) return [sample(items, `${place}[]`)];
  if (values) return values[0];
  if (anyOf) return sample(anyOf[0] ?? {}, place);
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 7 : `text-of-${place}`;
}

/**
 * The client rejects records of other people, so all ids are the same. Every list ends after one
 * page.
 */
function sampleOfField(name: string, schema: Schema, place: string): unknown {
  if (name === 'nextPage') return null;
  if (name === 'hasMore') return false;
  if (name !== 'id' && name !== 'sub') return sample(schema, place);
  return schema.type === 'string' ? '7' : 7;
}

function leaves(value: unknown, place = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null)
    return new Map(value === undefined ? [] : [[place, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...leaves(inner, place ? `${place}.${name}` : name),
    ]),
  );
}
