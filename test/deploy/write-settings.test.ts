import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

test('settings that exist keep their keys, and the Redis users their passwords', (t) => {
  const [settings, users] = ['site.env', 'users.acl'].map((name) => join(temporaryFolder(t), name));
  assert.ok(settings && users);
  const write = () =>
    spawnSync('sh', ['deploy/write-settings.sh', 'https://lanyard.example', settings, users], {
      encoding: 'utf8',
    });
  assert.match(write().stdout, /^yours: redis:\/\/operator:\w{64}@127\.0\.0\.1:6379\n$/);
  const before = [settings, users].map((file) => readFileSync(file, 'utf8'));
  const again = write();
  assert.equal(again.status, 1);
  assert.match(again.stderr, /site\.env exists already/);
  const after = [settings, users].map((file) => readFileSync(file, 'utf8'));
  assert.deepEqual(after, before);
});
