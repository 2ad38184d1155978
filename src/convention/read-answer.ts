// Reads answers by their schemas, tolerantly: what does not fit its schema is left out, as if it had not been sent.
import type { z } from 'zod';
import { ConventionError } from './convention-error.ts';
import type { Answer } from './http.ts';

/**
 * Reads an answer by its schema. A field that does not fit is left out when it is optional; else what it belongs to is
 * left out, an item from its list or a record from its answer. That is reported as odd; what is merely missing, null or
 * unknown is not. Throws an invalid-answer ConventionError when nothing is left, which names the operation and no
 * value. Changes `body`.
 */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: Answer): z.output<Schema> {
  const { operation, body } = answer;
  const odd = new Set<string>();
  let result = schema.safeParse(body);
  while (!result.success) {
    for (const field of fieldsOf(result.error)) odd.add(field);
    if (!leaveOut(result.error.issues, body)) break;
    result = schema.safeParse(body);
  }
  if (odd.size > 0) answer.reportOdd(odd);
  if (result.success) return result.data;
  throw new ConventionError('invalid-answer', `${operation}: the answer is not what was asked for`);
}

/** The fields that an error is about, by their paths in our own schemas (`$.options[*].value`; `$` is the whole). */
export function fieldsOf({ issues }: z.ZodError): Set<string> {
  const inWords = (path: PropertyKey[]) =>
    path.map((key) => (typeof key === 'number' ? '[*]' : `.${String(key)}`)).join('');
  return new Set(issues.map(({ path }) => `$${inWords(path)}`));
}

interface Ownership {
  operation: string;
  /** Whose the record says that it is. */
  ownerId: string;
  /** Whose record was asked for. */
  userId: string;
}

/** Throws an invalid-answer ConventionError when a record is not of the user whose record was asked for. */
export function checkOwner({ operation, ownerId, userId }: Ownership): void {
  if (ownerId === userId) return;
  throw new ConventionError('invalid-answer', `${operation}: the record belongs to somebody else`);
}

type Container = Record<PropertyKey, unknown>;

interface Place {
  container: Container;
  key: PropertyKey;
}

/** Removes from the body what the issues point at; false when that is the body itself. */
function leaveOut(issues: z.core.$ZodIssue[], body: unknown): boolean {
  // All is found before anything is removed: two issues may point at the same place, and removing moves what comes
  // after it.
  const unfit = new Map<Container, Set<PropertyKey>>();
  for (const { path } of issues) {
    const place = placeOf(path, body);
    if (!place) return false;
    const keys = unfit.get(place.container) ?? new Set();
    unfit.set(place.container, keys.add(place.key));
  }
  for (const [container, keys] of unfit) {
    if (Array.isArray(container)) removeItems(container, keys);
    else for (const key of keys) delete container[key];
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

function removeItems(list: unknown[], indexes: Set<PropertyKey>): void {
  let kept = 0;
  for (const [index, item] of list.entries()) {
    if (!indexes.has(index)) list[kept++] = item;
  }
  list.length = kept;
}
