// View model of the person whom a page is about: name, username and picture. Pure.
import { type Field, textOf } from '../text.ts';
import { pictureAddress } from './picture.ts';
import { displayName, initials } from './words/formatting.ts';

export interface PersonView {
  /** Undefined if the record has none. */
  readonly name: string | undefined;
  /** Undefined if it is the name already. */
  readonly username: string | undefined;
  readonly picture: string | undefined;
  /** Shown while the picture loads, and if there is none. */
  readonly initials: string;
}

interface PersonFields {
  readonly preferredName?: Field;
  readonly username?: Field;
  readonly profilePictureUrl?: Field;
}

/** `pictureOrigins` are the sites that a picture may come from. */
export function personView(user: PersonFields, pictureOrigins: readonly string[]): PersonView {
  const name = displayName(user);
  return {
    name: name || undefined,
    username: textOf(user.username) !== name ? textOf(user.username) || undefined : undefined,
    picture: pictureAddress(user.profilePictureUrl, pictureOrigins),
    initials: initials(name),
  };
}
