// `npm run states` writes test/states/states.md from the list of states.
import { writeFileSync } from 'node:fs';
import { statesTable } from './states.ts';

writeFileSync(
  'test/states/states.md',
  `# Every state of every page

\`npm run states\` writes this table from the [list of states](states.ts). \`npm test\` checks the status, the words and the HTML of every
state. In a browser, it opens as few states as show every kind of element. \`npm run proof\` opens every state in a
browser, at 320, 390 and 1280 px, light and dark, and without JavaScript. To see a state yourself, follow the third column in the demo.
The sandbox's home page explains how to set a fault.

${statesTable()}
`,
);
