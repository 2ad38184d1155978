// Starts the production server: `npm start`.
import { orExit } from './config.ts';
import { addEnvFile } from './env-file.ts';
import { startServer } from './start-server.ts';

orExit(() => addEnvFile(process.env));
const stop = startServer(process.env);
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
