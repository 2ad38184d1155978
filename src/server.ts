// Starts the production server: `npm start`.
import { startServer } from './start-server.ts';

try {
  process.loadEnvFile();
} catch {
  // There is no .env file: all settings come from the environment.
}

const stop = startServer(process.env);
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
