// The real app with a store in memory and a convention that nobody asks, for tests of what needs neither Redis nor a login.
import type { Express } from 'express';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createMemoryKeys, type KeyStore } from '../../src/login/login.ts';
import { createSiteConvention } from '../../src/site-convention.ts';
import { ordinaryRates, type Rates } from '../../src/web/rate-limits.ts';
import { goodSettings } from './good-settings.ts';
import { signedSessionCookie } from './session-cookie.ts';

export interface AppAlone {
  readonly app: Express;
  /** Every line that the app has logged. */
  readonly logLines: string[];
  /** A Cookie header that makes the app ask its store for a session. */
  readonly sessionCookie: string;
}

export interface Overrides {
  readonly settings?: Record<string, string>;
  readonly keys?: KeyStore;
  readonly banner?: string;
  readonly rates?: Rates;
  /** The app of a changed copy of this project. */
  readonly createApp?: typeof createApp;
}

export function createAppAlone(overrides: Overrides = {}): AppAlone {
  const settings = { ...goodSettings, ...overrides.settings };
  const config = readConfig(settings);
  const logLines: string[] = [];
  const app = (overrides.createApp ?? createApp)({
    config,
    keys: overrides.keys ?? createMemoryKeys(),
    convention: createSiteConvention(config),
    log: createLog('debug', { write: (line) => void logLines.push(line) }),
    banner: overrides.banner,
    rates: overrides.rates ?? ordinaryRates,
  });
  const sessionCookie = signedSessionCookie({ publicUrl: settings.PUBLIC_URL, secret: settings.SESSION_SECRETS });
  return { app, logLines, sessionCookie };
}

/** A store with a defect: every verb throws this error, which is no problem that the app knows. */
export function brokenStore(error: Error): KeyStore {
  const fail = () => Promise.reject(error);
  const verbs = { get: fail, setIfAbsent: fail, setIfPresent: fail, expire: fail, del: fail };
  return { ...verbs, addToSet: fail, removeFromSet: fail, membersOf: fail, close: async () => {} };
}
