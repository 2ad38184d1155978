// Compares the client with the sandbox's OpenAPI document, field by field: each operation gets a
// record made only from the document, and the client must read every field except those it drops on
// purpose.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type Convention, createConvention } from '../../src/convention/convention.ts';
import { createServiceTokens } from '../../src/login/operators.ts';
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
/** Fields of other people, which the client drops unless a caller requests them (interface 2.2). */
const droppedOfUsers = ['user.email', 'user.phone', 'user.firstName', 'user.lastName'];

const first = async <Item>(items: AsyncIterable<Item>): Promise<Item | undefined> => {
  for await (const item of items) return item;
  return undefined;
};
const service = (convention: Convention) => {
  const service = convention.asService();
  assert.ok(service);
  return service;
};

const operations: {
  path: string;
  method?: string;
  /** Selects the record in the answer. */
  recordOf?: (answer: never) => unknown;
  read: (convention: Convention) => Promise<unknown>;
  dropped?: string[];
}[] = [
  { path: '/api/users/{id}', read: (c) => c.onBehalfOf(attendee).currentUser(), dropped: ['sub'] },
  {
    path: '/api/v0/users/{id}/registration',
    read: (c) => service(c).registration({ userId: '7' }),
    dropped: droppedOfUsers,
  },
  {
    path: '/api/v0/registration/search',
    method: 'post',
    recordOf: firstOfData,
    read: (c) => first(service(c).registrations()),
    dropped: droppedOfUsers,
  },
  {
    path: '/api/v0/volunteers/search',
    method: 'post',
    recordOf: firstOfData,
    read: (c) => first(service(c).volunteers()),
    dropped: droppedOfUsers,
  },
  {
    path: '/api/v0/users/{id}/volunteer',
    read: (c) => service(c).volunteer({ userId: '7' }),
    dropped: droppedOfUsers,
  },
  {
    path: '/api/v0/volunteers/departments',
    recordOf: ([one]: never[]) => one,
    read: async (c) => (await service(c).departments())[0],
    dropped: ['leads'],
  },
  {
    path: '/api/v0/users/search',
    method: 'post',
    recordOf: firstOfData,
    read: (c) => first(service(c).dealers({ userIds: ['7'] })),
    dropped: droppedOfUsers,
  },
  { path: '/api/v0/roles', recordOf: firstOfData, read: (c) => first(service(c).roles()) },
  {
    path: '/api/v0/users/{id}/roles',
    recordOf: firstOfData,
    read: async (c) => (await service(c).userRoles({ userId: '7' }))[0],
  },
];

const sandbox = await startSandbox({ redirectUris: ['http://localhost:3000/login/callback'] });
const document = (await (await fetch(`${sandbox.url}/api/docs`)).json()) as Document;
await sandbox.close();

for (const {
  path,
  method = 'get',
  recordOf = (answer: unknown) => answer,
  read,
  dropped = [],
} of operations) {
  test(`the client reads every field that the document promises for ${method.toUpperCase()} ${path}`, async (t) => {
    const schema =
      document.paths[path]?.[method]?.responses['200']?.content?.['application/json'].schema;
    assert.ok(schema, 'documented');
    const answer = sample(schema, 'answer') as never;
    const { baseUrl } = await startScriptedConvention(t, (response, { path: requestPath }) => {
      const token = { access_token: 'service', token_type: 'Bearer', expires_in: 3600 };
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(requestPath === '/token' ? token : answer));
    });
    const credential = {
      clientId: 'lanyard',
      clientSecret: 'secret',
      tokenUrl: new URL('/token', baseUrl),
      scopes: ['x'],
    };
    const convention = createConvention({
      baseUrl,
      requestServiceToken: createServiceTokens(credential),
    });
    t.after(() => convention.close());
    const sent = leaves(recordOf(answer));
    const received = leaves(await read(convention));
    const missing = [...sent.keys()].filter((field) => !received.has(field));
    assert.deepEqual(
      missing.filter(
        (field) => !dropped.some((name) => field === name || field.startsWith(`${name}.`)),
      ),
      [],
    );
    for (const [field, value] of received)
      assert.equal(String(value), String(sent.get(field)), field);
    for (const name of dropped)
      assert.ok(
        missing.some((field) => field.startsWith(name)),
        `${name} is dropped`,
      );
  });
}

test('every operation of the document is one that the client is held against, or answers nothing', () => {
  const withAnswer = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses['200'])
      .map(([method]) => `${method} ${path}`),
  );
  const tested = operations.map(({ path, method = 'get' }) => `${method} ${path}`);
  // The same search on the platform's own path, and a hint that the client does not need.
  const untested = withAnswer.filter((each) => !tested.includes(each)).sort();
  const expected = ['get /api/config', 'post /api/v0/dealers/search'];
  const fix = `add to \`operations\` in test/convention/openapi.test.ts: ${untested.join(', ')}`;
  assert.deepEqual(untested, expected, fix);
});

function firstOfData({ data }: { data: unknown[] }): unknown {
  return data[0];
}

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
