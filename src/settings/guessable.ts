// Whether somebody could guess a secret: made of a pattern, of words, or of keys side by side.

const fewestCharacters = 8;
const fewestSteps = 5;
/** Of a phrase; the length is that of its words on average. */
const fewestWords = 4;
const wordLength = 3.3;
const knownWords = /change.?(me|it)|example|sample|secret|password|passwort|qwert|asdfg|letmein/i;

/**
 * Returns whether a secret of at least 32 characters looks as if a person had made it up. Of random
 * texts of that length, hex, base64 or letters and digits, fewer than one in 50,000 does.
 */
export function isGuessable(secret: string): boolean {
  const repeatsItself = /^(.+?)\1+$|(.{10}).*\2/s.test(secret);
  return (
    repeatsItself ||
    new Set(secret).size < fewestCharacters ||
    knownWords.test(secret) ||
    isSequence(codesOf(secret)) ||
    isPhrase(secret) ||
    (isHex(secret) && isGuessableInBytes(Buffer.from(secret, 'hex')))
  );
}

/** `000102…`, and a sentence that was turned into hex digits. */
function isGuessableInBytes(bytes: Buffer): boolean {
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText || isSequence([...bytes]);
}

/** Whether the next code follows from the one before, as in `abcdef…` or `13579…`. */
function isSequence(codes: readonly number[]): boolean {
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return new Set(steps).size < fewestSteps;
}

/** Whether it is words, apart or each with a capital at its start; a year may follow. */
function isPhrase(text: string): boolean {
  const withoutYear = text.replace(/[\d\W_]+$/, '');
  const apart = withoutYear.split(/[\s_.,:;'-]+/);
  const capitals = withoutYear.split(/(?=[A-Z])/);
  return [
    { words: apart, form: /^([A-Z]?[a-z]+|[A-Z]+)$/ },
    { words: capitals, form: /^[A-Z][a-z]+$/ },
  ].some(
    ({ words, form }) =>
      words.length >= fewestWords &&
      words.every((word) => form.test(word)) &&
      words.join('').length >= wordLength * words.length,
  );
}

const codesOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);
const isHex = (text: string) => /^([\da-f]{2})+$/i.test(text);
