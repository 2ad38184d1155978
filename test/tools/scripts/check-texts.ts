// This part of `npm run check` checks the message catalogues, and the width of comments in src.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';

type Catalogue = Readonly<Record<string, string>>;

const folder = 'views/messages';
const catalogues = readdirSync(folder).filter((file) => file.endsWith('.json'));
const english = read('en.json');

const problems = [
  ...messagesThatAreMissing(),
  ...catalogues.flatMap((file) => differences(`${folder}/${file}`, read(file))),
  ...wideComments('src'),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function read(file: string): Catalogue {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

function messagesThatAreMissing(): string[] {
  const families = new Set(Object.keys(english).flatMap((key) => /^(\w+)\./.exec(key)?.[1] ?? []));
  const literal = new RegExp(`'((?:${[...families].join('|')})\\.[\\w.-]+)'`, 'g');
  const patterns = [/\b(?:it\.t|words)\('([^']+)'/g, literal];
  const sources = [...filesIn('src', '.ts'), ...filesIn('views', '.eta')];
  return sources
    .filter((path) => !path.startsWith('src/sandbox/'))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const asked = patterns.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([, key]) => key),
      );
      return [...new Set(asked)]
        .filter((key = '') => !Object.hasOwn(english, key) && !key.endsWith('.js'))
        .map((key) => `${path}: add ${key} to ${folder}/en.json and each other language`);
    });
}

function differences(path: string, messages: Catalogue): string[] {
  const [keys, wanted] = [Object.keys(messages), Object.keys(english)];
  const found = [
    ...wanted.filter((key) => !keys.includes(key)).map((key) => `add ${key}`),
    ...keys.filter((key) => !wanted.includes(key)).map((key) => `remove ${key}`),
  ];
  const isInOrder = keys.every((key, index) => key === wanted[index]);
  if (found.length === 0 && !isInOrder) found.push('order the messages as in en.json');
  for (const key of wanted.filter((each) => keys.includes(each))) {
    const [own, theirs] = [messages, english].map((each) => String(variablesOf(each[key] ?? '')));
    if (own !== theirs) found.push(`use the variables of en.json in ${key}: ${theirs || 'none'}`);
  }
  return found.map((problem) => `${path}: ${problem}`);
}

/** Includes the type of each variable, but not the plural cases, which differ between languages. */
function variablesOf(text: string): string[] {
  const named = (parts: ReturnType<IntlMessageFormat['getAst']>): string[] =>
    parts.flatMap((part) => {
      const own = 'value' in part && part.type !== 0 ? [`${part.value} (type ${part.type})`] : [];
      const cases = 'options' in part ? Object.values(part.options) : [];
      return [...own, ...cases.flatMap(({ value }) => named(value))];
    });
  const message = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true });
  return [...new Set(named(message.getAst()))].sort();
}

function wideComments(within: string): string[] {
  return filesIn(within, '.ts').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > 100 && /^\s*(\/\/|\/?\*)/.test(line)
          ? [`${path}:${index + 1}: a comment is at most 100 characters wide`]
          : [],
      ),
  );
}

function filesIn(within: string, extension: string): string[] {
  return readdirSync(within, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .map((path) => join(within, path));
}
