// For each property outside src/login and src/convention, a change to one line of source that makes
// the property's test fail. The tests of those two folders are checked with mutants
// instead (docs/properties.md), which need no copy of a source line here.

export interface Sabotage {
  readonly property: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /**
   * Part of the path of the test file that notices the change. Default: the test in
   * docs/properties.md.
   */
  readonly test?: string;
}

export const sabotages: readonly Sabotage[] = [
  {
    property: 'P8',
    file: 'src/web/requests/public-url.ts',
    find: 'const url = new URL(publicUrl);',
    replace: "const url = new URL('http://' + req.hostname);",
  },
  {
    property: 'P35',
    file: 'src/wiring/site-login.ts',
    find: 'secret: config.sessionSecrets.map(',
    replace: 'secret: config.sessionSecrets.slice(0, 1).map(',
  },
  {
    property: 'P50',
    file: 'src/pages/profile/profile-view.ts',
    find: 'const shared = optionalScopes.filter((scope) => grantedScopes.includes(scope));',
    replace: 'const shared = optionalScopes.filter((scope) => grantedScopes && scope);',
  },
  {
    property: 'P45',
    file: 'src/web/requests/request-log.ts',
    find: 'log.info({ requestId: req.requestId, ...answered',
    replace: 'log.info({ requestId: req.requestId, ...answered, route: req.originalUrl',
  },
  {
    property: 'P46',
    file: 'src/log/log.ts',
    find: '    at: placesOf(error),',
    replace: '    at: [error.message],',
  },
  {
    property: 'P51',
    file: 'src/web/requests/security-headers.ts',
    find: "'Cache-Control': 'no-store',",
    replace: "'Cache-Control': 'max-age=60',",
  },
  {
    property: 'P38',
    file: 'public/page.js',
    find: 'if (persisted) location.reload();',
    replace: 'if (persisted) location.hash = persisted;',
  },
  {
    property: 'P47',
    file: 'src/web/requests/security-headers.ts',
    find: "referrerPolicy: { policy: 'same-origin' },",
    replace: "referrerPolicy: { policy: 'unsafe-url' },",
    test: 'leaks/every-route',
  },
  {
    property: 'P48',
    file: 'src/pages/home/routes.ts',
    find: "res.removeHeader('X-Robots-Tag');",
    replace: "res.removeHeader('X-Robots-Tag').cookie('visited', '1');",
  },
  {
    property: 'P63',
    file: 'src/web/requests/security-headers.ts',
    find: `defaultSrc: ["'none'"],`,
    replace: `defaultSrc: ["'self'"],`,
  },
  {
    property: 'P64',
    file: 'src/web/requests/security-headers.ts',
    find: `formAction: ["'self'"],`,
    replace: `formAction: ["'none'"],`,
  },
  {
    property: 'P65',
    file: 'src/web/requests/security-headers.ts',
    find: '{ maxAge: 63_072_000, includeSubDomains: false }',
    replace: '{ maxAge: 60, includeSubDomains: false }',
  },
  {
    property: 'P66',
    file: 'src/web/requests/same-origin.ts',
    find: "if (!changingMethods.includes(req.method)) return methodNotAllowed('GET, HEAD')(req, res, next);",
    replace: '',
  },
  {
    property: 'P69',
    file: 'views/partials/rows.eta',
    find: '<dt><%= row.label %></dt>',
    replace: '<dt><%~ row.label %></dt>',
  },
  {
    property: 'P70',
    file: 'src/text.ts',
    find: "text.replace(/[\\u202A-\\u202E\\u2066-\\u2069]/g, '')",
    replace: 'text',
  },
  {
    property: 'P53',
    file: 'src/web/person.ts',
    find: 'const isAllowed = origins.includes(',
    replace: 'const isAllowed = Boolean(',
  },
  {
    property: 'P73',
    file: 'src/web/rows.ts',
    find: 'entries.slice(0, mostItems)',
    replace: 'entries',
  },
  {
    property: 'P74',
    file: 'src/web/words/dates.ts',
    find: "formatOf(style, { locale, timeZone: 'UTC' })",
    replace: "formatOf(style, { locale, timeZone: 'America/Los_Angeles' })",
  },
  {
    property: 'P87',
    file: 'src/redis/redis-connection.ts',
    find: 'Math.min(50 * 2 ** retries, longestRetryMs) +',
    replace: 'retries < 1 && Math.min(50 * 2 ** retries, longestRetryMs) +',
  },
  {
    property: 'P89',
    file: 'src/redis/redis-client.ts',
    find: 'commandsQueueMaxLength: 1000',
    replace: 'commandsQueueMaxLength: 100_000',
  },
  {
    property: 'P90',
    file: 'src/redis/redis-connection.ts',
    find: 'if (isReconnecting || closing.signal.aborted) return;',
    replace: 'if (current || isReconnecting || closing.signal.aborted) return;',
    test: 'redis-connection.proof',
  },
  {
    property: 'P90',
    file: 'src/redis/redis-connection.ts',
    find: '    current = next;\n',
    replace: '    current ??= next;\n',
    test: 'redis-connection.proof',
  },
  {
    property: 'P91',
    file: 'src/web/error-pages.ts',
    find: "problem === 'service-unavailable'",
    replace: "problem === 'login-unavailable'",
    test: 'web/error-pages',
  },
  {
    property: 'P93',
    file: 'src/server/stop-server.ts',
    find: '    for (const res of running) closeConnection(res);\n',
    replace: '',
  },
  {
    property: 'P94',
    file: 'src/server/start-server.ts',
    find: "log.fatal({ err: error }, 'a defect in Lanyard ended the process');",
    replace: 'console.error(error);',
  },
  {
    property: 'P21',
    file: 'src/web/requests/public-url.ts',
    find: 'if (!(mark in req.query))',
    replace: 'if (mark)',
  },
  {
    property: 'P97',
    file: 'src/web/requests/rate-limits.ts',
    find: 'req.attendee.userId',
    replace: 'req.sessionID',
  },
  {
    property: 'P98',
    file: 'src/web/requests/network.ts',
    find: "return 'unknown';",
    replace: 'return address;',
  },
  {
    property: 'P99',
    file: 'src/server/app-server.ts',
    find: 'HPE_HEADER_OVERFLOW: [',
    replace: 'HPE_OVERFLOW: [',
  },
  {
    property: 'P100',
    file: 'src/server/app-server.ts',
    find: 'setTimeout(() => req.socket.destroy(), longestResponseMs)',
    replace: 'setTimeout(() => {}, longestResponseMs)',
  },
  {
    property: 'P101',
    file: 'src/server/app-server.ts',
    find: 'requireHostHeader: false }',
    replace: 'requireHostHeader: false, insecureHTTPParser: true }',
  },
  {
    property: 'P101',
    file: 'src/web/requests/ambiguous-requests.ts',
    find: "&& httpVersion === '1.1'",
    replace: '',
  },
  {
    property: 'P102',
    file: 'src/web/error-pages.ts',
    find: 'return status >= 400 && status < 500',
    replace: 'return status === 400',
  },
  {
    property: 'P39',
    file: 'src/commands/people-command.ts',
    find: 'await access.stopped.forget(await access.logins.endAll(userId));',
    replace: 'await access.logins.endAll(userId);',
  },
  {
    property: 'P103',
    file: 'src/server/app-server.ts',
    find: 'running.some(({ headersSent }) => headersSent)',
    replace: 'running.some(({ writableEnded }) => writableEnded)',
  },
  {
    property: 'P104',
    file: 'src/web/requests/concurrency-limit.ts',
    find: 'if (line.size <= mostAtOnce) begin();',
    replace: 'if (line.size) begin();',
  },
  {
    property: 'P40',
    file: 'compose.yaml',
    find: '--save "" --appendonly yes --appendfsync always',
    replace: '--tcp-backlog 511',
  },
  {
    property: 'P40',
    file: 'deploy/users.acl',
    find: '~* resetchannels -@all +@write +select',
    replace: 'resetchannels -@all',
  },
  {
    property: 'P54',
    file: 'src/web/requests/attendee-files.ts',
    find: 'isTyped || isFromOwnPage(req, publicUrl)',
    replace: 'req.attendee || isTyped || isFromOwnPage(req, publicUrl)',
  },
  {
    property: 'P96',
    file: 'src/redis/redis-renewal.ts',
    find: '(READONLY|LOADING|',
    replace: '(',
  },
  {
    property: 'P105',
    file: 'deploy/alerts.yml',
    find: 'platform-(credential|certificate|',
    replace: 'platform-(scope|credential|certificate|',
  },
  {
    property: 'P41',
    file: 'public/page.js',
    find: 'Math.min(ends - performance.now(), wallEnds - Date.now())',
    replace: 'ends - performance.now()',
  },
  {
    property: 'P57',
    file: 'public/sw.js',
    find: "mode !== 'navigate' ||",
    replace: '',
  },
  {
    property: 'P58',
    file: 'src/web/requests/kept-badges.ts',
    find: "'Clear-Site-Data': '\"storage\"', ",
    replace: '',
  },
  {
    property: 'P59',
    file: 'public/sw.js',
    find: "if (!response.headers.has('Kept-Badge'))",
    replace: 'if (!response.ok)',
  },
  {
    property: 'P60',
    file: 'src/pages/badge-name/kept-badge-page.ts',
    find: "res.set('Content-Security-Policy', documentPolicy);",
    replace: '',
  },
  {
    property: 'P61',
    file: 'public/keep.js',
    find: 'status.textContent = status.dataset.failed;',
    replace: '',
  },
  {
    property: 'P55',
    file: 'src/web/requests/normalise-path.ts',
    find: 'if (ownUrl) req.url = ownUrl;',
    replace: '',
  },
  {
    property: 'P55',
    file: 'src/web/requests/normalise-path.ts',
    find: "if (req.path.includes('//')) {",
    replace: 'if (false) {',
  },
  {
    property: 'P79',
    file: 'src/convention/record-cache.ts',
    find: "if (isConventionError(error, ['login-needed'])) removeSessions([sessionKey]);",
    replace: '',
    test: 'convention/record-cache',
  },
];
