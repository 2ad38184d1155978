// Production starts here: `npm start`.
import { startServer } from './start-server.ts';

try {
  process.loadEnvFile();
} catch {
  // No .env file: the environment says it all.
}

const stop = startServer(process.env);
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
