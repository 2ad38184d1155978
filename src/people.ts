// `npm run people`, for the operator: lists or ends all sessions of one person.
import { readConfigOrExit } from './config.ts';
import { runPeopleCommand } from './people-command.ts';

try {
  process.loadEnvFile();
} catch {
  // There is no .env file: all settings come from the environment.
}

process.exitCode = await runPeopleCommand(process.argv.slice(2), {
  readSettings: () => readConfigOrExit(process.env),
  print: console.log,
  printError: console.error,
});
