// Prints, as JSON, the files of src whose functions run while somebody logs in, counted by V8: from
// the link to the profile until the browser is sent back to it, and once more for the page.
import { Session } from 'node:inspector/promises';
import type { TestContext } from 'node:test';
import { withLifetime } from './child-app.ts';
import { startApp } from './start-app.ts';
import { logIn, visitor } from './visitor.ts';

await withLifetime(async (lifetime) => {
  const app = await startApp(lifetime as TestContext, { ownRedis: true });
  // What runs only once, such as the first use of a cache, has run.
  await logIn(visitor(), `${app.url}/profile`, { as: 'sam' });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();

  const files = result.flatMap(({ url, functions }) => {
    const [, file] = /^(?!.*node_modules).*\/(src\/(?!sandbox\/).+)\.[jt]s$/.exec(url) ?? [];
    // The first function is the file itself; the compiler adds `__name`.
    const hasRun = functions.some(
      ({ functionName, ranges: [range] }) =>
        functionName !== '__name' && range && range.startOffset > 0 && range.count > 0,
    );
    return file && hasRun ? [`${file}.ts`] : [];
  });
  console.log(JSON.stringify([...new Set(files)].sort()));
});
process.exit();
