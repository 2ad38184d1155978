// `node dist/doctor.js`, for operators: finds out what is wrong with this deployment.
import { refuseOldNode } from './settings/node-version.ts';

refuseOldNode();
const { useProxyOfEnvironment } = await import('./convention/connections.ts');
const { runDoctor } = await import('./commands/doctor-command.ts');
const { addEnvFile, readConfig } = await import('./settings/config.ts');

process.exitCode = await runDoctor(process.argv.slice(2), {
  readSettings: () => {
    addEnvFile(process.env);
    const config = readConfig(process.env);
    if (config.usesProxy) useProxyOfEnvironment();
    return config;
  },
  print: console.log,
  nodeVersion: process.versions.node,
});
