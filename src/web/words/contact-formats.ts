// Formats phone numbers and postal addresses for the reader, without losing a digit or a part. Also
// creates `mailto:` URLs.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { formatAddress } from 'localized-address-format';
import { type Field, isolated, textOf, unreadable } from '../../text.ts';
import { createCache } from '../bounded-cache.ts';
import type { Translate } from './messages.ts';

/**
 * One number with a country code: digits and common separators. Copying may add invisible
 * characters.
 */
const singlePhoneNumber = /^\p{Cf}*\+[\d\s().\p{Pd}\p{Cf}]{1,60}$/u;

/**
 * Formats a phone number for international dialling, in groups (E.123). Returns it as typed if it
 * is not a single number, or if formatting would lose a digit. Undefined stays undefined, because
 * the field was not sent.
 */
export function phoneNumber(text: Field): Field {
  if (text === undefined || text === unreadable) return text;
  const typed = text ?? '';
  const formatted = singlePhoneNumber.test(typed)
    ? parsePhoneNumberFromString(typed)?.formatInternational()
    : undefined;
  return formatted && digitsOf(formatted) === digitsOf(typed) ? formatted : typed;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * Matches an email address of letters, digits and characters without a special meaning in a URL.
 */
const plainEmail = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/**
 * Returns the `mailto:` URL of a plain email address, otherwise undefined. Any other text from the
 * platform could add a second recipient or a message body.
 */
export function mailAddress(email: Field): string | undefined {
  const address = textOf(email);
  return plainEmail.test(address) ? `mailto:${address}` : undefined;
}

type AddressPart = 'Line1' | 'Line2' | 'City' | 'State' | 'Zipcode' | 'Country';
export type AddressFields = { readonly [part in `address${AddressPart}`]?: Field };

/** Returns the lines of a postal address, with a message if a part is unreadable. */
export function addressOf(record: AddressFields, words: Translate): string[] | undefined {
  const lines = addressLines(record, words.locale);
  const isComplete = !partsOf(record).includes(unreadable);
  return lines && !isComplete ? [...lines, words('value.unreadable')] : lines;
}

function partsOf(record: AddressFields): Field[] {
  const { addressLine1, addressLine2, addressCity, addressState, addressZipcode } = record;
  const fields: Field[] = [addressLine1, addressLine2, addressCity, addressState, addressZipcode];
  return [...fields, record.addressCountry];
}

/**
 * Returns the lines of a postal address (docs/interface.md, sections 2.1 and 2.7) in its country's
 * order. The country comes last, in the reader's language (`locale`, BCP 47). Empty and unreadable
 * parts are left out, so the result for an empty address is an empty list. Undefined if no field
 * was sent.
 */
export function addressLines(record: AddressFields, locale: string): string[] | undefined {
  const fields = partsOf(record);
  if (fields.every((field) => field === undefined)) return undefined;
  const [country = '', ...reversed] = fields.map(textOf).reverse();
  const parts = reversed.reverse();
  const typed = /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : '';
  const code = countryCodes.has(typed) ? typed : unknownCountry;
  const lines = orderLines(parts, code).map((line) =>
    line.replace(/\d/g, (place) => isolateDirection(parts[Number(place)])),
  );
  return [...lines, countryName(country, { code, locale })].filter((line) => line !== '');
}

/** ISO 3166-1 alpha-2. `Intl` also has names for codes that are not countries. */
const countryCodes = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
  BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
  ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
  HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
  LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
  NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
  SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
  UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);
/**
 * ISO 3166 reserves this code for private use. Here it stands for anything that is not a country
 * code.
 */
const unknownCountry = 'ZZ';
const countryNames = createCache<Intl.DisplayNames>();

function countryName(country: string, { code, locale }: { code: string; locale: string }): string {
  if (code === unknownCountry) return country.toUpperCase() === unknownCountry ? '' : country;
  const create = () => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return countryNames.getOrCreate(locale, create).of(code) ?? country;
}

/**
 * Orders the parts of an address. The format sees the country, the script, and the index of each
 * part (a digit), so the text can affect the order only through its script. If the format has no
 * place for the city, the city is put next to the street. Other parts without a place are put on
 * separate lines at the end.
 */
function orderLines(parts: readonly string[], code: string): string[] {
  const places = parts.map((part, place) => (part === '' ? '' : String(place)));
  const [, , locality = '', administrativeArea = '', postalCode = ''] = places;
  // Some countries write the largest part first, except in Latin script.
  const script = /(?!\p{Script=Latin})\p{L}/u.test(parts.join('')) ? 'local' : 'latin';
  const region = { postalCountry: code, locality, administrativeArea, postalCode };
  const linesWith = (addressLines: string[]) =>
    formatAddress({ ...region, addressLines }, script).map(separatorsOnly);
  const street = places.slice(0, 2);
  const [lines, known] = [linesWith(street), linesWith(street).join(' ')];
  const isLargestFirst = /^\D*[34]/.test(known);
  const withCity = isLargestFirst ? [locality, ...street] : [...street, locality];
  const all = known.includes(locality) ? lines : linesWith(withCity);
  return [...all, ...places.filter((place) => !all.join(' ').includes(place))];
}

/**
 * Removes words that formats add (SINGAPORE, SE-). People who typed such a word would see it twice,
 * and the country is shown anyway.
 */
function separatorsOnly(line: string): string {
  return line
    .replace(/[^\d,/-]+/g, ' ')
    .replace(/^\D+|\D+$/g, '')
    .replace(/(?<=\d)(?=\d)/g, ' ');
}

/** An unclosed direction mark in one part would also affect the following parts. */
function isolateDirection(part = ''): string {
  return /[\u202A-\u202E\u2066-\u2069]/.test(part) ? isolated(part) : part;
}
