// Retrieves records, and reads answers by their schemas, tolerantly: what does not fit is left out, as if it had not been sent.
import type { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { Answer, Send } from './http.ts';

interface Retrieval<Schema extends z.ZodType> {
  operation: string;
  path: string;
  schema: Schema;
  /** Whether what was answered is about whom it was asked for; without it, it is about nobody. */
  isTheirs?: (record: z.output<Schema>) => boolean;
}

/** Retrieves what stands at a path. Rejects with a ConventionError: invalid-answer when it is somebody else's. */
export async function retrieve<Schema extends z.ZodType>(
  send: Send,
  { operation, path, schema, isTheirs = () => true }: Retrieval<Schema>,
): Promise<z.output<Schema>> {
  const record = readAnswer(schema, await send({ operation, method: 'GET', path }));
  if (isTheirs(record)) return record;
  throw new ConventionError('invalid-answer', `${operation}: the record belongs to somebody else`);
}

/**
 * Reads an answer by its schema. A field that does not fit is left out when it is optional; else what it belongs to is
 * left out, an item from its list or a record from its answer; `toTheLetter`, nothing is. All that is reported as odd;
 * what is merely missing, null or unknown is not. Throws an invalid-answer ConventionError when nothing is left, which
 * names the operation and no value. Changes `body`.
 */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { operation, body, reportOdd }: Answer,
  { toTheLetter = false } = {},
): z.output<Schema> {
  const odd = new Set<string>();
  let result = schema.safeParse(body);
  while (!result.success) {
    for (const issue of result.error.issues) odd.add(fieldOf(issue));
    if (toTheLetter || !leaveOut(result.error.issues, body)) break;
    result = schema.safeParse(body);
  }
  if (odd.size > 0) reportOdd(odd);
  if (result.success) return result.data;
  throw new ConventionError('invalid-answer', `${operation}: the answer is not what was asked for`);
}

/** What an issue is about, by its path in our own schemas (`$.options[*].value`; `$` is the whole). */
function fieldOf({ path }: z.core.$ZodIssue): string {
  return ['$', ...path.map((key) => (typeof key === 'number' ? '[*]' : `.${String(key)}`))].join('');
}

type Container = Record<PropertyKey, unknown>;

interface Place {
  container: Container;
  key: PropertyKey;
}

/** Removes from the body what the issues point at; false when that is the body itself. */
function leaveOut(issues: z.core.$ZodIssue[], body: unknown): boolean {
  // All is found before anything is removed: two issues may point at the same place.
  const places = issues.map(({ path }) => placeOf(path, body));
  if (!places.every((place) => place !== undefined)) return false;
  for (const { container, key } of places) delete container[key];
  for (const container of new Set(places.map((place) => place.container))) {
    if (Array.isArray(container)) closeGaps(container);
  }
  return true;
}

/** The innermost thing on the path that exists: what is missing cannot be left out, but what lacks it can. */
function placeOf(path: PropertyKey[], body: unknown): Place | undefined {
  let place: Place | undefined;
  let container = body as Container;
  for (const key of path) {
    if (!Object.hasOwn(container, key)) break;
    place = { container, key };
    container = container[key] as Container;
  }
  return place;
}

function closeGaps(list: unknown[]): void {
  let kept = 0;
  for (const index of list.keys()) {
    if (index in list) list[kept++] = list[index];
  }
  list.length = kept;
}
