// JSON as it arrives from strangers: what could break a page, a header, a database or a prototype is repaired while it is parsed.

/**
 * Parses JSON. In its strings, lone surrogates are replaced and NULs removed; keys named `__proto__` are dropped. Undefined when
 * it is not JSON.
 */
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
