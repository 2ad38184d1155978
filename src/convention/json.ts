// JSON as it arrives from strangers: strings that could break a page, a header or a database are repaired while it is parsed.

/** Parses JSON; lone surrogates in its strings are replaced and NULs removed. Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return mayNeedRepair(text) ? JSON.parse(text, repairString) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Decoded UTF-8 holds neither, so only an escape can bring one in; most answers have no escapes at all. */
function mayNeedRepair(text: string): boolean {
  return text.includes('\\u') && /\\u(?:0000|d[89a-f])/i.test(text);
}

function repairString(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '') : value;
}
