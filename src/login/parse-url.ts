// Parses addresses from outside.

/**
 * Returns the parsed address, or undefined if it is none. Not by `URL.canParse`: on Node 20 it
 * refuses addresses with letters such as ü, but only after some thousand calls.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
