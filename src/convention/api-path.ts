// Builds paths that contain ids, so that no id can change where the request goes.
import { id } from './schema.ts';

/**
 * Fills ids into a path: apiPath`/api/v0/users/${userId}/roles`. Throws a RangeError for a bad id.
 */
export function apiPath(parts: TemplateStringsArray, ...ids: string[]): string {
  if (!ids.every((value) => id.safeParse(value).success)) {
    throw new RangeError('an id in a path must be 1 to 255 visible characters');
  }
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}
