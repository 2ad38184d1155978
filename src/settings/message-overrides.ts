// Reads the convention's own wording: MESSAGES_DIR is a folder with one JSON file per language,
// which overrides messages in views/messages. Every override is checked at startup.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';

/** Messages per language, keyed by ISO 639 code and message key. */
export type MessageOverrides = ReadonlyMap<string, Readonly<Record<string, string>>>;

const ownFolder = new URL('../../views/messages/', import.meta.url);

/**
 * Throws an Error whose message completes a sentence that begins with MESSAGES_DIR. It names the
 * file and the key that are wrong, if any.
 */
export function readMessageOverrides(folder: string): MessageOverrides {
  const languages = languagesIn(ownFolder);
  const given = languagesOrNone(folder);
  if (!given) throw new Error('must name a folder that can be read');
  if (given.length === 0) throw new Error('must name a folder with a file such as en.json');
  return new Map(
    given.map((language) => {
      if (!languages.includes(language))
        throw wrong(language, `the only languages are ${languages.join(', ')}`);
      return [language, readOverrides(join(folder, `${language}.json`), language)];
    }),
  );
}

function languagesOrNone(folder: string): string[] | undefined {
  try {
    return languagesIn(pathToFileURL(`${folder}/`));
  } catch {
    return undefined;
  }
}

function languagesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''));
}

function readOverrides(path: string, language: string): Record<string, string> {
  const own = JSON.parse(readFileSync(new URL(`${language}.json`, ownFolder), 'utf8'));
  const overrides = parseObject(readFileSync(path, 'utf8'), language);
  for (const [key, text] of Object.entries(overrides)) {
    const problem = Object.hasOwn(own, key)
      ? problemOfMessage(text, own[key], language)
      : `is not a message: see views/messages/${language}.json`;
    if (problem) throw wrong(language, `"${key}" ${problem}`);
  }
  return overrides as Record<string, string>;
}

function parseObject(text: string, language: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw wrong(language, `it is not JSON${placeOf(error, text)}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw wrong(language, 'it must be an object: { "key": "text" }');
  return parsed as Record<string, unknown>;
}

/**
 * Returns `, in line N` for a JSON error, or '' if the line is unknown. The parser's own message
 * may quote the file.
 */
function placeOf(error: unknown, text: string): string {
  const [, position] = /position (\d+)/.exec(String(error)) ?? [];
  return position ? `, in line ${text.slice(0, Number(position)).split('\n').length}` : '';
}

function problemOfMessage(text: unknown, own: string, language: string): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'must be a non-empty text';
  const known = [...variablesOf(own, language), { name: 'convention', isCounted: false }];
  try {
    const unknown = variablesOf(text, language).find(
      ({ name, isCounted }) =>
        !known.some((each) => each.name === name && (each.isCounted || !isCounted)),
    );
    const names = [...new Set(known.map(({ name }) => `{${name}}`))].join(', ');
    return unknown && `has a wrong {${unknown.name}}: it may contain ${names}`;
  } catch {
    return 'has an unbalanced { or }';
  }
}

interface Variable {
  readonly name: string;
  /** Whether the message formats the variable or selects text by it, as in a plural. */
  readonly isCounted: boolean;
}

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** Throws if the text is not a valid ICU message. */
function variablesOf(text: string, language: string): Variable[] {
  return new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
    .getAst()
    .flatMap(variablesOfPart);
}

function variablesOfPart(part: Part): Variable[] {
  const isText = !('value' in part) || part.type === 0;
  if (isText) return [];
  const inside = 'options' in part ? Object.values(part.options).flatMap(({ value }) => value) : [];
  return [
    { name: String(part.value), isCounted: part.type !== 1 },
    ...inside.flatMap(variablesOfPart),
  ];
}

function wrong(language: string, problem: string): Error {
  return new Error(`has an invalid ${language}.json: ${problem}`);
}
