// Describes a request to the platform, and builds paths that contain ids.
import { id } from './schema.ts';

/** A request to the platform, without its access token. */
export interface ApiRequest {
  /** The name of the operation, such as `Get registration`. Error messages begin with it. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Set for a search: a POST that changes nothing, and may be retried like a GET. */
  isSearch?: true;
  /** Path below the base URL, starting with a slash. */
  path: string;
  json?: unknown;
  /** Opaque id of the person the call is for. At most two calls for one person run at once. */
  person?: string | undefined;
  /** The response statuses that are reported as the error kind `conflict`. Default: 409. */
  conflictStatuses?: readonly number[];
}

/**
 * Inserts ids into a path: apiPath`/api/v0/users/${userId}/roles`. Throws a RangeError for an id
 * that is not 1 to 255 visible ASCII characters, and for `.` and `..`, which would change the path.
 */
export function apiPath(parts: TemplateStringsArray, ...ids: string[]): string {
  if (!ids.every((value) => id.safeParse(value).success)) {
    throw new RangeError('an id in a path must be 1 to 255 visible characters');
  }
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}
