// Parses web addresses that come from outside.

/**
 * Returns the parsed address, or undefined if it is none. Not by `URL.canParse`: on Node 20 it
 * refuses addresses with letters such as ü, but only after some thousand calls. (The login has its
 * own, src/login/parse-url.ts, because it can be copied.)
 */
export function parseAddress(text: unknown): URL | undefined {
  try {
    return typeof text === 'string' ? new URL(text) : undefined;
  } catch {
    return undefined;
  }
}
