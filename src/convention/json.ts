// Parses JSON from other servers, and removes characters and keys that could break a page, a
// database or an object.

/**
 * Returns undefined if the text is not JSON. A number that JavaScript would round is returned as a
 * bigint or a string. In string values, lone surrogates are replaced and NULs are removed. Keys
 * named `__proto__` are dropped.
 */
export function parseJson(text: string): unknown {
  try {
    const sent: unknown = JSON.parse(text);
    const json = mayRound.test(text) ? withExactNumbers(text) : sent;
    return mayNeedRepair(text) ? repair(json) : json;
  } catch {
    return undefined;
  }
}

/**
 * Matches text that may contain a number that JavaScript rounds. A number with at most 15 digits
 * and no exponent is exact.
 */
const mayRound = /[\d.]{16}|\d[eE][+-]?\d/;

function withExactNumbers(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g, (token) => {
    if (token.startsWith('"') || isExact(token)) return token;
    return /^-?\d+$/.test(token) ? `"\\u0000${token}"` : `"${token}"`;
  });
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && /^\0-?\d+$/.test(value) ? BigInt(value.slice(1)) : value,
  );
}

/**
 * Whether JavaScript keeps all digits of this number: it prints the same text, or the number has at
 * most 15 significant digits and no extreme exponent.
 */
function isExact(number: string): boolean {
  if (String(Number(number)) === number) return true;
  const [digits = '', exponent = '0'] = number.replace('.', '').split(/[eE]/);
  const significant = digits.replace(/^-?0*|0*$/g, '');
  return significant.length <= 15 && Math.abs(Number(exponent)) < 280;
}

/**
 * Whether text may need repair. Lone surrogates and NULs can only arrive as escape sequences, which
 * most responses do not contain.
 */
function mayNeedRepair(text: string): boolean {
  return (
    text.includes('__proto__') || (text.includes('\\u') && /\\u(?:0000|005f|d[89a-f])/i.test(text))
  );
}

/** Walks the parsed value, because a `JSON.parse` reviver takes ten times as long. */
function repair(json: unknown): unknown {
  const root: Record<string, unknown> = { json };
  const stack = [root];
  for (let object = stack.pop(); object !== undefined; object = stack.pop()) {
    if (Object.hasOwn(object, '__proto__')) Reflect.deleteProperty(object, '__proto__');
    for (const key of Object.keys(object)) {
      const value = object[key];
      if (typeof value === 'object' && value !== null) stack.push(value as typeof root);
      else if (typeof value === 'string' && /[\0\p{Surrogate}]/u.test(value))
        object[key] = value.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '');
    }
  }
  const { json: repaired } = root;
  return repaired;
}

/**
 * Counts values at any depth. It uses its own stack, because deeply nested JSON would overflow the
 * call stack.
 */
export function hasMoreValuesThan(most: number, json: unknown): boolean {
  const stack = [json];
  let count = 0;
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    count += inner.length;
    if (count > most) return true;
    for (const item of inner) stack.push(item);
  }
  return false;
}
