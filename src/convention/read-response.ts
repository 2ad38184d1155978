// Validates responses tolerantly: invalid parts are dropped or marked as unreadable.
import type { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import { unreadable } from './record-text.ts';
import type { ApiResponse, Send } from './send-call.ts';

/** Sends a GET and validates the response. Rejects with a ConventionError. */
export async function retrieve<Schema extends z.ZodType>(
  send: Send,
  { operation, path, schema }: { operation: string; path: string; schema: Schema },
): Promise<z.output<Schema>> {
  return readResponse(schema, await send({ operation, method: 'GET', path }));
}

/**
 * Returns the validated body. Throws a ConventionError `invalid-answer` if the body itself is
 * invalid, or, with `isStrict`, if any part is. Otherwise modifies `body`: an invalid optional
 * field becomes `unreadable`, an invalid required field removes its item or record, and a list that
 * is too long is cut. Reports the names of invalid fields.
 */
export function readResponse<Schema extends z.ZodType>(
  schema: Schema,
  { operation, body, reportInvalid }: ApiResponse,
  { isStrict = false } = {},
): z.output<Schema> {
  const odd = new Set<string>();
  let result = schema.safeParse(body);
  while (!result.success) {
    for (const issue of result.error.issues) odd.add(fieldOf(issue));
    if (isStrict || !removeMisfits(result.error.issues, body)) break;
    // This takes several passes. In `[{ id: {} }]`, the first pass removes the id, and the second
    // removes the item that then lacks an id.
    result = schema.safeParse(body);
  }
  if (odd.size > 0) reportInvalid(odd);
  if (result.success) return result.data;
  throw new ConventionError(
    'invalid-answer',
    `${operation}: the response does not match the interface`,
  );
}

/** Returns the location of a validation issue in the JSON, such as `$.options[*].value`. */
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

/** Removes or marks the invalid parts of the body. Returns false if the body itself is invalid. */
function removeMisfits(issues: z.core.$ZodIssue[], body: unknown): boolean {
  const misfits = issues.filter((issue) => !cutIfTooLong(issue, body));
  // All places are found before anything is removed, because two issues may share a place.
  const places = misfits.map(({ path }) => placeOf(path, body));
  if (!places.every((place) => place !== undefined)) return false;
  const withLosses = new Set<Container>();
  for (const { container, key } of places) {
    const isLoss = container[key] !== unreadable && container[key] !== null;
    if (isLoss) withLosses.add(container);
    // `unreadable` distinguishes an invalid field from one that was not sent. An id is deleted
    // instead, because `unreadable` is not a valid id and would take another pass to remove.
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

/** Cuts a list that is too long. Returns false for any other issue. */
function cutIfTooLong(issue: z.core.$ZodIssue, body: unknown): boolean {
  if (issue.code !== 'too_big') return false;
  const found = issue.path.reduce((value, key) => (value as Container)[key], body);
  // A string that is too long has the same issue code.
  if (!Array.isArray(found)) return false;
  found.length = Number(issue.maximum);
  return true;
}

/**
 * Returns the deepest existing place on the path. For a missing field, this is the object that
 * lacks it.
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
  let length = 0;
  for (const index of list.keys()) {
    if (index in list) list[length++] = list[index];
  }
  list.length = length;
}
