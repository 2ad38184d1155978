// The public interface of this folder: typed calls to the convention's registration platform. Calls
// and lists reject only with a ConventionError, or with a RangeError for an invalid argument.
import { type ClientCredentials, requestTokensWith } from './client-credentials.ts';
import { createConventionDates } from './convention-dates.ts';
import { ConventionError } from './convention-error.ts';
import { retrieveCurrentUser, type ScopesShow } from './current-user.ts';
import { dealerOperations } from './dealer.ts';
import { createHttp, type Http, type HttpOptions, type Send } from './http.ts';
import { registrationOperations } from './registration.ts';
import { roleOperations } from './role.ts';
import { createServiceAccess, type RequestServiceToken } from './service-credential.ts';
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
export type { PersonalField, UserSummary } from './user-records.ts';
export type { Department, Volunteer } from './volunteer.ts';

type OnCall = (operation: string, outcome: string, ms: number) => void;

export interface ConventionOptions extends Partial<HttpOptions> {
  baseUrl: URL;
  /** For metrics: gets the operation, `ok` or the kind of the error, and the duration in ms. */
  onCall?: OnCall | undefined;
  /** Gets the site's own token. Without it, `asService` returns undefined. */
  requestServiceToken?: RequestServiceToken | undefined;
  /** The path of the dealer search. Default: as in interface 4.7. */
  dealerSearchPath?: string;
  /** For a platform with other scope names. */
  scopesShow?: ScopesShow | undefined;
}

/** The access token of an attendee, and what it may read. */
export interface AttendeeCredential {
  accessToken: string;
  /** Fields of other scopes are dropped, even if the platform sends them. */
  grantedScopes: readonly string[];
  /** Once known, the records of any other user are refused. */
  userId?: string;
}

export type Convention = ReturnType<typeof createConvention>;
export type AttendeeClient = ReturnType<Convention['onBehalfOf']>;
export type ServiceClient = ReturnType<typeof createServiceClient>;

const defaultDeadlineMs = 8000;

/** Opens a client of one convention. It keeps connections open until `close`. */
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
  return {
    /** Calls on behalf of one attendee, with their own access token. */
    onBehalfOf({ accessToken, ...attendee }: AttendeeCredential) {
      const { userId } = attendee;
      const send: Send = (request) => api.send({ ...request, accessToken, person: userId });
      return {
        currentUser: () => retrieveCurrentUser(send, { ...attendee, scopesShow }),
        /**
         * Gets the attendee's own registration. The platform may not allow this token to read it:
         * treat login-needed, not-permitted and not-found as "unknown", and log nobody out. Throws
         * a RangeError without `userId`.
         */
        async registration() {
          if (userId === undefined)
            throw new RangeError('whose registration: the attendee has no userId');
          return registrationOperations(send).registration({ userId });
        },
      };
    },
    /** Calls with the site's own credential, on behalf of `person` for rate limiting. */
    asService: (person?: string) =>
      serviceAccess &&
      createServiceClient(
        (request) => serviceAccess.send({ ...request, person }),
        dealerSearchPath,
      ),
    /** Resolves to the dates of the convention, if the platform responds in time; never rejects. */
    dates: createConventionDates({ api, domain: baseUrl.hostname, now }),
    /** Waits for running calls until their deadline, then closes all connections. */
    close: api.close,
  };
}

export interface BotOptions
  extends Pick<ClientCredentials, 'clientId' | 'clientSecret' | 'scopes'>,
    Partial<Omit<HttpOptions, 'baseUrl'>>,
    Pick<ConventionOptions, 'baseUrl' | 'dealerSearchPath'> {
  /** Default: `/api/oauth/token` below `baseUrl`. */
  readonly tokenUrl?: URL;
}

/**
 * Opens a client for a bot, with a credential of its own. Throws a TypeError if the credential is
 * empty.
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
  return { ...createServiceClient(send, dealerSearchPath), close: http.close };
}

/**
 * All operations of the service credential (interface 5.4). It can read every user, so the caller
 * is responsible for the right user id.
 */
function createServiceClient(send: Send, dealerSearchPath = '/api/v0/users/search') {
  return {
    ...registrationOperations(send),
    ...volunteerOperations(send),
    ...dealerOperations(send, { searchPath: dealerSearchPath }),
    ...roleOperations(send),
  };
}

/** Calls `onCall` after each call. */
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
