import assert from 'node:assert/strict';
import { startSandbox } from '../../src/sandbox/app.ts';
import { allServiceScopes } from '../support/app/start-app.ts';
import type { Lifetime } from '../support/machine/child-app.ts';
import { settingsByHand } from '../support/machine/operate-guide.ts';

/**
 * Starts a platform with which the site is registered. `edit` contains shell commands that change
 * `file` as the operator does in step 4 of docs/operate.md.
 */
export async function startPlatform(t: Lifetime, publicUrl: string, file: string) {
  const clientSecret = `the-$ecret-that-the-platform-gave-for-${file.length}`;
  const redirectUris = [`${publicUrl}/login/callback`];
  const sandbox = await startSandbox({
    clients: [{ id: 'lanyard', secret: clientSecret }],
    redirectUris,
  });
  t.after(() => sandbox.close());
  const values = {
    CONVENTION_URL: sandbox.url,
    OAUTH_CLIENT_ID: 'lanyard',
    OAUTH_CLIENT_SECRET: clientSecret,
    CONVENTION_NAME: 'Testcon',
    SERVICE_SCOPES: allServiceScopes,
  };
  assert.deepEqual(
    settingsByHand,
    Object.keys(values),
    'the settings listed in step 4 of docs/operate.md',
  );
  const edit = Object.entries(values).map(([name, value]) => editSetting(name, value, file));
  return { sandbox, edit: edit.join('') };
}

/** Returns a command that writes a setting in single quotes, because the value may contain a $. */
export function editSetting(name: string, value: string, file: string): string {
  return `sed -i "s|^#*${name}=.*|${name}='${value.replaceAll('$', '\\$')}'|" ${file}\n`;
}
