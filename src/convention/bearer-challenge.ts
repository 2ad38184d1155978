// Reads bearer token errors from `WWW-Authenticate` (RFC 6750 section 3).

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const separators = /[ \t,]*/y;
const parameter = new RegExp(
  String.raw`(${token})[ \t]*=[ \t]*(?:(${token})|"((?:[^"\\]|\\.)*)")(?![^ \t,])`,
  'y',
);
const token68 = '[A-Za-z0-9._~+/-]+=*(?=[ \t]*(?:,|$))';
const scheme = new RegExp(`(${token})(?![^ \t,])(?:[ \t]+${token68})?`, 'y');

/**
 * Returns the `error` parameter of each Bearer challenge. Ignores other schemes, text inside other
 * parameters, challenges with several errors, and malformed headers (RFC 9110 sections 11.2,
 * 11.6.1).
 */
export function bearerErrors(header: string): readonly string[] {
  const errors: string[] = [];
  let bearer: string[] | undefined;
  let at = 0;
  const read = (part: RegExp) => {
    part.lastIndex = at;
    const match = part.exec(header);
    at = match ? part.lastIndex : at;
    return match;
  };
  const endChallenge = () => bearer?.length === 1 && errors.push(...bearer);
  for (read(separators); at < header.length; read(separators)) {
    const [, name, plain, quoted] = read(parameter) ?? [];
    if (name !== undefined) {
      const value = plain ?? quoted?.replace(/\\(.)/g, '$1') ?? '';
      if (name.toLowerCase() === 'error') bearer?.push(value);
      continue;
    }
    const [, started] = read(scheme) ?? [];
    if (started === undefined) return [];
    endChallenge();
    bearer = started.toLowerCase() === 'bearer' ? [] : undefined;
  }
  endChallenge();
  return errors;
}
