// What each limit of the source means, for docs/limits.md: `file name`, its unit, what happens beyond
// it, and the test that sees its shipped value.

/** Each line: file and name | unit | beyond | the test, or `none:` and why nothing can see it. */
const lines = `
convention/nothing.ts levels|objects around each other in which nothing is looked for|deeper ones are an answer|convention/nothing
convention/refusal.ts usualRetryAfterSeconds|seconds to wait, if the platform names none|what a page says in Retry-After|convention/http
convention/schema.ts levels|lists or objects in each other in an answer to a question of the registration|it counts as unreadable|convention/schema
doctor/redis-permissions.ts probeSeconds|seconds that what the doctor writes lives at most|it is gone by itself|doctor/redis-checks
login/oauth/oauth-errors.ts usualWaitSeconds|seconds to wait, if the token endpoint names none|what a page says in Retry-After|login/oauth/oauth-client
login/pending-login.ts mostFormerCookies|cookies of version 1.0.0 that an answer clears|the next one clears more|login/pending-login
login/store/redis-refusal.ts answerMs|ms that a server has to say why it takes no connection|the connection counts as lost|login/store/redis-refusal
login/store/redis-connection.ts shortestPauseMs|ms before a group of servers is tried again, at least|it is tried again|login/store/redis-connection
login/store/redis-connection.ts longestPauseMs|ms before it is, at most|it is tried again|login/store/redis-connection
login/store/redis-connection.ts oldConnectionMs|ms that commands have which were sent to a server that was left|they fail|login/store/redis-renewal
login/store/redis-connection.ts longestRetryMs|ms before a server of Redis is tried again, at most|it is tried again|login/store/redis-connection
pages/badge-name/preparation.ts mostYears|years of age|the age counts as unknown|pages/badge-name/preparation
settings/event-settings.ts longestText|characters of a place or another short text|the start is refused|settings/config
settings/setting-checks.ts mostDaysToDesk|days from the hours of a desk to the event|the start is refused|settings/setting-checks
settings/setting-checks.ts mostDaysToDeadline|days from a last day to the event|the start is refused|settings/setting-checks
settings/setting-values.ts shortestSecret|characters of a session secret|the start is refused with fewer|settings/config
text.ts most|characters of a text in a sentence of ours|the rest is left out|text
web/assets.ts foreverSeconds|seconds that a browser keeps a file whose address names its content|it is asked for again|web/assets
web/assets.ts daySeconds|seconds that it keeps the icon and the manifest|they are asked for again|web/assets
web/cache.ts most|values in a cache of what takes long to create|it begins anew|web/cache
web/requests/rate-limits.ts windowSeconds|seconds in which logins and pages are counted|they are forgotten|web/requests/rate-limits
web/rows.ts levels|lists or objects in each other in an answer to a question of the registration|what is deeper is left out|web/rows
web/views.ts mostLinks|lists of links in memory|it begins anew|none: no page shows what is remembered
app.ts longestName|characters of the name in the session|the rest is left out|app
convention/bulkheads.ts mostPerOperation|calls of one operation at once|the others wait for their turn, half of the deadline at most|convention/bulkheads
convention/bulkheads.ts mostPerPerson|calls for one person at once|the others wait for their turn, half of the deadline at most|convention/bulkheads
convention/bulkheads.ts retryAfterSeconds|seconds|what a page without a turn says in Retry-After|convention/bulkheads
convention/circuit-breaker.ts probeEveryMs|ms between probes while an operation is down|other calls fail at once|convention/circuit-breaker
convention/circuit-breaker.ts retryAfterSeconds|seconds|what a page says meanwhile in Retry-After|convention/circuit-breaker
convention/client-credentials.ts usualLifeSeconds|seconds of a bot’s token without \`expires_in\`|a new one is requested|convention/client-credentials
convention/client-credentials.ts longestLifeSeconds|seconds of a bot’s token, at most|a new one is requested|convention/client-credentials
convention/convention-dates.ts longestWaitMs|ms a page waits for the dates of the convention|the page is without them|convention/convention-dates
convention/convention-dates.ts knownAfterEndMs|ms after the end of a convention|its dates are not known any more|convention/convention-dates
convention/convention-dates.ts hour|ms the dates are kept|they are asked for again|convention/convention-dates
convention/convention-dates.ts fiveMinutes|ms after a failure|until then they are not asked for again|convention/convention-dates
convention/convention.ts defaultDeadlineMs|ms for a call to the platform, with its retry|504 page|convention/http
convention/cool-down.ts readEveryMs|ms between two readings of the pauses of other instances|another instance may send for so long|convention/cool-down
convention/exchange.ts largestBodyBytes|bytes of an answer of the platform|502 page|convention/http
convention/exchange.ts mostInformationalAnswers|1xx answers before an answer|502 page|convention/http
convention/failures-in-a-row.ts peopleForEverybody|people in a row whose calls fail|the failure is taken for everybody’s|convention/failures-in-a-row
convention/failures-in-a-row.ts ownFailureMs|ms after their own failure, while others were answered|a person counts again|convention/failures-in-a-row
convention/failures-in-a-row.ts mostKept|people whose failures are known|more are not noted|convention/failures-in-a-row
convention/http.ts mostValues|values in the JSON of an answer|502 page|convention/http
convention/kept-views.ts mostSessions|sessions whose views are in the memory of an instance|those of the oldest are dropped|convention/kept-views
convention/pagination.ts longestCursor|characters of a cursor|502 page|convention/pagination
convention/pagination.ts mostPagesOfAnyList|pages of a list|502 page|convention/pagination
convention/record-cache.ts mostKept|records in the memory of an instance|the oldest are dropped|convention/record-cache
convention/record-cache.ts mostKeptCharacters|characters of them as JSON|the oldest are dropped|convention/record-cache
convention/record-cache.ts reloadSeconds|seconds after an answer|a reload asks anew|convention/record-cache
convention/record-cache.ts longestRequestMs|ms after a log-out|what arrives for the ended session is not kept|convention/record-cache
convention/refusal.ts longestRetryAfterSeconds|seconds to wait, if the platform names more|so many are waited for|convention/cool-down
convention/retry.ts shortestPauseMs|ms before a retry, at least|the call is sent once more|convention/retry
convention/retry.ts longestPauseMs|ms before a retry, at most|the call is sent once more|convention/retry
convention/schema.ts mostEntries|entries of a list in an answer|the rest is left out|pages/huge-answers
convention/search.ts mostIdsPerCall|ids in one search|they are asked for in several calls|convention/pagination
convention/service-credential.ts longestMarginMs|ms before a service token expires|a new one is requested|convention/service-credential
doctor/ask.ts longestAnswer|characters of an answer that the doctor reads|the rest is left out|doctor/ask
doctor/event-findings.ts earliestDeadlineDays|days from a deadline to the first day of the event|an earlier one is taken for that of last year: a warning|doctor/event-findings
doctor/event-findings.ts mostYearsAgo|years before that of the event|an older one in a name is no warning|doctor/event-findings
doctor/platform-checks.ts clockWarningMs|ms between the clocks of this server and the platform|the doctor warns|doctor/platform-checks
doctor/platform-checks.ts clockErrorMs|ms between them|the doctor finds an error|doctor/platform-checks
doctor/redis-checks.ts slowMs|ms of a PING|the doctor warns|doctor/redis-checks
doctor/run-doctor.ts deadlineMs|ms of a question of the doctor|it is a finding|doctor/run-doctor
server/platform-watch.ts defaultLookEveryMs|ms that a look at the platform counts|a monitor that asks again gets the same answer|server/platform-watch
server/platform-watch.ts longestPauseMs|ms that a monitor waits for a platform which asks for it|it is asked again|server/platform-watch
server/platform-watch.ts networksInARow|networks in a row whose logins the platform fails|a monitor hears it|server/platform-watch
server/platform-watch.ts failuresLastMs|ms after the last of them|they do not count any more|server/platform-watch
server/start-server.ts platformLookDeadlineMs|ms of a question of that look|it counts as no answer|server/start-server
doctor/setting-findings.ts shortestClientSecret|characters of a client secret|the doctor warns of a shorter one|doctor/setting-findings
log/causes.ts longestChain|causes of an error that are looked at|deeper ones are not named|log/causes
log/log.ts maxCauseDepth|causes of an error in the log|deeper ones are left out|log/log
log/log.ts sameWarningMs|ms after a warning that visitors can cause|the same one is logged again|log/log
log/audit.ts daySeconds|seconds that an end by an operator waits for an instance|no line of the log tells of it|log/audit
log/audit.ts yearSeconds|seconds that the keys of the last start are known|a change of them is not noticed|log/audit
login/oauth/bounded-fetch.ts maxAnswerBytes|bytes of an answer of the token endpoint|the login fails with 502|login/oauth/bounded-fetch
login/oauth/bounded-fetch.ts mostInformationalAnswers|1xx answers before it|the login fails with 502|login/oauth/bounded-fetch
login/oauth/oauth-client.ts defaultDeadlineSeconds|seconds for a request to the token endpoint|the login fails with 504|login/oauth/oauth-client
login/oauth/oauth-client.ts clockToleranceSeconds|seconds of difference in an id token|the login fails with 502|login/oauth/id-token
login/oauth/oauth-errors.ts longestWaitSeconds|seconds to wait, if the token endpoint names more|the page names so many|login/oauth/oauth-client
login/oauth/token-set.ts usualLifeSeconds|seconds of a token without \`expires_in\`|a new login|login/oauth/token-set
login/oauth/bounded-fetch.ts addressMs|ms for each address of a name|the next one is tried|login/oauth/bounded-fetch
convention/http.ts addressMs|ms for each address of a name|the next one is tried|convention/http
login/oauth/token-set.ts shortestLifeSeconds|seconds of a token, at least|a shorter life is taken for this one|login/oauth/token-set
login/oauth/token-set.ts longestLifeSeconds|seconds of a token, at most|a longer life is taken for this one|login/oauth/token-set
login/optional/back-channel-log-out.ts longestTokenSeconds|seconds since a log-out token was made|400: it is refused|login/optional/back-channel-log-out
login/optional/back-channel-log-out.ts usedTokenSeconds|seconds that a used log-out token is known|no clock lets it pass any more|login/optional/back-channel-log-out
login/optional/back-channel-log-out.ts keysPauseMs|ms between two requests for these keys|a token with an unknown key is refused|login/optional/back-channel-log-out
login/optional/back-channel-log-out.ts limit|of a log-out token|413|login/optional/back-channel-log-out
login/optional/end-all-logins.ts mostSessions|sessions of a person|the oldest are ended|login/optional/end-all-logins
login/optional/person.ts endMarkSeconds|seconds after a log-out everywhere|a login that began before it is refused; one that old is anyway|login/optional/end-all-logins
login/optional/loop-breaker.ts mostRounds|logins of a browser in a row|a page in place of the next one|login/optional/loop-breaker
login/optional/log-in-for-tests.ts tokenMs|ms of a login in the tests of an app|it has ended|login/optional/log-in-for-tests
login/optional/log-in-for-tests.ts waitMs|ms that a test waits for Redis|service-unavailable|login/optional/log-in-for-tests
login/optional/loop-breaker.ts roundMs|ms in which they count|they are forgotten|login/optional/loop-breaker
login/optional/remembered-choice.ts rememberedMs|ms|the choice what to share is forgotten|login/optional/remembered-choice
login/optional/stopped-scopes.ts keptSeconds|seconds|what somebody stopped sharing is forgotten|login/optional/stopped-scopes
login/form-token.ts limit|of a form behind the login|413 page|login/form-token
login/pending-login.ts lifeSeconds|seconds from the start of a login to its callback|“Log in again”|login/limits-of-login
login/sessions/repeated-callback.ts sameCodeMs|ms in which a callback that is sent again leads in|“Log in again”|login/sessions/repeated-callback
login/sessions/repeated-callback.ts otherCodeMs|ms in which it does with the code of a second click|“Log in again”|login/sessions/repeated-callback
login/sessions/repeated-callback.ts longestWaitMs|ms that it waits for the first one|“Log in again”|login/sessions/repeated-callback
login/sessions/repeated-callback.ts pollMs|ms between two looks at the first one|it looks again|login/sessions/repeated-callback
login/sessions/repeated-callback.ts mostWaitingOfOneLogin|callbacks that wait for the same login|“Log in again”, at once|login/sessions/repeated-callback
login/browser/return-to.ts maxLength|characters of a way back|the login leads to the home page|login/browser/return-to
login/sessions/own-store-sessions.ts retryAfterSeconds|seconds|what a page says in Retry-After while the host’s store fails|login/sessions/own-store-sessions
login/sessions/sealing-client.ts mostExtended|sessions of which a process knows when it extended them|it begins anew, and extends each once more|login/sessions/sealed-sessions
login/sessions/session-ends.ts longestRequestSeconds|seconds that the end of a session is marked|no login may take so long|login/sessions/own-store-sessions
login/sessions/session-ends.ts maxChainLength|sessions in a row that replaced each other|a log-out is 503|login/sessions/session-ends
login/sessions/start-session.ts longestLoginMs|ms from a callback to its stored session|“Log in again”|login/sessions/slow-login
login/store/key-store.ts mostMembers|members of a set that are read|only the newest are|login/store/key-store
login/store/key-store.ts longestValue|bytes of a value that is read|it counts as none|login/store/key-store
login/store/redis-client.ts connectTimeout|ms to connect to Redis|it is tried again|login/store/redis-client
login/store/redis-client.ts longestConnectMs|ms until all of a group of servers is connected|it is tried again|login/store/redis-client
login/store/redis-client.ts commandsQueueMaxLength|commands that wait for Redis|the others fail at once|login/store/key-store
login/store/redis-client.ts pingInterval|ms between two signs of life of a server of a group|see socketTimeout|login/store/redis-client
login/store/redis-client.ts socketTimeout|ms without a sign of life of a server of a group|the connection is replaced|login/store/redis-client
login/store/redis-connection.ts pingInterval|ms between two signs of life of Redis|see socketTimeout|login/store/redis-connection
login/store/redis-connection.ts socketTimeout|ms without a sign of life of Redis|the connection is replaced|login/store/redis-connection
login/store/redis-keys.ts defaultDeadlineMs|ms for a command of Redis|503 page|login/store/key-store
login/store/redis-keys.ts retryAfterSeconds|seconds|what it says in Retry-After|login/store/key-store
pages/badge-name/badge-hints.ts maxCounted|characters of a badge name that are counted|the rest is not|pages/badge-name/badge-hints
pages/dealer/dealer-view.ts maxShown|dealer applications on the page|the rest is left out|pages/dealer/dealer-view
pages/roles/roles-view.ts maxGroups|groups of roles on the page|the rest is left out|pages/roles/roles-view
server/app-server.ts mostInQueue|requests that wait on one connection|it is closed after their answers|server/app-server
site/login-writes.ts probeSeconds|seconds that a trial write lives at most|it is gone by itself|site/login-writes
server/redis-watch.ts markerSeconds|seconds without an instance|the loss of the data of Redis is not noticed|server/redis-watch
server/slow-clients.ts defaultLongestAnswerMs|ms from the headers of a request until the client has its answer|the connection is closed|server/slow-clients
server/stop-server.ts defaultLongestStopMs|ms that a stop waits for running requests|their connections are cut|server/stop-server
server/start-server.ts redisCheckMs|ms that a start gives to its check of Redis|it is not checked|server/start-server
server/start-server.ts defaultRedisWatchMs|ms between two looks whether Redis takes writes and has its data|a refusal is noticed by the next look|server/start-server
server/start-server.ts longestRedisWaitMs|ms that a start waits for Redis|it listens without|server/start-server
server/slow-clients.ts keepAliveTimeout|ms without a request on a connection|it is closed|server/slow-clients
server/slow-clients.ts headersTimeout|ms for the headers of a request|408|server/slow-clients
server/slow-clients.ts requestTimeout|ms for all of a request|408|server/slow-clients
server/slow-clients.ts connectionsCheckingInterval|ms between two looks for slow clients|a slow one is noticed so much later|server/slow-clients
settings/event-settings.ts GUARDIAN_AGE|years|the start is refused|settings/config
settings/event-settings.ts BADGE_NAME_SOFT_LIMIT|characters|the start is refused; beyond the setting, the badge page says that a name may be too long|settings/config
settings/guessable.ts fewestCharacters|different characters in a secret|with fewer, the start of a public site is refused|settings/guessable
settings/guessable.ts fewestSteps|different steps from one character to the next|with fewer, the start of a public site is refused|settings/guessable
settings/guessable.ts fewestWords|words|a secret of so many is a phrase: the start of a public site is refused|settings/guessable
settings/guessable.ts wordLength|letters of these words on average|shorter ones are no phrase|settings/guessable
settings/server-values.ts mostProxies|proxies in TRUST_PROXY|the start is refused|settings/setting-checks
settings/setting-names.ts shortestWithTypos|characters of a setting|for shorter ones no other name is proposed|settings/setting-names
settings/setting-values.ts largestFileBytes|characters in the file of a setting|the start is refused|settings/config
settings/settings.ts CONVENTION_NAME|characters|the start is refused|settings/config
settings/settings.ts OAUTH_TOKEN_SECONDS|seconds of a token whose answer does not say it|a new login|settings/config
settings/settings.ts SESSION_IDLE_MINUTES|minutes without a page|the session is over|settings/config
settings/settings.ts SESSION_HOURS|hours since the login|the session is over|settings/config
settings/settings.ts RECORD_CACHE_SECONDS|seconds that a record is kept|it is asked for again|settings/config
settings/settings.ts LOGINS_PER_MINUTE|logins of a network that begin in a minute|429 page|settings/config
settings/settings.ts PAGES_PER_MINUTE|pages of a person in a minute|429 page|settings/config
settings/page-settings.ts NOTICE|characters|the start is refused|settings/config
site/shared-pauses.ts lifeSeconds|seconds that a pause is shared, the longest that there is|it is forgotten|site/shared-pauses
site/site-convention.ts defaultDeadlineMs|ms for a call to the platform, and for a token|504 page|site/site-convention
convention/record-text.ts maxRawLength|characters of a text that are looked at|the rest is left out|text
convention/record-text.ts maxLength|characters of a text that a page shows|the rest is left out|text
convention/record-text.ts mostMarks|combining marks in a row|the rest is left out|text
web/sharing-notice.ts lifeMs|ms after a login|its result is not told any more|web/sharing-notice
web/picture.ts maxAddressLength|characters of the address of a picture|there is none|web/picture
web/requests/in-turn.ts mostAtOnce|requests of a session, or pages of a person, in progress|the others wait for their turn|web/requests/in-turn
web/requests/in-turn.ts mostWaiting|requests that wait|429|web/requests/in-turn
web/requests/in-turn.ts retryAfterSeconds|seconds|what it says in Retry-After|web/requests/in-turn
web/requests/security-headers.ts maxAge|seconds that a browser uses https without asking|it may ask over http again|web/requests/security-headers
web/requests/security-txt.ts lifeMs|ms|security.txt expires; each answer has a new date|web/requests/security-txt
web/rows.ts mostItems|items of a list on a page|the rest is left out|web/rows
web/rows.ts mostTextsOfAnswer|texts of an answer to a question of the registration|the rest is left out|web/rows
text.ts longestGrapheme|code units of a character|the rest is left out|text
web/requests/language-choice.ts cookieMaxAgeMs|ms|the chosen language is forgotten|web/requests/language-choice
web/requests/language-choice.ts limit|of the form that chooses a language|413 page|web/requests/language-choice
`;

export interface LimitWords {
  readonly unit: string;
  readonly beyond: string;
  /** From test, without `.test.ts`. Empty: nothing can see it. */
  readonly test: string;
  readonly whyNone: string;
}

/** By `file name`. */
export const limitWords: ReadonlyMap<string, LimitWords> = new Map(
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', unit = '', beyond = '', proof = ''] = line.split('|');
      const [, whyNone = ''] = /^none: (.+)$/.exec(proof) ?? [];
      return [key, { unit, beyond, test: whyNone ? '' : proof, whyNone }];
    }),
);
