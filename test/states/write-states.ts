// `npm run states` writes test/states/states.md from the list of states.
import { writeFileSync } from 'node:fs';
import { statesTable } from './states.ts';

writeFileSync(
  'test/states/states.md',
  `# Every state of every page

\`npm run states\` writes this table from the [list of states](states.ts); a test compares them. \`npm test\` checks the status, the words
and the HTML of every state, and opens in a browser the first state of each page and each one with other elements. \`npm run proof\` opens
all of them in a browser: at 320, 390 and 1280 px, light and dark, and without JavaScript. To see a state yourself, follow its third column
in the demo. A fault is set with \`PUT /faults\` at the sandbox, whose home page explains it.

${statesTable()}
`,
);
