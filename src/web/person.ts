// How a page shows a person: names, initials, picture, and the name in the header. Pure.
import { type Field, firstGrapheme, parsePictureUrl, textOf, truncate } from '../text.ts';

type NameFields = {
  readonly [part in 'preferredName' | 'firstName' | 'lastName' | 'username']?: Field;
};

export interface PersonView {
  /** Undefined if the record does not contain a name. */
  readonly name: string | undefined;
  /** Undefined if `name` already shows the username, or if the record does not contain one. */
  readonly username: string | undefined;
  readonly picture: string | undefined;
  /** Shown while the picture loads, and if there is no picture. */
  readonly initials: string;
}

/** `pictureOrigins`: the origins from which pictures may be loaded. */
export function personView(
  user: NameFields & { readonly profilePictureUrl?: Field },
  pictureOrigins: readonly string[],
): PersonView {
  const name = displayName(user);
  // Templates add the @.
  const username = textOf(user.username).replace(/^@+/, '');
  return {
    name: name || undefined,
    username:
      textOf(user.username) === name || username === name ? undefined : username || undefined,
    picture: pictureUrl(user.profilePictureUrl, pictureOrigins),
    initials: initials(name),
  };
}

const longestName = 100;

/** Returns the name for the header, shortened to fit into the session. */
export function headerName(user: NameFields): string {
  return truncate(displayName(user), longestName);
}

/** Returns the part of a view model that shows an attendee's name in the page header. */
export function visitorOf(user: NameFields): { visitorName: string } {
  return { visitorName: headerName(user) };
}

/**
 * Returns the preferred name, else the username, else ''. It never returns the legal name, which
 * only the attendee sees, in a collapsed part of the profile.
 */
export function displayName({ preferredName, username }: NameFields): string {
  return textOf(preferredName) || textOf(username);
}

/**
 * Returns the name as it appears on the ID. People with a single name often enter a hyphen or a
 * full stop in the other field, which is left out.
 */
export function legalName({ firstName, lastName }: NameFields): string {
  return [textOf(firstName), textOf(lastName)]
    .filter((part) => part && part !== '-' && part !== '.')
    .join(' ');
}

const maxUrlLength = 2000;

/**
 * Returns the normalised URL of a profile picture (docs/interface.md, section 2.1). Undefined
 * unless it is at one of these origins, without a user name or password, and at most 2,000
 * characters long. The settings allow only https origins, except on this computer. The server never
 * fetches a picture.
 */
export function pictureUrl(text: Field, origins: readonly string[]): string | undefined {
  const url = parsePictureUrl(text);
  if (!url) return undefined;
  const { protocol, host, username, password, href } = url;
  // Comparing `origin` is not enough, because a blob: URL has the origin of the site that created
  // it.
  const isAllowed = origins.includes(`${protocol}//${host}`) && username === '' && password === '';
  return isAllowed && href.length <= maxUrlLength ? href : undefined;
}

/**
 * Returns a name's first two initials, as a substitute for a picture. Skips brackets and other
 * punctuation.
 */
export function initials(name: string): string {
  const words = name.split(/\s+/, 8);
  const letters = words.flatMap((word) => firstGrapheme(word, isLetter) || []).slice(0, 2);
  const shown = letters.length > 0 ? letters : [firstGrapheme(name)];
  // Separates the two initials, because adjacent letters in a cursive script would join and look
  // like a word.
  const isCursive =
    /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Nko}|\p{Script=Mongolian}|\p{Script=Adlam}/u;
  return shown.map(asCapital).join(isCursive.test(shown[0] ?? '') ? '\u200C' : '');
}

/**
 * True for a letter, digit or pictograph. Also true for an unassigned or private-use code point,
 * which the visitor's device may show as one of them.
 */
function isLetter(grapheme: string): boolean {
  return /[\p{L}\p{N}\p{So}\p{Cn}\p{Co}\p{RI}]|\p{Extended_Pictographic}|\p{Emoji_Presentation}|\u20E3/u.test(
    grapheme,
  );
}

/**
 * Leaves two kinds of letters unchanged: Georgian letters, whose capitals are used only for whole
 * strings and are in few fonts, and letters such as ß, whose capital would be two letters.
 */
function asCapital(letter: string): string {
  const capital = letter.toUpperCase();
  const isOne = [...capital].length === [...letter].length;
  return isOne && !/\p{Script=Georgian}/u.test(letter) ? capital : letter;
}
