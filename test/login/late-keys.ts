// A slow key store. It detects code that starts the next step, or ends the response, before a write
// or a deletion has completed.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyStore } from '../../src/login/login.ts';
import type { Lifetime } from '../support/machine/child-app.ts';

const lateMs = 3;

/**
 * Delays every call to a key store. `hasty` lists the steps that began before an earlier write had
 * ended. It is valid only if the app serves one request at a time.
 */
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

/**
 * `expire` does not count. Code need not wait for it, because the worst outcome is that a session
 * ends early.
 */
const isWrite = (name: string) => /^(set|del|add|remove)/.test(name);
