// Broken answers through the real client onto the real pages (the profile has its own test): none
// causes an internal error, and no page grows too large. `npm run proof` runs 1,600 of them.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { callsOfPages } from '../support/calls-of-pages.ts';
import { checkInert } from '../support/check-inert.ts';
import { copiesWithObjects, mutate, pick } from '../support/mutate.ts';
import { rounds } from '../support/rounds.ts';
import { calls, type ScriptedApp, startScriptedApp } from '../support/scripted-app.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ValidCall, validAnswers } from '../support/valid-answers.ts';

/** The pages that show a record of their own. The profile has its own test. */
const pages = callsOfPages.filter(([, own]) => own !== calls.user);

test('before anything is broken every page is whole', async (t) => {
  const app = await startScriptedApp(t, validAnswers);
  for (const [path] of callsOfPages) assert.equal((await app.open(path)).status, 200, path);
  for (const [path, own] of pages) {
    // The desk screen draws them, and gives them as the names of its pictures.
    const { text, html } = await app.open(path);
    const words = wordsOf(own);
    assert.ok(
      words.some((word) => (text + html).includes(word)),
      `${path} shows one of ${words}`,
    );
  }
});

/** The texts of a record that are not those of its user. If there are none: all. */
function wordsOf(call: ValidCall): string[] {
  const wordsIn = (answer: unknown): string[] => {
    const json = JSON.stringify(answer, (field, value) => (field === 'user' ? undefined : value));
    return json.match(/(?<=":")[A-Z][^"]{2,}(?=")/g) ?? [];
  };
  const all = wordsIn(validAnswers[call]);
  const ofUser = wordsIn(validAnswers[calls.user]);
  const own = all.filter((one) => !ofUser.includes(one));
  return own.length > 0 ? own : all;
}

for (const [index, [path, own, ...others]] of pages.entries()) {
  test(`broken answers under ${path} are shown as far as they go, or as a clear page`, async (t) => {
    const mutationsPerPage = rounds(t, { short: 20, full: 400, of: 'broken answers' });
    const app = await startScriptedApp(t, validAnswers);
    const seen = new Map<number, number>();
    for (let seed = index * mutationsPerPage; seed < (index + 1) * mutationsPerPage; seed += 1) {
      const random = seededRandom(seed);
      // The page's own record is broken twice as often as the others.
      const call = pick([own, own, ...others], random);
      const broken = JSON.stringify(mutate(validAnswers[call], random)) ?? '';
      const status = await statusWith(app, { path, call, broken, name: `mutation ${seed}` });
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    t.diagnostic([...seen].map(([status, count]) => `${status}: ${count}`).join(', '));
    assert.ok((seen.get(200) ?? 0) > mutationsPerPage / 2, 'what is sound is shown');
    assert.ok(seen.has(502), 'and what is not, is not');
    // The user's own record is tried in test/pages/odd-answers.test.ts.
    for (const call of [own, ...others].filter((name) => name !== calls.user)) {
      for (const [copy, answer] of copiesWithObjects(validAnswers[call], 8).entries()) {
        const broken = JSON.stringify(answer);
        const status = await statusWith(app, { path, call, broken, name: `objects ${copy}` });
        assert.equal(status, 200, `objects ${copy} of ${call}`);
      }
    }
    assert.doesNotMatch(app.logLines.join(''), /"problem":"internal"/);
    assert.equal((await app.open(path)).status, 200, 'and then it works again');
    assert.ok(!('polluted' in {}));
  });
}

/** Opens the page with a broken answer to one call, checks it, and returns its status. */
async function statusWith(
  app: ScriptedApp,
  { path, call, broken, name }: { path: string; call: ValidCall; broken: string; name: string },
): Promise<number> {
  app.answers[call] = (response: ServerResponse) => response.end(broken);
  const page = await app.open(path);
  const which = `${name} of ${call}: ${broken.slice(0, 1000)}`;
  assert.ok(page.status === 200 || page.status === 502, `${page.status} for ${which}`);
  assert.ok(page.html.length < 200_000, `${page.html.length} characters for ${which}`);
  assert.equal(page.$('h1').length, 1, which);
  assert.ok(page.$('main h1').text(), which);
  assert.doesNotMatch(page.html, /[\p{Surrogate}\0]|undefined|\[object/u, which);
  checkInert(page);
  app.answers[call] = validAnswers[call];
  return page.status;
}
