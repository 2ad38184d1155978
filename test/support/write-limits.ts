// `npm run limits`: regenerates docs/limits.md after a change of a limit.
import { writeFileSync } from 'node:fs';
import { limitsTable } from './limits-table.ts';

writeFileSync('docs/limits.md', limitsTable());
