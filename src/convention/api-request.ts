// Describes a request to the platform, and builds paths that contain ids.
import { id } from './schema.ts';

/** A request to the platform. Its access token is added later. */
export interface ApiRequest {
  /** The operation's name in section 4 of docs/interface.md. Error messages begin with it. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Marks a search. It is a POST but changes nothing, so it may be retried like a GET. */
  isSearch?: true;
  /** Path below the base URL, starting with a slash. */
  path: string;
  json?: unknown;
  /** Opaque id of the person the call is for. At most two calls for one person run at once. */
  person?: string | undefined;
  /** The response statuses that mean a conflict. Default: 409. */
  conflictStatuses?: readonly number[];
}

/**
 * Inserts ids into a path: apiPath`/api/v0/users/${userId}/roles`. Throws a RangeError for an id
 * that could send the request to another path.
 */
export function apiPath(parts: TemplateStringsArray, ...ids: string[]): string {
  if (!ids.every((value) => id.safeParse(value).success)) {
    throw new RangeError('an id in a path must be 1 to 255 visible characters');
  }
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}
