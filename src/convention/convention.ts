// The convention's registration platform as typed calls: the one face of this folder. Everything read is checked at the border.
import { type CurrentUser, retrieveCurrentUser } from './current-user.ts';
import { createHttp } from './http.ts';

export interface ConventionOptions {
  /** The interface's base_url. */
  baseUrl: URL;
  /** Milliseconds for one whole call: connecting, headers and body. */
  deadlineMs?: number;
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
}

export interface Attendee {
  accessToken: string;
  /** What the attendee granted: a field of another scope is dropped, also when the convention sends it. */
  grantedScopes: readonly string[];
  /** Whose records these calls may return, once that is known. */
  userId?: string;
}

/** Calls on behalf of one attendee, with their own access token. Each rejects with a ConventionError only. */
export interface AttendeeClient {
  currentUser(): Promise<CurrentUser>;
}

export interface Convention {
  onBehalfOf(attendee: Attendee): AttendeeClient;
  /** Waits for calls under way (at most their deadline), then closes all connections. */
  close(): Promise<void>;
}

/** Opens a client of one convention; it keeps connections open until `close`. */
export function createConvention({ baseUrl, deadlineMs = 8000, now = Date.now }: ConventionOptions): Convention {
  const http = createHttp({ baseUrl, deadlineMs, now });
  return {
    onBehalfOf: (attendee) => ({ currentUser: () => retrieveCurrentUser(http, attendee) }),
    close: () => http.close(),
  };
}
