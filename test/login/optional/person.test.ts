// What is stored of a person, and what counts of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createPersonStore } from '../../../src/login/optional/person.ts';
import { personKey } from '../../../src/login/store/key-names.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';

const session = `s:${'k'.repeat(43)}`;
const hashesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(43, 'h'));

test('of a replaced session one to ten hashes of a person are read, each of 43 characters', async () => {
  for (const hashes of [hashesOf(1), hashesOf(10)]) {
    const store = createPersonStore(createMemoryKeys());
    await store.storeReplaced(session, hashes);
    assert.deepEqual(await store.personOfReplaced(session), hashes);
  }
  for (const foreign of ['', 'h'.repeat(42), 'h'.repeat(44), hashesOf(11).join(' ')]) {
    const keys = createMemoryKeys();
    await keys.setIfAbsent(personKey(session), Buffer.from(foreign), 60);
    assert.equal(await createPersonStore(keys).personOfReplaced(session), undefined);
  }
});

test('whose session was replaced is known for a minute', async () => {
  let now = 0;
  const store = createPersonStore(createMemoryKeys(() => now));
  await store.storeReplaced(session, hashesOf(1));
  now = 59_999;
  assert.deepEqual(await store.personOfReplaced(session), hashesOf(1));
  now += 1;
  assert.equal(await store.personOfReplaced(session), undefined);
});

test('a login counts if it began after each end of the person, and less than eleven minutes ago', async () => {
  let now = 1_000_000;
  const store = createPersonStore(createMemoryKeys(() => now));
  const person = hashesOf(2);
  assert.equal(await store.mayLogIn(person, now - 659_999), true);
  assert.equal(await store.mayLogIn(person, now - 660_000), false);
  await store.markEnd(person);
  now += 1000;
  await store.markEnd(person);
  assert.equal(await store.mayLogIn(person, 1_000_001), false, 'after the first end only');
  assert.equal(await store.mayLogIn(person, now), false, 'at the same time');
  assert.equal(await store.mayLogIn(person, now + 1), true);
});

test('a session that has ended is one of the person no more, whichever key named it', async () => {
  const store = createPersonStore(createMemoryKeys());
  const [newest = '', older = ''] = hashesOf(2);
  await store.addSession([newest], { key: session, seconds: 60 });
  await store.addSession([older], { key: session, seconds: 60 });
  const person = [newest, older];
  assert.deepEqual([...(await store.sessionsOf(person)).keys()], [session]);
  await store.removeSessions(person, [session]);
  assert.equal((await store.sessionsOf(person)).size, 0);
});
