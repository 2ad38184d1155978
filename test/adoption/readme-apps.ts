// The apps that src/login/README.md shows, for the tests that run them.
import { readFileSync } from 'node:fs';

const readme = readFileSync('src/login/README.md', 'utf8');

function blocksOf(language: string): string[] {
  const blocks = readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  return [...blocks].map(([, block = '']) => block);
}

const [typescript = '', lastLinesBehindProxy = ''] = blocksOf('ts');
const [javascript = ''] = blocksOf('js');

/** The whole app in TypeScript, beside a copy of the folder named `login`. */
export const smallestApp = typescript;

/** The same app in JavaScript, with the package. */
export const smallestAppInJavaScript = javascript;

/** The same app on https, behind a proxy. */
export const smallestAppBehindProxy = typescript.replace(
  /^const app = .*/ms,
  () => lastLinesBehindProxy,
);
