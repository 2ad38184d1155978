// `npm run pack:convention [folder]` packs src/convention as the npm package `convention-client`.
// The default folder is the one where the command was run.
import { packConvention } from './convention-package.ts';
import { runPack } from './npm-package.ts';

runPack('The convention client', packConvention);
