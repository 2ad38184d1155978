// Formats phone numbers and postal addresses for the reader. Nothing that a person typed gets lost.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { formatAddress } from 'localized-address-format';
import type { Field } from '../../text.ts';
import { createCache } from '../cache.ts';
import { isolated } from './formatting.ts';

/**
 * One number with a country code: digits, and the separators that people use (copying may add
 * invisible marks).
 */
const singlePhoneNumber = /^\p{Cf}*\+[\d\s().\p{Pd}\p{Cf}]{1,60}$/u;

/**
 * Formats a phone number for dialling from abroad, in groups (E.123). Returns it as typed if it is
 * not a single number or a digit would get lost. Undefined stays undefined: the field was not sent.
 */
export function phoneNumber(text: Field): string | undefined {
  if (text === undefined) return undefined;
  const typed = text ?? '';
  const formatted = singlePhoneNumber.test(typed)
    ? parsePhoneNumberFromString(typed)?.formatInternational()
    : undefined;
  return formatted && digitsOf(formatted) === digitsOf(typed) ? formatted : typed;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Letters, digits and signs that mean nothing in an address of the web. */
const plainEmail = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/**
 * Returns the `mailto:` address of an email address, or undefined unless it is a plain one: what a
 * convention sends as such may hold a second recipient, or the text of a mail.
 */
export function mailAddress(email: Field): string | undefined {
  return email && plainEmail.test(email) ? `mailto:${email}` : undefined;
}

type AddressPart = 'Line1' | 'Line2' | 'City' | 'State' | 'Zipcode' | 'Country';
export type AddressFields = { readonly [part in `address${AddressPart}`]?: Field };

/**
 * Returns the lines of an address (interface 2.1, 2.7) in the order of its country. The country
 * comes last, in the reader's language (`locale`, BCP 47). Empty parts are left out, so an empty
 * address has no lines. Undefined if no field was sent.
 */
export function addressLines(record: AddressFields, locale: string): string[] | undefined {
  const { addressLine1, addressLine2, addressCity, addressState, addressZipcode, addressCountry } =
    record;
  const fields = [addressLine1, addressLine2, addressCity, addressState, addressZipcode];
  if ([...fields, addressCountry].every((field) => field === undefined)) return undefined;
  const parts = fields.map((field) => field ?? '');
  const country = addressCountry ?? '';
  const code = /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : unknownCountry;
  const lines = orderLines(parts, code).map((line) =>
    line.replace(/\d/g, (place) => isolateDirection(parts[Number(place)])),
  );
  return [...lines, countryName(country, { code, locale })].filter((line) => line !== '');
}

/**
 * ISO 3166 reserves this code for private use; here it means that the text is not a country code.
 */
const unknownCountry = 'ZZ';
const countryNames = createCache<Intl.DisplayNames>();

function countryName(country: string, { code, locale }: { code: string; locale: string }): string {
  if (code === unknownCountry) return country.toUpperCase() === unknownCountry ? '' : country;
  const create = () => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return countryNames.getOrCreate(locale, create).of(code) ?? country;
}

/**
 * Orders the parts of an address. The format sees only the index of each part (a digit), so no text
 * can change the order. If a format omits a part, each part becomes a line, in the order of
 * `parts`.
 */
function orderLines(parts: readonly string[], code: string): string[] {
  const places = parts.map((part, place) => (part === '' ? '' : String(place)));
  const [, , locality = '', administrativeArea = '', postalCode = ''] = places;
  // Some countries write addresses from largest to smallest, but not in Latin letters.
  const script = /(?!\p{Script=Latin})\p{L}/u.test(parts.join('')) ? 'local' : 'latin';
  const lines = formatAddress(
    {
      postalCountry: code,
      addressLines: places.slice(0, 2),
      locality,
      administrativeArea,
      postalCode,
    },
    script,
  ).map(separatorsOnly);
  return places.every((place) => lines.join(' ').includes(place)) ? lines : places;
}

/**
 * Formats also add words (SINGAPORE, SE-). A person who typed them would see them twice, and the
 * country is shown anyway.
 */
function separatorsOnly(line: string): string {
  return line
    .replace(/[^\d,/-]+/g, ' ')
    .replace(/^\D+|\D+$/g, '')
    .replace(/(?<=\d)(?=\d)/g, ' ');
}

/** Direction marks in one part would also change the direction of the parts after it. */
function isolateDirection(part = ''): string {
  return /[\u202A-\u202E\u2066-\u2069]/.test(part) ? isolated(part) : part;
}
