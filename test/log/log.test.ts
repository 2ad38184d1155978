import assert from 'node:assert/strict';
import test from 'node:test';
import { ConventionError } from '../../src/convention/convention-error.ts';
import { createLog, throttledWarnings } from '../../src/log/log.ts';

/** Every string that must never appear in a log line contains this word. */
const canary = 'CANARY';
const secrets = {
  token: 'access-token-CANARY-0123456789abcdef0123456789abcdef',
  email: 'CANARY@example.org',
  address: '12 CANARY Lane\nPortland',
};

test('an error leaves its class and its place in the log, and none of its words', () => {
  const [line] = linesOf(
    new TypeError(`Invalid URL: https://CANARY.example/?token=${secrets.token}`),
  );
  assert.equal(line.err.type, 'TypeError');
  assert.match(line.err.at[0], /log\.test\.[jt]s/);
});

test('tokens and personal data in message, cause, headers and bodies leave no trace', () => {
  const upstream = Object.assign(new Error(`${secrets.email} was refused`), {
    headers: { authorization: `Bearer ${secrets.token}`, 'set-cookie': [`sid=${secrets.token}`] },
    body: JSON.stringify(secrets),
    response: { status: 401, body: secrets, text: secrets.address },
    request: { path: `/login/callback?code=${secrets.token}` },
    cause: { error: canary, error_description: secrets.email },
    email: secrets.email,
  });
  const failure = new Error(`could not log in ${secrets.email}`, { cause: upstream });
  const all = new AggregateError([upstream, failure], canary, { cause: failure });
  for (const error of [upstream, failure, all]) linesOf(error);
});

test('a thrown value that is not an error leaves only its type', () => {
  for (const thrown of [secrets.token, { message: secrets.email }, [secrets.email]])
    linesOf(thrown);
  assert.deepEqual(linesOf(canary)[0].err, { type: 'string' });
});

test('code words that operators search for are logged, through every cause', () => {
  const refused = Object.assign(new Error(`connect ECONNREFUSED ${canary}`), {
    code: 'ECONNREFUSED',
    port: 6379,
  });
  const oauth = Object.assign(new Error(canary, { cause: refused }), {
    operation: 'Exchange code',
    error: 'invalid_client',
    answered: 401,
  });
  const login = Object.assign(new Error(canary, { cause: oauth }), {
    problem: 'login-unavailable',
    status: 502,
  });
  const { err } = linesOf(login)[0];
  assert.deepEqual([err.problem, err.status], ['login-unavailable', 502]);
  assert.deepEqual(
    [err.cause.operation, err.cause.oauthError, err.cause.answered],
    ['Exchange code', 'invalid_client', 401],
  );
  assert.equal(err.cause.cause.code, 'ECONNREFUSED');
});

test('a code word that is too long or too free to be one is left out', () => {
  const bare = Object.assign(Object.create(null), secrets);
  for (const code of [
    secrets.token,
    secrets.email,
    `${canary} with spaces`,
    secrets,
    bare,
    [canary],
  ]) {
    linesOf(
      Object.assign(new Error('wrong'), {
        code,
        problem: code,
        kind: code,
        error: code,
        status: code,
      }),
    );
  }
});

test('a message that looks like a stack trace is not taken for one', () => {
  linesOf(new Error(`unexpected answer:\n    at ${secrets.email}\n    at ${canary} (body:1:1)`));
});

test('the original words of a message that was changed later reach no log line', () => {
  const error = new Error(`unexpected answer:\n    at ${secrets.email}`);
  assert.match(
    error.stack ?? '',
    /CANARY/,
    'the stack contains the message as it was when the stack was first read',
  );
  error.message = 'in other words';
  assert.deepEqual(linesOf(error)[0].err.at, []);
});

test('five causes of an error are logged, and a deeper one is not', () => {
  let error = new Error(canary);
  for (let cause = 0; cause < 10; cause += 1) error = new Error(canary, { cause: error });
  let { err } = linesOf(error)[0];
  let causes = 0;
  for (; err.cause; err = err.cause) causes += 1;
  assert.equal(causes, 5);
});

test('a cause that leads back to its error does not end the process', () => {
  const [first, second] = [new Error(canary), new Error(canary)];
  Object.assign(first, { cause: second });
  Object.assign(second, { cause: first });
  linesOf(first);
});

test('a line has version, commit and instance, no host name or process id, and levels below the setting are not written', () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  log.info('not written');
  log.warn({ status: 503 }, 'written');
  assert.deepEqual(
    lines.map((line) => Object.keys(JSON.parse(line))),
    [['level', 'time', 'version', 'commit', 'instance', 'status', 'msg']],
  );
});

test('a warning that anybody can cause is written once a minute, each text separately', () => {
  const lines: string[] = [];
  let time = 0;
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) });
  const warn = throttledWarnings(log, () => time);
  for (const what of ['a', 'a', 'b', 'a']) warn(what);
  time = 59_999;
  warn('b');
  time = 60_000;
  warn('a');
  assert.deepEqual(lines, ['a', 'b', 'a']);
});

test('an error from a request to the platform names operation and response', () => {
  const refused = new ConventionError('busy', 'Get registration: the platform responded with 429', {
    answered: 429,
    platformCode: 7,
  });
  const { operation, kind, answered, platformCode } = linesOf(refused)[0].err;
  assert.deepEqual([operation, kind, answered, platformCode], ['Get registration', 'busy', 429, 7]);
  const foreign = Object.assign(new Error(canary), { operation: canary });
  assert.equal(linesOf(foreign)[0].err.operation, undefined);
});

function linesOf(thrown: unknown) {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  log.error({ err: thrown });
  log.error({ err: thrown }, 'in our words');
  if (thrown instanceof Error) log.error(thrown);
  assert.doesNotMatch(lines.join(''), new RegExp(canary));
  return lines.map((line) => JSON.parse(line));
}
