// `npm run pack:convention [folder]` packs src/convention as the npm package `convention-client`.
// The default folder is the one where the command was run.

import { runPack } from '../../support/machine/npm-package.ts';
import { packConvention } from './convention-package.ts';

runPack('The convention client', packConvention);
