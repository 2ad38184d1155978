import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { z } from 'zod';
import { dealerSchema } from '../../src/sandbox/records/dealer.ts';
import { registrationSchema } from '../../src/sandbox/records/registration.ts';
import { heldRoleSchema } from '../../src/sandbox/records/role.ts';
import { currentUserSchema } from '../../src/sandbox/records/user.ts';
import { departmentSchema, volunteerSchema } from '../../src/sandbox/records/volunteer.ts';
import { callsOfPages } from '../support/app/calls-of-pages.ts';
import { checkInert } from '../support/app/check-inert.ts';
import { pagesWithRecordIfThere } from '../support/app/page-paths.ts';
import { calls, startScriptedApp } from '../support/app/scripted-app.ts';
import type { LoadedPage } from '../support/app/visitor.ts';
import { isProof } from '../support/machine/rounds.ts';
import { validResponses } from '../support/platform/valid-responses.ts';
import { textsIn } from './texts-in.ts';

const directionOverrides = '\u202Etxt\u2066\u2067';
const hostileText = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>\' onfocus=alert(1) autofocus x=`',
  '</dd></dl></main></title></text></svg><h1>Another heading</h1><!--',
  `<%= it.formToken %><%~ include('/layout') %>{{7*7}}\${7*7}{count, plural, one {#} other {#}}`,
  'a\r\nSet-Cookie: evil=1\r\nLocation: //evil.example\r\n\r\n<html>\u2028\u2029\u0085',
  'a\0b\u0007\u001b[31m',
  'a\ud800b\udc00\udbff',
  '👨‍👩‍👧‍👦🏳️‍🌈',
  directionOverrides,
].join(' ');
/** Pages do not show these fields as text: ids, types, times, picture URLs and embedded users. */
const neverShown =
  /(^|\.)(id|sub|type|bornAt|createdAt|updatedAt|productId|profilePictureUrl)$|(^|\.)(user|leads\.0)\./;
const scriptAddress = 'javascript:alert(1)';
/** huge-responses.test.ts measures the cost of long text. */
const megabyte = isProof ? ['<b>&'.repeat(250_000)] : [];

/** `npm test` skips these pages for the user's record, of which they use only the id. */
const pagesWithoutUser = isProof ? [] : ['/volunteering', '/dealer'];

for (const [call, reply] of Object.entries(validResponses)) {
  const readsIt = callsOfPages.filter(([, ...used]) => used.some((one) => one === call));
  const pages = readsIt.map(([path]) => path);
  const paths =
    call === calls.user
      ? [...pages.filter((path) => !pagesWithoutUser.includes(path)), ...pagesWithRecordIfThere]
      : pages;

  test(`P69 hostile text in any text of ${call} is inert on ${paths.join(', ')}`, async (t) => {
    const app = await startScriptedApp(t, validResponses);
    const shown = new Set<string>();
    for (const { field, withText } of textsIn(reply)) {
      const hostile = [hostileText, scriptAddress, ...(neverShown.test(field) ? [] : megabyte)];
      for (const path of paths) {
        const openWith = (text: string) => {
          app.answers[call] = (response: ServerResponse) =>
            response.end(JSON.stringify(withText(text)));
          return app.open(path);
        };
        if (await checkField({ field, path, hostile, openWith })) shown.add(field);
      }
    }
    for (const { field } of textsIn(reply)) {
      const fix =
        `${field} of ${call} is shown, or matches neverShown: does callsOfPages in ` +
        'test/support/app/calls-of-pages.ts name the call?';
      assert.equal(shown.has(field), !neverShown.test(field), fix);
    }
  });
}

test('P69 a name inside a sentence of ours reorders no other word, even if it ends its own isolation', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  for (const badgeName of [
    `fox ${directionOverrides}`,
    'fox \u2069\u202Etxt',
    'fox \u202C\u2069\u2069\u202Dtxt\u2067',
  ]) {
    app.answers[calls.registration] = { ...validResponses[calls.registration], badgeName };
    const page = await app.attendee.open(`${app.url}/badge-name?try=Vixen`, app.url);
    assert.match(page.text, /Your badge name is still “fox txt”\./);
  }
});

