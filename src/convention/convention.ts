// The convention's registration platform as typed calls: the one face of this folder. Everything read is checked at the
// border. A call rejects, and a list throws while it is walked, with a ConventionError only (or with a RangeError for an
// argument that is never sent).
import { createConventionDates } from './convention-dates.ts';
import { retrieveCurrentUser } from './current-user.ts';
import { dealerOperations } from './dealer.ts';
import { departmentOperations } from './department.ts';
import { createHttp, type HttpOptions, type Send } from './http.ts';
import { registrationOperations } from './registration.ts';
import { roleOperations } from './role.ts';
import { createServiceAccess, type RequestServiceToken } from './service-credential.ts';
import { volunteerOperations } from './volunteer.ts';

export interface ConventionOptions extends Partial<HttpOptions> {
  baseUrl: URL;
  /** Without it there is no service client. */
  requestServiceToken?: RequestServiceToken | undefined;
  /** Where dealers are searched: the default is that of interface 4.7. */
  dealerSearchPath?: string;
}

export interface Attendee {
  accessToken: string;
  /** What the attendee granted: a field of another scope is dropped, also when the convention sends it. */
  grantedScopes: readonly string[];
  /** Whose records these calls may return, once that is known. */
  userId?: string;
}

export type Convention = ReturnType<typeof createConvention>;
export type AttendeeClient = ReturnType<Convention['onBehalfOf']>;
export type ServiceClient = ReturnType<typeof createServiceClient>;

/** Opens a client of one convention; it keeps connections open until `close`. */
export function createConvention({
  baseUrl,
  requestServiceToken,
  dealerSearchPath = '/api/v0/users/search',
  deadlineMs = 8000,
  now = Date.now,
  log,
}: ConventionOptions) {
  const api = createHttp({ baseUrl, deadlineMs, now, log });
  const serviceAccess = requestServiceToken && createServiceAccess(requestServiceToken, { api, now });
  return {
    /** Calls on behalf of one attendee, with their own access token. */
    onBehalfOf({ accessToken, ...attendee }: Attendee) {
      const { userId } = attendee;
      const send: Send = (request) => api.send({ ...request, accessToken });
      return {
        currentUser: () => retrieveCurrentUser(send, attendee),
        /**
         * Their own, for which `userId` must be known. The document does not promise that an attendee's token may read it:
         * login-needed, not-permitted and not-found all mean "not known here", never a log-out.
         */
        async registration() {
          if (userId === undefined) throw new RangeError('whose registration: the attendee has no userId');
          return registrationOperations(send).registration({ userId });
        },
      };
    },
    /** Undefined without a service credential. */
    asService: serviceAccess && createServiceClient(serviceAccess.send, dealerSearchPath),
    /** When it takes place, where the platform tells soon enough; never rejects. */
    dates: createConventionDates({ api, domain: baseUrl.hostname, now }),
    /** Waits for calls under way (at most their deadline), then closes all connections. */
    close: api.close,
  };
}

/** All operations of the service credential (interface 5.4). It sees every user: the caller answers for asking about the right one. */
function createServiceClient(send: Send, dealerSearchPath: string) {
  return {
    ...registrationOperations(send),
    ...volunteerOperations(send),
    ...departmentOperations(send),
    ...dealerOperations(send, { searchPath: dealerSearchPath }),
    ...roleOperations(send),
  };
}
