// Compares the client with the sandbox's OpenAPI document, field by field: each operation gets a
// record made only from the document, and the client must read every field except those it drops on
// purpose.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type Convention, createConvention } from '../../src/convention/convention.ts';
import { createServiceTokens } from '../../src/login/login.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { startScriptedConvention } from './scripted-convention.ts';

interface Schema {
  type?: string | string[];
  $ref?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, { content?: { 'application/json': { schema: Schema } } }> }
    >
  >;
  components: { schemas: Record<string, Schema> };
}

const attendee = {
  accessToken: 'token',
  userId: '7',
  grantedScopes: ['pii:basic', 'pii:email', 'pii:phone', 'pii:address'],
};

/** Everything that an operation of the client may need to know. */
const everything = { userId: '7', userIds: ['7'], roleId: '3', scope: 'convention' };

type Read = (convention: Convention) => Promise<unknown>;

/** Every operation of the client that reads, found by its name: new ones are among them. */
const reads: Read[] = [
  (convention) => convention.onBehalfOf(attendee).currentUser(),
  ...Object.keys(serviceOf(createConventionAt(new URL('http://localhost')))).map(
    (name): Read =>
      async (convention) => {
        const operations = serviceOf(convention) as unknown as Record<
          string,
          (all: object) => unknown
        >;
        return firstOf(await operations[name]?.(everything));
      },
  ),
];

function serviceOf(convention: Convention) {
  const service = convention.asService();
  assert.ok(service);
  return service;
}

/** The record itself, or the first one of a list. */
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
  return createConvention({ baseUrl, requestServiceToken: createServiceTokens(credential) });
}

const sandbox = await startSandbox({ redirectUris: ['http://localhost:3000/login/callback'] });
const document = (await (await fetch(`${sandbox.url}/api/docs`)).json()) as Document;
await sandbox.close();

/** Returns the operation of the document that this part of the client asks, and its record. */
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

/** `GET /api/v0/users/7/roles?limit=1` is `get /api/v0/users/{id}/roles` in the document. */
function operationOf(method = '', address = ''): string {
  const { pathname } = new URL(address, 'http://localhost');
  const path = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  return `${method.toLowerCase()} ${path}`;
}

function schemaOf(operation: string): Schema | undefined {
  const [method = '', path = ''] = operation.split(' ');
  return document.paths[path]?.[method]?.responses['200']?.content?.['application/json'].schema;
}

function sampleAnswer(operation: string): unknown {
  const schema = schemaOf(operation);
  return schema && sample(schema, 'answer');
}

/** The record in an answer: the answer, the first of a list, or the first of a page of a list. */
function recordIn(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer[0];
  const { data } = Object(answer);
  return Array.isArray(data) ? data[0] : answer;
}

/** Fields that the client drops: of other people (interface 2.2), and what nothing needs. */
const dropped = /^(sub$|leads\.|user\.(email|phone|firstName|lastName)$)/;

test('the client reads every field that the document promises, of every operation that answers', async (t) => {
  const read: string[] = [];
  for (const each of reads) {
    const { operation, sent, received } = await compare(each, t);
    read.push(operation);
    // It only changes something.
    if (!schemaOf(operation)) continue;
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
  const withAnswer = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) =>
      schemaOf(`${method} ${path}`) ? `${method} ${path}` : [],
    ),
  );
  // The same search on the platform's own path, and a hint that the client does not need.
  const untested = withAnswer.filter((each) => !read.includes(each)).sort();
  assert.deepEqual(untested, ['get /api/config', 'post /api/v0/dealers/search']);
});

/**
 * Returns a value for this schema: all properties, one item per list, and a different text for each
 * place.
 */
function sample(schema: Schema, place: string): unknown {
  const { $ref, properties, items, enum: values, anyOf, oneOf } = schema;
  if ($ref) return sample(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, place);
  const type = [schema.type].flat()[0];
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
  if (anyOf ?? oneOf) return sample((anyOf ?? oneOf)?.[0] ?? {}, place);
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 7 : `text-of-${place}`;
}

/** All ids belong to one person, because records of others are refused. A list has one page. */
function sampleOfField(name: string, schema: Schema, place: string): unknown {
  if (name === 'nextPage') return null;
  if (name === 'hasMore') return false;
  if (name !== 'id' && name !== 'sub') return sample(schema, place);
  return [schema.type].flat().includes('string') ? '7' : 7;
}

/** Returns every value that is neither object nor list, by its place (`flags.0.shortName`). */
function leaves(value: unknown, place = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null)
    return new Map(value === undefined ? [] : [[place, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...leaves(inner, place ? `${place}.${name}` : name),
    ]),
  );
}
