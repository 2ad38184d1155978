// A request to the platform, as the files of each resource describe it, and paths that contain ids.
import { id } from './schema.ts';

/** One request of an operation, without the access token. */
export interface ApiRequest {
  /** The name of the operation in interface 4, for error messages. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Set for a search by POST, which changes nothing and may be sent again, as a GET may. */
  isSearch?: true;
  /** Path below the base URL, starting with a slash. */
  path: string;
  json?: unknown;
  /** Opaque id of the person the call is for. Of one person, two calls run at once. */
  person?: string | undefined;
  /** Statuses that mean that the platform's rules refuse this operation; 409 if missing. */
  conflictStatuses?: readonly number[];
}

/**
 * Fills ids into a path: apiPath`/api/v0/users/${userId}/roles`. No id can change where the request
 * goes: throws a RangeError for a bad one.
 */
export function apiPath(parts: TemplateStringsArray, ...ids: string[]): string {
  if (!ids.every((value) => id.safeParse(value).success)) {
    throw new RangeError('an id in a path must be 1 to 255 visible characters');
  }
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}
