// A proxy in front of the app. Tests can make it respond by itself, or refuse connections like a
// broken network.
import { createServer, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { forward, sendOn } from '../app/forward.ts';
import { type Overrides, type RunningApp, startApp } from '../app/start-app.ts';
import { freePort } from '../machine/free-port.ts';

export interface CutProxy {
  readonly answers: Map<string, (res: ServerResponse) => void>;
  cut(): void;
}

/** The app's URL is on localhost, which browsers treat as a secure context. */
export async function startBehindCutProxy(
  t: TestContext,
  overrides: Overrides = {},
): Promise<{ app: RunningApp; proxy: CutProxy }> {
  const answers: CutProxy['answers'] = new Map();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const app = await startApp(t, {
    ...overrides,
    settings: { ...overrides.settings, PUBLIC_URL: url },
  });
  const server = createServer(async (req, res) => {
    const answer = answers.get(req.url ?? '');
    if (answer) return answer(res);
    try {
      sendOn(res, await forward(app.listensAt, req));
    } catch {
      // A page from an ended test may still send requests while the app stops.
      res.writeHead(502).end('Bad Gateway');
    }
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const cut = () => {
    server.close();
    server.closeAllConnections();
  };
  t.after(cut);
  return { app: { ...app, url }, proxy: { answers, cut } };
}
