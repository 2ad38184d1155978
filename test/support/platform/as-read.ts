import { cleanText } from '../../../src/text.ts';

/** Cleans every string with `cleanText`, as the client's schemas do. */
export function asRead<Value>(value: Value): Value {
  if (typeof value === 'string') return cleanText(value) as Value;
  if (Array.isArray(value)) return value.map(asRead) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, asRead(inner)]);
  return Object.fromEntries(entries) as Value;
}
