// The public interface of this folder: typed calls to the convention's registration platform. Calls
// and lists reject with a ConventionError, or with a RangeError for an invalid argument.
import { type ClientCredentials, requestTokensWith } from './client-credentials.ts';
import { createConventionDates } from './convention-dates.ts';
import { ConventionError } from './convention-error.ts';
import { retrieveCurrentUser, type ScopesShow } from './current-user.ts';
import { createDealerSearch, type DealerSearch, dealerOperations } from './dealer.ts';
import { registrationOperations } from './registration.ts';
import { roleOperations } from './role.ts';
import { createHttp, type Http, type HttpOptions, type Send } from './send-call.ts';
import { createServiceAccess, type RequestServiceToken } from './service-access.ts';
import { volunteerOperations } from './volunteer.ts';

export {
  ConventionError,
  type ConventionErrorKind,
  isConventionError,
  type RoleRefusal,
} from './convention-error.ts';
export type { CurrentUser } from './current-user.ts';
export type { Dealer, DealerApplication, DealerType } from './dealer.ts';
export {
  entriesOf,
  type Field,
  type FieldList,
  textOf,
  type Unreadable,
  unreadable,
} from './record-text.ts';
export type { Registration } from './registration.ts';
export type { Role, UserRole } from './role.ts';
export type { PersonalField, UserSummary } from './user-summary.ts';
export type { Department, Volunteer } from './volunteer.ts';

type OnCall = (operation: string, outcome: string, ms: number) => void;

export interface ConventionOptions extends Partial<HttpOptions> {
  baseUrl: URL;
  /**
   * Called after each call with the operation, the outcome (`ok` or the error kind) and the
   * duration in milliseconds.
   */
  onCall?: OnCall | undefined;
  /** Requests the site's own token. Without this option, `asService` returns undefined. */
  requestServiceToken?: RequestServiceToken | undefined;
  /**
   * The path of the dealer search, which differs between platforms. Default: the client tries both
   * paths in docs/interface.md 4.7.
   */
  dealerSearchPath?: string | undefined;
  /** Maps scopes to fields, for a platform whose scope names differ from docs/interface.md 5.3. */
  scopesShow?: ScopesShow | undefined;
}

export interface AttendeeCredential {
  accessToken: string;
  /** Fields that need other scopes are dropped, even if the platform sends them. */
  grantedScopes: readonly string[];
  /** If set, any other user's record is rejected. `registration()` requires it. */
  userId?: string;
}

export type Convention = ReturnType<typeof createConvention>;
export type AttendeeClient = ReturnType<Convention['onBehalfOf']>;
export type ServiceClient = ReturnType<typeof createServiceClient>;

const defaultDeadlineMs = 8000;

/** Opens a client for one platform. Call `close` to close its connections. */
export function createConvention({
  baseUrl,
  requestServiceToken,
  dealerSearchPath,
  deadlineMs = defaultDeadlineMs,
  now = Date.now,
  log,
  onCall,
  scopesShow,
  ...others
}: ConventionOptions) {
  const http = createHttp({ baseUrl, deadlineMs, now, log, ...others });
  const api = onCall ? timedCalls(http, onCall) : http;
  const serviceAccess =
    requestServiceToken && createServiceAccess(requestServiceToken, { api, now });
  const searchDealers = createDealerSearch(dealerSearchPath);
  return {
    onBehalfOf({ accessToken, ...attendee }: AttendeeCredential) {
      const { userId } = attendee;
      const send: Send = (request) => api.send({ ...request, accessToken, person: userId });
      return {
        currentUser: () => retrieveCurrentUser(send, { ...attendee, scopesShow }),
        /**
         * Retrieves the attendee's own registration. Some platforms do not let attendees read it
         * with their own token. Treat login-needed, not-permitted and not-found as "unknown", and
         * do not log the attendee out. Rejects with a RangeError if `userId` is missing.
         */
        async registration() {
          if (userId === undefined)
            throw new RangeError('registration: the attendee has no userId. Pass it to onBehalfOf');
          return registrationOperations(send).registration({ userId });
        },
      };
    },
    /**
     * `person` is the id of the attendee that the calls are for. Limits on concurrent calls, and
     * waits after a `Retry-After`, apply per person.
     */
    asService: (person?: string) =>
      serviceAccess &&
      createServiceClient((request) => serviceAccess.send({ ...request, person }), searchDealers),
    /**
     * Resolves to the convention's dates, or to undefined if none are known within 400 ms. Never
     * rejects.
     */
    dates: createConventionDates({ api, domain: baseUrl.hostname, now }),
    /** Lets running calls finish or time out, then closes all connections. */
    close: api.close,
  };
}

export interface BotOptions
  extends Pick<ClientCredentials, 'clientId' | 'clientSecret' | 'scopes'>,
    Partial<Omit<HttpOptions, 'baseUrl'>>,
    Pick<ConventionOptions, 'baseUrl' | 'dealerSearchPath'> {
  /** The token endpoint. Default: `/api/oauth/token` below `baseUrl`. */
  readonly tokenUrl?: URL;
}

/**
 * Opens a client for a bot with its own credential. Throws a TypeError if `clientId` or
 * `clientSecret` is empty.
 */
export function openServiceClient(options: BotOptions) {
  const { clientId, clientSecret, scopes, tokenUrl, dealerSearchPath, ...others } = options;
  for (const [name, value] of Object.entries({ clientId, clientSecret }))
    if (!value) throw new TypeError(`openServiceClient: \`${name}\` is missing.`);
  const { baseUrl, deadlineMs = defaultDeadlineMs, now = Date.now } = others;
  const http = createHttp({ ...others, deadlineMs, now });
  const requestToken = requestTokensWith({
    ...{ clientId, clientSecret, scopes, deadlineMs, now },
    tokenUrl: tokenUrl ?? new URL(`${baseUrl.href.replace(/\/+$/, '')}/api/oauth/token`),
  });
  const { send } = createServiceAccess(requestToken, { api: http, now });
  const searchDealers = createDealerSearch(dealerSearchPath);
  return { ...createServiceClient(send, searchDealers), close: http.close };
}

/**
 * The service credential (docs/interface.md 5.4) can read every user, so the caller must make sure
 * to pass the right user id.
 */
function createServiceClient(send: Send, searchDealers: DealerSearch) {
  return {
    ...registrationOperations(send),
    ...volunteerOperations(send),
    ...dealerOperations(send, searchDealers),
    ...roleOperations(send),
  };
}

function timedCalls(api: Http, onCall: OnCall): Http {
  return {
    ...api,
    async send(request) {
      const start = performance.now();
      let outcome = 'ok';
      try {
        return await api.send(request);
      } catch (error) {
        outcome = error instanceof ConventionError ? error.kind : 'unavailable';
        throw error;
      } finally {
        onCall(request.operation, outcome, performance.now() - start);
      }
    },
  };
}
