// `npm run states` writes docs/states.md from the list of states.
import { writeFileSync } from 'node:fs';
import { statesTable } from './states.ts';

writeFileSync(
  'docs/states.md',
  `# Every state of every page

\`npm run proof\` reaches each of them in the sandbox by a real browser ([test/states](../test/states)) and checks: status, address, title,
one heading, landmarks, its words in their order, words that must not be there, valid HTML of at most 14 KB (gzip), nothing that scrolls
sideways, also with wider spacing of the text, nothing too small for a finger, no picture that fills the screen without the style sheet, no
complaint of the browser, no other site asked for anything, and nothing that axe-core finds (WCAG 2.2 AA and best practice): at 320, 390 and
1280 px, in light and in dark, and once more without JavaScript. \`npm test\` checks the status, the words and the HTML of all. It looks at the
first state of each page in the browser, and at each later one that shows other elements: at every width, and with axe-core in one look in turn.

Faults are set at the sandbox by \`PUT /faults\`, as its own page describes. This page is written by \`npm run states\`; a test keeps it true.

${statesTable()}
`,
);
