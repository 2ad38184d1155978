// Records as the client reads them, for tests of what comes after the client.
import { cleanText } from '../../src/text.ts';

/** Returns a copy in which every text is bounded and trimmed, as the schemas do it. */
export function asRead<Value>(value: Value): Value {
  if (typeof value === 'string') return cleanText(value) as Value;
  if (Array.isArray(value)) return value.map(asRead) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, asRead(inner)]);
  return Object.fromEntries(entries) as Value;
}
