// `npm run states`: writes docs/states.md from the list of states.
import { writeFileSync } from 'node:fs';
import { statesTable } from './states.ts';

writeFileSync(
  'docs/states.md',
  `# Every state of every page

Each of them is reached in the sandbox by a real browser ([test/states](../test/states)) and checked: status, address, title, one
heading, landmarks, its words in their order, words that must not be there, valid HTML of at most 14 KB (gzip), nothing that scrolls
sideways, also with wider spacing of the text, no complaint of the browser, no other site asked for anything, and nothing that axe-core
finds (WCAG 2.2 AA and best practice). \`npm test\` looks at each state at one width and in one colour in turn; \`npm run proof\` at 320, 390 and
1280 px, in light and in dark, and reaches all of them once more without JavaScript.

Faults are set at the sandbox by \`PUT /faults\`, as its own page describes. This page is written by \`npm run states\`; a test keeps it true.

${statesTable()}
`,
);
