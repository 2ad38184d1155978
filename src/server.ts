// Starts the production server: `npm start`.
import { startServer } from './server/start-server.ts';
import { orExit } from './settings/config.ts';
import { addEnvFile } from './settings/env-file.ts';

orExit(() => addEnvFile(process.env));
const stop = startServer(process.env);
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
