// The real app with an in-memory store and without a platform, for tests that need neither Redis
// nor a login.
import type { Express } from 'express';
import { type AppDependencies, createApp } from '../../../src/app.ts';
import { createMemoryKeys, type KeyStore } from '../../../src/login/login.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { createSiteConvention } from '../../../src/wiring/site-convention.ts';
import { goodSettings } from './good-settings.ts';
import { recordLog } from './record-log.ts';
import { signedSessionCookie } from './session-cookie.ts';

export interface AppAlone {
  readonly app: Express;
  readonly logLines: string[];
  /**
   * A validly signed Cookie header for a session that does not exist, so that the app looks it up
   * in its store.
   */
  readonly sessionCookie: string;
}

export interface Overrides {
  readonly settings?: Record<string, string>;
  readonly keys?: KeyStore;
  readonly ready?: AppDependencies['ready'];
  readonly whyNoLogins?: AppDependencies['whyNoLogins'];
  readonly banner?: string;
  readonly limits?: AppDependencies['limits'];
  readonly createApp?: typeof createApp;
}

export function createAppAlone(overrides: Overrides = {}): AppAlone {
  // supertest sends its requests to this host.
  const settings = { ...goodSettings, PUBLIC_URL: 'http://127.0.0.1:3000', ...overrides.settings };
  const config = readConfig(settings);
  const logLines: string[] = [];
  const app = (overrides.createApp ?? createApp)({
    config,
    keys: overrides.keys ?? createMemoryKeys(),
    ...(overrides.ready && { ready: overrides.ready }),
    convention: createSiteConvention(config),
    log: recordLog(logLines),
    banner: overrides.banner,
    limits: overrides.limits,
    ...(overrides.whyNoLogins && { whyNoLogins: overrides.whyNoLogins }),
  });
  const sessionCookie = signedSessionCookie({
    publicUrl: settings.PUBLIC_URL,
    secret: settings.SESSION_SECRETS,
  });
  return { app, logLines, sessionCookie };
}

/** Returns a store that can tell the time, but whose other operations all reject with `error`. */
export function brokenStore(error: Error): KeyStore {
  const fail = () => Promise.reject(error);
  return {
    now: async () => Date.now(),
    get: fail,
    setIfAbsent: fail,
    setIfPresent: fail,
    expire: fail,
    del: fail,
    addToSet: fail,
    removeFromSet: fail,
    membersOf: fail,
  };
}
