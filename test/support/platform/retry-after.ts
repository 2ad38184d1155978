// Retry-After headers (RFC 9110 section 10.2.3), each with the seconds to wait.
// src/login and src/convention do not share code, but must read these headers in the same way.

export const readAt = Date.parse('2026-03-01T12:00:00Z');

export const retryAfterCases: readonly (readonly [header: string | undefined, seconds: number])[] =
  [
    ['7', 7],
    ['0', 1],
    ['86400', 3600],
    ['9'.repeat(400), 3600],
    ['12.31', 13],
    ['30s', 30],
    ['20, 40', 20],
    ['Sun, 01 Mar 2026 12:00:20 GMT', 20],
    ['Sun, 01 Mar 2026 12:00:55 GMT', 55],
    ['Sunday, 01-Mar-26 12:00:20 GMT', 20],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 1],
    ['Sun, 01 Mar 2099 11:00:00 GMT', 3600],
    ['soon', 30],
    [undefined, 30],
  ];
