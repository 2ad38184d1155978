// Starts the production server: `npm start`.
import { refuseOldNode } from './settings/node-version.ts';

refuseOldNode();
const { addEnvFile, orExit } = await import('./settings/config.ts');
const { startServer } = await import('./server/start-server.ts');

orExit(() => addEnvFile(process.env));
const stop = startServer(process.env);
// We use `on` instead of `once`, because a second signal must not interrupt the requests in
// progress.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, stop);
