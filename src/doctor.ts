// `npm run doctor`, for the operator: what is wrong in this deployment, and how to correct it.
import { readConfig } from './config.ts';
import { runDoctor } from './doctor/run-doctor.ts';

try {
  process.loadEnvFile();
} catch {
  // There is no .env file: all settings come from the environment.
}

process.exitCode = await runDoctor(process.argv.slice(2), {
  readSettings: () => readConfig(process.env),
  print: console.log,
  nodeVersion: process.versions.node,
});