test('P69 the walk knows every field of every record (docs/interface.md, section 2)', () => {
  const records: [z.ZodType, unknown][] = [
    [currentUserSchema, validResponses[calls.user]],
    [registrationSchema, validResponses[calls.registration]],
    [volunteerSchema, validResponses[calls.volunteer]],
    [departmentSchema, validResponses[calls.departments][0]],
    [dealerSchema, validResponses[calls.dealers].data[0]],
    [heldRoleSchema, validResponses[calls.roles].data[0]],
  ];
  for (const [schema, record] of records) {
    const known = fieldsOfValue(record);
    assert.deepEqual(
      fieldsOfSchema(z.toJSONSchema(schema)).filter((field) => !known.includes(field)),
      [],
    );
  }
});

async function checkField(options: {
  field: string;
  path: string;
  hostile: readonly string[];
  openWith: (text: string) => Promise<LoadedPage>;
}): Promise<boolean> {
  const { field, path, hostile, openWith } = options;
  const plain = await openWith('plain words');
  // An id with a space is invalid, so the page leaves the record out. A page with a valid id is
  // therefore accepted as well.
  const harmless = /\bid$|^sub$/.test(field) ? [plain, await openWith('plain')] : [plain];
  const harmlessElements = harmless.map(elementsOf);
  const isShown = plain.html.includes('plain words');
  for (const text of hostile) {
    const page = await openWith(text);
    const where = `${field} on ${path}: ${text.slice(0, 10)}`;
    assert.ok(harmless.some(({ status }) => status === page.status) && page.status !== 500, where);
    assert.ok(harmlessElements.includes(elementsOf(page)), where);
    assert.deepEqual(headersOf(page), headersOf(plain), where);
    assert.ok(page.html.length < 31_000, where);
    checkInert(page);
    checkDirection(page);
    const beginning = text.slice(0, 10);
    assert.ok(!isShown || page.$('body').text().includes(beginning), `${where} is shown unchanged`);
  }
  return isShown;
}

function elementsOf({ $ }: LoadedPage): string {
  // How the name is drawn, and which hints appear, vary with the name. Separate tests check both.
  // The time shown may change between two requests.
  const drawn = '.badge-card, .badge-card *, .desk-name, .desk-name *, .desk-fields *';
  const changing = `${drawn}, .badge-hints, .badge-hints *, .badge-checked time`;
  const elements = $('*').not(changing);
  return JSON.stringify(elements.toArray().map((one) => [$(one).prop('tagName'), $(one).attr()]));
}

function headersOf({ headers }: LoadedPage): unknown {
  const changing = ['date', 'x-request-id', 'content-length', 'keep-alive'];
  return [...headers].filter(([name]) => !changing.includes(name));
}

function checkDirection({ $, url }: LoadedPage): void {
  for (const node of $('*').contents().toArray()) {
    if (node.type !== 'text' || !$(node).text().includes(directionOverrides)) continue;
    assert.ok(
      $(node).parent().is('bdi, dt, h2, code, svg text, svg title, a span'),
      `${url.pathname}: ${$.html(node)}`,
    );
  }
}

function fieldsOfValue(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [''];
  if (Array.isArray(value)) return value.flatMap(fieldsOfValue);
  return Object.entries(value).flatMap(([key, inner]) =>
    ['', ...fieldsOfValue(inner)].map((field) => `${key}.${field}`),
  );
}

function fieldsOfSchema({
  properties = {},
  items,
  anyOf = [],
}: z.core.JSONSchema.BaseSchema): string[] {
  const inside = [items, ...anyOf].filter(
    (schema) => typeof schema === 'object' && !Array.isArray(schema),
  );
  return [
    ...inside.flatMap((schema) => fieldsOfSchema(schema as z.core.JSONSchema.BaseSchema)),
    ...Object.entries(properties).flatMap(([key, schema]) =>
      ['', ...fieldsOfSchema(schema as z.core.JSONSchema.BaseSchema)].map(
        (field) => `${key}.${field}`,
      ),
    ),
  ];
}
