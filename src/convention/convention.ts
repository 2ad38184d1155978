// The convention's registration platform as typed calls: the one face of this folder. Everything read is checked at the
// border.
import { type ConventionDates, createConventionDates } from './convention-dates.ts';
import { type CurrentUser, retrieveCurrentUser } from './current-user.ts';
import { createHttp, type OddAnswerLog, type Send } from './http.ts';
import { getRegistration, type Registration } from './registration.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { createServiceAccess, type ServiceCredential } from './service-credential.ts';

export interface ConventionOptions {
  /** The interface's base_url. */
  baseUrl: URL;
  /** Without it there is no service client. */
  service?: ServiceCredential;
  /** Where dealers are searched: the default is that of interface 4.7. */
  dealerSearchPath?: string;
  /** Milliseconds for one HTTP exchange: connecting, headers and body. */
  deadlineMs?: number;
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
  /** Gets one line for each answer in which something does not fit: which fields, never what stood in them. */
  log?: OddAnswerLog;
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
  /**
   * The attendee's own registration, for which `userId` must be known. The document does not promise that an attendee's
   * token may read it: login-needed, not-permitted and not-found all mean "not known here", never a log-out.
   */
  registration(): Promise<Registration>;
}

export interface Convention {
  onBehalfOf(attendee: Attendee): AttendeeClient;
  /** Undefined without a service credential. */
  asService: ServiceClient | undefined;
  /** When it takes place, where the platform tells soon enough; never rejects. */
  dates(): Promise<ConventionDates | undefined>;
  /** Waits for calls under way (at most their deadline), then closes all connections. */
  close(): Promise<void>;
}

/** Opens a client of one convention; it keeps connections open until `close`. */
export function createConvention({
  baseUrl,
  service,
  dealerSearchPath = '/api/v0/users/search',
  deadlineMs = 8000,
  now = Date.now,
  log,
}: ConventionOptions): Convention {
  const api = createHttp({ baseUrl, deadlineMs, now, log });
  const serviceAccess = service && createServiceAccess(service, { api, deadlineMs, now });

  function onBehalfOf({ accessToken, ...attendee }: Attendee): AttendeeClient {
    const { userId } = attendee;
    const send: Send = (request) => api.send({ ...request, accessToken });
    return {
      currentUser: () => retrieveCurrentUser(send, attendee),
      async registration() {
        if (userId === undefined) throw new RangeError('whose registration: the attendee has no userId');
        return getRegistration(send, { userId });
      },
    };
  }

  return {
    onBehalfOf,
    asService: serviceAccess && createServiceClient(serviceAccess.send, { dealerSearchPath }),
    dates: createConventionDates({ api, domain: baseUrl.hostname, now }),
    async close() {
      await Promise.all([api.close(), serviceAccess?.close()]);
    },
  };
}
