// How names and dates of a record become words, the same on every page.

interface Named {
  readonly preferredName?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly username?: string | null | undefined;
}

/** The name to show (interface 2.2): the preferred name, else the legal one, else the user name. '' when there is none. */
export function displayName(person: Named): string {
  return visible(person.preferredName) || legalName(person) || visible(person.username);
}

/** The name as on the ID. People with a single name often fill the other field with a mark: it is left out. */
export function legalName({ firstName, lastName }: Named): string {
  return [visible(firstName), visible(lastName)]
    .filter((part) => part !== '' && part !== '-' && part !== '.')
    .join(' ');
}

/** The text without spaces around it; '' when nothing in it can be seen (only spaces, control and format characters). */
export function visible(text: string | null | undefined): string {
  return text && /[^\s\p{C}]/u.test(text) ? text.trim() : '';
}

/** A birth date in words. It is a date, not a moment: only its first ten characters count, in no time zone. Undefined when it is none. */
export function birthDate(text: string | null | undefined, locale: string): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
  const date = new Date(`${day}T00:00:00Z`);
  // A day that does not exist (31 February) comes back as another one.
  if (!day || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(date);
}
