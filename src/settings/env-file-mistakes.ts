// Finds lines in `.env` that Node's parser silently misreads.

interface Entry {
  /** Line number, from 1. */
  readonly line: number;
  /** Undefined if the line does not have the form `NAME=value`. */
  readonly name: string | undefined;
  /** The raw text after the equals sign. It may span several lines. */
  readonly value: string;
}

/** Returns one message per problem, never quoting a setting's value. */
export function problemsOfEnvFile(text: string): string[] {
  const lineOf = new Map<string, number>();
  return entriesOfFile(text).flatMap(({ line, name, value }) => {
    if (!name) return [`line ${line} is not of the form NAME=value`];
    const before = lineOf.get(name);
    lineOf.set(name, line);
    return [
      ...(before ? [`${name} is in lines ${before} and ${line}: keep one of them`] : []),
      ...problemsOfValue(value).map((problem) => `${name} ${problem}`),
    ];
  });
}

const setting = /^\s*(?:export\s+)?([\w.-]+)\s*=(.*)$/;

/**
 * A quoted value may span several lines. It ends at a line that looks like a setting, because the
 * closing quote is then probably missing.
 */
function entriesOfFile(text: string): Entry[] {
  const entries: Entry[] = [];
  let quote: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, name, value = ''] = setting.exec(line) ?? [];
    const isContinued = quote !== undefined && !name;
    if (isContinued) quote = line.includes(quote ?? '') ? undefined : quote;
    const last = entries.at(-1);
    if (isContinued && last) entries[entries.length - 1] = { ...last, value: last.value + line };
    if (isContinued || /^\s*(#|$)/.test(line)) continue;
    entries.push({ line: index + 1, name, value });
    quote = openQuoteOf(value);
  }
  return entries;
}

/** Splits a value after its opening quote. `quote` is empty for an unquoted value. */
function splitQuote(value: string): { quote: string; rest: string } {
  const [, quote = '', rest = ''] = /^\s*(["'`])(.*)$/s.exec(value) ?? [];
  return { quote, rest };
}

/** Returns the opening quote if the closing one is missing, or undefined. */
function openQuoteOf(value: string): string | undefined {
  const { quote, rest } = splitQuote(value);
  return quote && !rest.includes(quote) ? quote : undefined;
}

function problemsOfValue(value: string): string[] {
  if (openQuoteOf(value)) return ['has a quote that is not closed'];
  const { quote, rest } = splitQuote(value);
  const behind = rest.slice(rest.indexOf(quote) + 1);
  if (quote && !/^\s*(#|$)/.test(behind)) return ['has text after its closing quote'];
  return !quote && /^#|\S#/.test(value) ? ['is cut off at its #: put the value in quotes'] : [];
}
