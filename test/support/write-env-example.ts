// `npm run env-example`: writes `.env.example` anew after a change of the settings.
import { writeFileSync } from 'node:fs';
import { envExample } from './env-example.ts';

writeFileSync(new URL('../../.env.example', import.meta.url), envExample());
