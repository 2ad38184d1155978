// A key store that answers late, and sees who does not wait for it: a step that goes on, or a
// response that ends, while something is still being written or deleted.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyStore } from '../../src/login/login.ts';
import type { Lifetime } from './child-app.ts';

const lateMs = 3;

/** Where one request is served at a time, `hasty` has what went on too early. */
export function createLateKeys(t: Lifetime) {
  const hasty: string[] = [];
  const running = new Set<string>();
  const check = (what: string) => {
    for (const write of running) hasty.push(`${what} before the end of ${write}`);
  };
  const onResponse = () => check('a response ended');
  subscribe('http.server.response.finish', onResponse);
  t.after(() => void unsubscribe('http.server.response.finish', onResponse));

  function late<Args extends unknown[], Result>(
    name: string,
    method: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return async (...args) => {
      const step = `${name} ${String(args[0] ?? '').split(':')[0]}`;
      check(step);
      if (isWrite(name)) running.add(step);
      await sleep(lateMs);
      return method(...args).finally(() => running.delete(step));
    };
  }

  function keysBetween(keys: KeyStore): KeyStore {
    const all = Object.entries(keys)
      .filter(([name]) => name !== 'close' && name !== 'ready')
      .map(([name, method]) => [name, late(name, method)]);
    return { ...keys, ...Object.fromEntries(all) };
  }
  return { keysBetween, hasty };
}

/** `expire` is none of them: a session that is not prolonged ends early, and nobody waits. */
const isWrite = (name: string) => /^(set|del|add|remove)/.test(name);
