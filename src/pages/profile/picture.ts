// The profile picture of the record (interface 2.1): which addresses a page may send its visitor's browser to. Nothing is fetched here.

const longestAddress = 2000;

/**
 * The picture's address as it was parsed, where it is at one of these origins, names no user and has at most 2,000 characters;
 * undefined for any other. The settings allow no origin without https, but those of this computer.
 */
export function pictureAddress(text: string | null | undefined, origins: readonly string[]): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol, host, username, password, href } = new URL(text);
  // Not its `origin`: a blob: address bears that of the site which made it.
  const isAllowed = origins.includes(`${protocol}//${host}`) && username === '' && password === '';
  return isAllowed && href.length <= longestAddress ? href : undefined;
}
