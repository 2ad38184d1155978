// `node dist/doctor.js`, for the operator: what is wrong in this deployment, and how to correct it.
import { runDoctor } from './doctor/run-doctor.ts';
import { readConfig } from './settings/config.ts';
import { addEnvFile } from './settings/env-file.ts';

process.exitCode = await runDoctor(process.argv.slice(2), {
  readSettings: () => {
    addEnvFile(process.env);
    return readConfig(process.env);
  },
  print: console.log,
  nodeVersion: process.versions.node,
});
