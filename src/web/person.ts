// A person on a page: names, initials and picture, and what the header says about them. Pure.
import { type Field, firstGrapheme, parseAddress, textOf, truncate } from '../text.ts';

type NameFields = {
  readonly [part in 'preferredName' | 'firstName' | 'lastName' | 'username']?: Field;
};

export interface PersonView {
  /** Undefined if the record has none. */
  readonly name: string | undefined;
  /** Undefined if `name` is already the username. */
  readonly username: string | undefined;
  readonly picture: string | undefined;
  /** Shown while the picture loads, and if there is none. */
  readonly initials: string;
}

/** `pictureOrigins` are the sites that a picture may come from. */
export function personView(
  user: NameFields & { readonly profilePictureUrl?: Field },
  pictureOrigins: readonly string[],
): PersonView {
  const name = displayName(user);
  // Pages add the @ themselves.
  const username = textOf(user.username).replace(/^@+/, '');
  return {
    name: name || undefined,
    username:
      textOf(user.username) === name || username === name ? undefined : username || undefined,
    picture: pictureAddress(user.profilePictureUrl, pictureOrigins),
    initials: initials(name),
  };
}

const longestName = 100;

/** Returns the name for the header, shortened for storage in the session. */
export function headerName(user: NameFields): string {
  return truncate(displayName(user), longestName);
}

/** Returns the field that the view model of every attendee's page has: the name for the header. */
export function visitorOf(user: NameFields): { visitorName: string } {
  return { visitorName: headerName(user) };
}

/**
 * Returns the name to show: the preferred name, else the username; '' if there is none. Never the
 * legal name, which is shown only to the attendee, in a folded part of the profile.
 */
export function displayName({ preferredName, username }: NameFields): string {
  return textOf(preferredName) || textOf(username);
}

/**
 * Returns the name as on the ID. People with a single name often fill the other field with a mark,
 * which is left out.
 */
export function legalName({ firstName, lastName }: NameFields): string {
  return [textOf(firstName), textOf(lastName)]
    .filter((part) => part && part !== '-' && part !== '.')
    .join(' ');
}

const maxAddressLength = 2000;

/**
 * Returns the normalized address of a profile picture (interface 2.1) if it is at one of these
 * origins, contains no user name or password, and has at most 2,000 characters; otherwise
 * undefined. The settings allow only https origins, except on this computer. The server never
 * fetches a picture.
 */
export function pictureAddress(text: Field, origins: readonly string[]): string | undefined {
  // A scheme-relative address (`//host/…`) takes the scheme of this site, https.
  const url = parseAddress(typeof text === 'string' ? text.replace(/^\s*\/\//, 'https://') : text);
  if (!url) return undefined;
  const { protocol, host, username, password, href } = url;
  // `origin` would not do: a blob: URL has the origin of the site that created it.
  const isAllowed = origins.includes(`${protocol}//${host}`) && username === '' && password === '';
  return isAllowed && href.length <= maxAddressLength ? href : undefined;
}

/**
 * Returns the first letters of the first two words of a name, to show instead of a picture.
 * Brackets are skipped.
 */
export function initials(name: string): string {
  const words = name.split(/\s+/, 8);
  const letters = words.flatMap((word) => firstGrapheme(word, isLetter) || []).slice(0, 2);
  const shown = letters.length > 0 ? letters : [firstGrapheme(name)];
  // Separates the two initials: adjacent Arabic letters would join and look like a word.
  const isCursive =
    /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Nko}|\p{Script=Mongolian}|\p{Script=Adlam}/u;
  return shown.map(asCapital).join(isCursive.test(shown[0] ?? '') ? '\u200C' : '');
}

/**
 * True for a letter, a digit or a pictograph, and for an unassigned code point, which may become
 * one of them.
 */
function isLetter(grapheme: string): boolean {
  return /[\p{L}\p{N}\p{So}\p{Cn}\p{Co}\p{RI}]|\p{Extended_Pictographic}|\p{Emoji_Presentation}|\u20E3/u.test(
    grapheme,
  );
}

/**
 * Leaves two kinds of letters as they are. Georgian uses capitals only for whole texts, and few
 * fonts have them; the capital of ß would be two letters.
 */
function asCapital(letter: string): string {
  const capital = letter.toUpperCase();
  const isOne = [...capital].length === [...letter].length;
  return isOne && !/\p{Script=Georgian}/u.test(letter) ? capital : letter;
}
