// Each field of each record in each shape: the pages that show it say its value, that there is none,
// or that it cannot be shown. The fields come from the valid answers, so new ones are tried as well.
import assert from 'node:assert/strict';
import test from 'node:test';
import { callsOfPages } from '../support/calls-of-pages.ts';
import { isProof } from '../support/rounds.ts';
import { type ScriptedApp, startScriptedApp } from '../support/scripted-app.ts';
import { validAnswers } from '../support/valid-answers.ts';

type Path = readonly (string | number)[];
type Container = Record<string | number, unknown>;

/** What can stand in the place of a value. */
const shapes: readonly [name: string, of: (value: unknown) => unknown][] = [
  ['absent', () => undefined],
  ['null', () => null],
  ['empty', () => ''],
  ['a space', () => ' '],
  ['a boolean', () => true],
  ['a number', () => 42],
  ['a text', () => 'xyzzy'],
  ['a list of it', (value) => [value]],
  ['one of the list', (value) => (Array.isArray(value) ? value[0] : value)],
  ['a record with it', (value) => ({ value })],
  ['deep lists', (value) => [[[[[[[[[[value]]]]]]]]]]],
];

/**
 * Fields that a page leaves out when it cannot read them, as if they were not sent: without them it
 * claims nothing. With the reason.
 */
const leftOut: Record<string, string> = {
  'registration.createdAt': 'the day of the registration is a fact more',
  'registration.productName': 'the card then names no ticket',
  'current.username': 'another name stands in the header',
  'current.preferredName': 'another name stands in the header',
  'current.newsletter': 'only a subscription is mentioned',
  'current.emailVerified': 'an unknown state is not mentioned',
  'current.identityVerified': 'an unknown state is not mentioned',
  'current.isVolunteer': 'only what is known to be so is mentioned',
  'volunteer.contactMethods.0.isPrimary': 'only the first one is marked',
  'departments.0.publiclyVisible': 'only public departments are shown',
  'roles.data.0.scope': 'the role stands under "Other"',
};
/** What a record cannot be used without: then its list loses the entry, or the page fails. */
const isKey = (field: string) => /\.(id|user)$|^search\.(nextPage|hasMore)$/.test(field);

function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, 1) : Object.keys(value);
  for (const key of keys) yield* pathsIn((value as Container)[key], [...path, key]);
}

function valueAt(answer: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as Container)[key], answer);
}

/** Returns a copy of the answer with another value at this path; undefined removes it. */
function withValue(answer: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(answer);
  const inner = valueAt(copy, path.slice(0, -1)) as Container;
  const key = path.at(-1) as string | number;
  if (value !== undefined) inner[key] = value;
  else if (Array.isArray(inner)) inner.splice(Number(key), 1);
  else delete inner[key];
  return copy;
}

/** Opens the pages of a call with this answer, and returns what a reader sees on all of them. */
async function look(app: ScriptedApp, call: string, answer: unknown) {
  app.answers[call] = answer;
  const seen: string[] = [];
  const statuses: number[] = [];
  for (const [path, ...made] of callsOfPages.filter((page) => page.includes(call))) {
    if (!made.includes(call)) continue;
    const page = await app.open(path);
    // The token is somebody else's: the session has ended.
    const isOver = page.url.pathname === '/logged-out';
    if (isOver) await logInAgain(app, call);
    app.answers[call] = answer;
    page.$('script, style, time').remove();
    statuses.push(isOver ? 401 : page.status);
    seen.push(page.$('body').text().replace(/\s+/g, ' '));
  }
  const text = seen.join('\n');
  const count = text.split(/cannot be shown|cannot show/i).length - 1;
  return { text, count, isFailure: statuses.some((status) => status !== 200) };
}

async function logInAgain({ attendee, answers, url, open }: ScriptedApp, call: string) {
  answers[call] = validAnswers[call];
  attendee.cookies(url).clear();
  assert.equal((await open('/login?return_to=/profile')).status, 200);
}

