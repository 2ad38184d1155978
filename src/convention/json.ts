// JSON as it arrives from strangers: what could break a page, a database or a prototype is repaired while it is parsed.

/** Parses JSON. Lone surrogates are replaced, NULs removed, keys named `__proto__` dropped. Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return mayNeedRepair(text) ? JSON.parse(text, repair) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Decoded UTF-8 holds no lone surrogate and JSON no NUL, so only an escape can bring one in; most answers have none. */
function mayNeedRepair(text: string): boolean {
  return text.includes('__proto__') || (text.includes('\\u') && /\\u(?:0000|005f|d[89a-f])/i.test(text));
}

function repair(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '') : value;
}

/** Tells whether parsed JSON holds more values than this, in all its lists and objects together, however deep it is. */
export function hasMoreValuesThan(most: number, json: unknown): boolean {
  const waiting = [json];
  let count = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    count += inner.length;
    if (count > most) return true;
    for (const item of inner) waiting.push(item);
  }
  return false;
}
