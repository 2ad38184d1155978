// `node dist/people.js`, for operators: lists one person's sessions, or ends them and deletes the
// list of what the person stopped sharing.
import { refuseOldNode } from './settings/node-version.ts';

refuseOldNode();
const { runPeopleCommand } = await import('./commands/people-command.ts');
const { addEnvFile, orExit, readConfig } = await import('./settings/config.ts');

process.exitCode = await runPeopleCommand(process.argv.slice(2), {
  readSettings: () =>
    orExit(() => {
      addEnvFile(process.env);
      return readConfig(process.env);
    }),
  print: console.log,
  printError: console.error,
});
