// `node dist/people.js`, for the operator: lists or ends all sessions of one person.
import { runPeopleCommand } from './doctor/people-command.ts';
import { orExit, readConfig } from './settings/config.ts';
import { addEnvFile } from './settings/env-file.ts';

process.exitCode = await runPeopleCommand(process.argv.slice(2), {
  readSettings: () =>
    orExit(() => {
      addEnvFile(process.env);
      return readConfig(process.env);
    }),
  print: console.log,
  printError: console.error,
});
