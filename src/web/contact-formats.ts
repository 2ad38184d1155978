// How phone numbers and postal addresses are written for the reader. Nothing of what somebody typed is ever lost on the way.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { formatAddress } from 'localized-address-format';
import { capped, type Field, isolated, visible } from './formatting.ts';

/** One number of a known country: digits, and what people put between them (invisible marks come along when it is copied). */
const onePhoneNumber = /^\p{Cf}*\+[\d\s().\p{Pd}\p{Cf}]{1,60}$/u;

/**
 * A phone number as it is dialled from abroad, in groups (E.123), or as it was typed when that is no single number, or when a digit
 * would get lost. Undefined stays undefined: the field did not come.
 */
export function phoneNumber(text: Field): string | undefined {
  if (text === undefined) return undefined;
  const typed = capped(visible(text));
  const formatted = onePhoneNumber.test(typed) ? parsePhoneNumberFromString(typed)?.formatInternational() : undefined;
  return formatted && digitsOf(formatted) === digitsOf(typed) ? formatted : typed;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

type AddressPart = 'Line1' | 'Line2' | 'City' | 'State' | 'Zipcode' | 'Country';
type Addressed = { readonly [part in `address${AddressPart}`]?: Field };

/**
 * The lines of an address (interface 2.1, 2.7) as its country orders them, the country last, in the reader's language (`locale`, BCP
 * 47). What cannot be seen is left out: of an empty address there is no line. Undefined when no field came at all.
 */
export function addressLines(record: Addressed, locale: string): string[] | undefined {
  const { addressLine1, addressLine2, addressCity, addressState, addressZipcode, addressCountry } = record;
  const fields = [addressLine1, addressLine2, addressCity, addressState, addressZipcode];
  if ([...fields, addressCountry].every((field) => field === undefined)) return undefined;
  const parts = fields.map((field) => capped(visible(field)));
  const country = capped(visible(addressCountry));
  const code = /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : unknownCountry;
  const lines = layOut(parts, code).map((line) => line.replace(/\d/g, (place) => withoutTurning(parts[Number(place)])));
  return [...lines, countryName(country, { code, locale })].filter((line) => line !== '');
}

/** ISO 3166 leaves it to everybody; here it stands for all that is no code. */
const unknownCountry = 'ZZ';

function countryName(country: string, { code, locale }: { code: string; locale: string }): string {
  if (code === unknownCountry) return country.toUpperCase() === unknownCountry ? '' : country;
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code) ?? country;
}

/**
 * The lines of an address with the place of each part in `parts` (a digit) instead of its text: no text can change their order. A
 * format that leaves out a part is not used: then each part is a line, in the order of `parts`.
 */
function layOut(parts: readonly string[], code: string): string[] {
  const places = parts.map((part, place) => (part === '' ? '' : String(place)));
  const [, , locality = '', administrativeArea = '', postalCode = ''] = places;
  // Some countries write from the largest to the smallest, but not in Latin letters.
  const script = /(?!\p{Script=Latin})\p{L}/u.test(parts.join('')) ? 'local' : 'latin';
  const lines = formatAddress(
    { postalCountry: code, addressLines: places.slice(0, 2), locality, administrativeArea, postalCode },
    script,
  ).map(separatorsOnly);
  return places.every((place) => lines.join(' ').includes(place)) ? lines : places;
}

/** Formats also add words (SINGAPORE, SE-): who wrote them into the address would see them twice, and the country is named anyway. */
function separatorsOnly(line: string): string {
  return line
    .replace(/[^\d,/-]+/g, ' ')
    .replace(/^\D+|\D+$/g, '')
    .replace(/(?<=\d)(?=\d)/g, ' ');
}

/** Marks that turn the direction would also turn the parts after theirs. */
function withoutTurning(part = ''): string {
  return /[\u202A-\u202E\u2066-\u2069]/.test(part) ? isolated(part) : part;
}