interface Looks {
  readonly got: Look;
  readonly asSent: Look;
  readonly absent: Look;
  readonly asNull: Look;
}
type Look = Awaited<ReturnType<typeof look>>;
type Word =
  | 'value'
  | 'none'
  | 'cannot be shown'
  | 'left out'
  | 'page fails'
  | 'not shown'
  | 'WRONG';

/** Returns what the pages say about a field, in a word: `WRONG` if that is not the right one. */
function wordFor(field: string, values: Values, { got, asSent, absent, asNull }: Looks): Word {
  if (got.text === asSent.text) return asSent.text === absent.text ? 'not shown' : 'value';
  if (got.isFailure) return isKey(field) || field.endsWith('.data') ? 'page fails' : 'WRONG';
  if (got.count > asSent.count) return 'cannot be shown';
  const saysNone = got.text === absent.text || got.text === asNull.text;
  if (!saysNone) return isReadable(field, values) ? 'value' : 'WRONG';
  if (isNone(values)) return 'none';
  return isKey(field) || isList(field) || field in leftOut ? 'left out' : 'WRONG';
}

/** An entry that cannot be read is left out of its list. */
const isList = (field: string) => /\.(0|data)$/.test(field);

interface Values {
  /** What stands in the valid answer. */
  readonly value: unknown;
  readonly sent: unknown;
}

function isNone({ sent }: Values): boolean {
  return (sent ?? '') === '' || sent === ' ';
}

function isReadable(field: string, { value, sent }: Values): boolean {
  if (/options\.0\.value/.test(field)) return true;
  const isText = typeof sent === 'string' || typeof sent === 'number';
  const hasTexts = Array.isArray(value) && typeof value[0] === 'string';
  if (typeof value === 'string' || hasTexts) return isText;
  return sent === null || sent === undefined || typeof value === typeof sent;
}

/** Tries shapes in the place of a value, and returns what the pages then say. */
async function trial(app: ScriptedApp, { call, path, asSent }: Trial): Promise<string[]> {
  const valid = validAnswers[call];
  const value = valueAt(valid, path);
  const field = [call.split('/').at(-1), ...path].join('.');
  const lookWith = (sent: unknown) => look(app, call, withValue(valid, path, sent));
  const looks = { asSent, absent: await lookWith(undefined), asNull: await lookWith(null) };
  const rows: string[] = [];
  for (const [name, shape] of sampleOf(shapes)) {
    const sent = shape(value);
    const got = await lookWith(sent);
    assert.doesNotMatch(got.text, /undefined|\[object|NaN|\bnull\b/, `${field}, ${name}`);
    rows.push(`${field}, ${name}: ${wordFor(field, { value, sent }, { ...looks, got })}`);
  }
  return rows;
}

interface Trial {
  readonly call: string;
  readonly path: Path;
  readonly asSent: Look;
}

/** Every fourth in `npm test`, others each day, and all of them in `npm run proof`. */
function sampleOf<Item>(items: readonly Item[]): readonly Item[] {
  const day = new Date().getDate();
  return isProof ? items : items.filter((_, index) => (index + day) % 4 === 0);
}

test('each field in each shape is a value, none, or "cannot be shown", and never another value', async (t) => {
  const app = await startScriptedApp(t, { ...validAnswers });
  const rows: string[] = [];
  for (const call of new Set(callsOfPages.flatMap(([, ...made]) => made))) {
    const asSent = await look(app, call, validAnswers[call]);
    for (const path of sampleOf([...pathsIn(validAnswers[call])]))
      rows.push(...(await trial(app, { call, path, asSent })));
    app.answers[call] = validAnswers[call];
  }
  if (isProof) for (const [number, row] of rows.entries()) t.diagnostic(`${number + 1} ${row}`);
  t.diagnostic(`${rows.length} shapes of fields say what they should`);
  const wrong = rows.filter((row) => row.endsWith('WRONG'));
  assert.deepEqual(wrong, []);
});
