// Retrieves records and reads answers by their schemas, tolerantly: whatever does not fit is
// left out, or marked as unreadable.
import type { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { ApiAnswer, Send } from './http.ts';
import { unreadable } from './record-text.ts';

/** Retrieves what is at a path. Rejects with a ConventionError. */
export async function retrieve<Schema extends z.ZodType>(
  send: Send,
  { operation, path, schema }: { operation: string; path: string; schema: Schema },
): Promise<z.output<Schema>> {
  return readAnswer(schema, await send({ operation, method: 'GET', path }));
}

/**
 * Reads an answer by its schema. An optional field that does not fit becomes `unreadable`.
 * Otherwise whatever contains it is dropped: an item from its list, or a record from its answer. A
 * list that is too long is cut. With `isStrict`, nothing is dropped or cut. All misfits are
 * reported as odd; fields that are only missing, null or unknown are not. If nothing is left,
 * throws an invalid-answer ConventionError, which names the operation and no value. Changes `body`.
 */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { operation, body, reportInvalid }: ApiAnswer,
  { isStrict = false } = {},
): z.output<Schema> {
  const odd = new Set<string>();
  let result = schema.safeParse(body);
  while (!result.success) {
    for (const issue of result.error.issues) odd.add(fieldOf(issue));
    if (isStrict || !removeMisfits(result.error.issues, body)) break;
    // Again: the id of `[{ id: {} }]` is marked first, then missing, and then its item is dropped.
    result = schema.safeParse(body);
  }
  if (odd.size > 0) reportInvalid(odd);
  if (result.success) return result.data;
  throw new ConventionError('invalid-answer', `${operation}: the answer is not what was asked for`);
}

/**
 * Names the field of an issue by its path in our schemas (`$.options[*].value`; `$` is the whole).
 */
function fieldOf({ path }: z.core.$ZodIssue): string {
  return ['$', ...path.map((key) => (typeof key === 'number' ? '[*]' : `.${String(key)}`))].join(
    '',
  );
}

type Container = Record<PropertyKey, unknown>;

interface Place {
  container: Container;
  key: PropertyKey;
}

/**
 * Removes what the issues point at from the body, but of a list that is too long only what is too
 * much. Returns false if what does not fit is the body itself.
 */
function removeMisfits(issues: z.core.$ZodIssue[], body: unknown): boolean {
  const misfits = issues.filter((issue) => !cutIfTooLong(issue, body));
  // Find all places before removing any: two issues may point at the same one.
  const places = misfits.map(({ path }) => placeOf(path, body));
  if (!places.every((place) => place !== undefined)) return false;
  const withLosses = new Set<Container>();
  for (const { container, key } of places) {
    const isLoss = container[key] !== unreadable && container[key] !== null;
    if (isLoss) withLosses.add(container);
    // A field of a record is marked first: what cannot be read is not the same as not sent. No id
    // may be unreadable, and marks for thousands of them would be looked at once more.
    if (isLoss && !Array.isArray(container) && key !== 'id') container[key] = unreadable;
    else delete container[key];
  }
  for (const container of new Set(places.map((place) => place.container))) {
    if (!Array.isArray(container)) continue;
    closeGaps(container);
    if (container.length === 0 && withLosses.has(container)) container.push(unreadable);
  }
  return true;
}

/** Cuts the list at which an issue points, if the issue is its length. Returns whether it is. */
function cutIfTooLong(issue: z.core.$ZodIssue, body: unknown): boolean {
  if (issue.code !== 'too_big') return false;
  const found = issue.path.reduce((value, key) => (value as Container)[key], body);
  // A long text in the place of a list is too big as well.
  if (!Array.isArray(found)) return false;
  found.length = Number(issue.maximum);
  return true;
}

/**
 * Returns the innermost place on the path that exists: a missing field cannot be removed, but its
 * container can.
 */
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
