// `npm run env-example` regenerates `.env.example` after a change to the settings.
import { writeFileSync } from 'node:fs';
import { envExample } from './env-example.ts';

writeFileSync(new URL('../../../.env.example', import.meta.url), envExample());
