// A request to the platform, as the files of each resource describe it.

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
  /** Whose page needs it: any text of their own. One person's calls wait for each other. */
  person?: string | undefined;
  /** Statuses that mean that the platform's rules refuse this operation; 409 if missing. */
  conflictStatuses?: readonly number[];
}
