// Who a page is about: name, username and picture, the same on every page.
import type { Field } from '../text.ts';
import { pictureAddress } from './picture.ts';
import { displayName, initials } from './words/formatting.ts';

export interface Person {
  /** Undefined if the record has none. */
  readonly name: string | undefined;
  /** Undefined if it is the name already. */
  readonly username: string | undefined;
  readonly picture: string | undefined;
  /** Shown while the picture loads, and if there is none. */
  readonly initials: string;
}

interface UserFields {
  readonly preferredName?: Field;
  readonly username?: Field;
  readonly profilePictureUrl?: Field;
}

/** `pictureOrigins` are the sites that a picture may come from. */
export function personOf(user: UserFields, pictureOrigins: readonly string[]): Person {
  const name = displayName(user);
  return {
    name: name || undefined,
    username: user.username && user.username !== name ? user.username : undefined,
    picture: pictureAddress(user.profilePictureUrl, pictureOrigins),
    initials: initials(name),
  };
}
