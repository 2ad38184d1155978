// `npm start`: starts the production server.
import { refuseOldNode } from './settings/node-version.ts';

refuseOldNode();
const { addEnvFile, orExit } = await import('./settings/config.ts');
const { startServer } = await import('./server/start-server.ts');
const { handledSignals } = await import('./server/stop-server.ts');

orExit(() => addEnvFile(process.env));
const onSignal = startServer(process.env);
// `on` instead of `once`, because a second signal must not interrupt requests in progress.
for (const signal of handledSignals) process.on(signal, onSignal);
