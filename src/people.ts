// `node dist/people.js`, for the operator: lists or ends all sessions of one person.
import { orExit, readConfig } from './config.ts';
import { addEnvFile } from './env-file.ts';
import { runPeopleCommand } from './people-command.ts';

process.exitCode = await runPeopleCommand(process.argv.slice(2), {
  readSettings: () =>
    orExit(() => {
      addEnvFile(process.env);
      return readConfig(process.env);
    }),
  print: console.log,
  printError: console.error,
});
