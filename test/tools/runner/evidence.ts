// Records what the servers in this process did during a test: the last pages, and the last warnings
// and errors in the log with their causes. A failed test shows them above its error, because
// `500 !== 200` does not explain anything.
import { subscribe, tracingChannel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';

interface Exchange {
  readonly request: { readonly method?: string; readonly url?: string };
  readonly response: ServerResponse;
}

interface LoggedLine {
  /** The fields, the message and the level number. */
  readonly arguments: readonly [fields: { err?: unknown }, message: string, level: number];
  readonly result: string;
}

/** The types of Node 20 lack these fields. */
type EndedTest = TestContext & { readonly passed?: boolean; readonly error?: Error };

const shownPages = 5;
const shownCauses = 3;
/** More lines of their stacks would push the test's own error out of the report. */
const shownStackLines = 4;
const warning = 40;

/** The returned functions clear the record, and add it to a failed test's error. */
export function recordEvidence() {
  let pages: string[] = [];
  let causes: string[] = [];
  const paths = new WeakMap<ServerResponse, string>();
  const bodies = new WeakMap<ServerResponse, string>();

  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Exchange;
    // Records the path now, because Express changes it later, and drops the query, which may
    // contain a code.
    paths.set(response, (request.url ?? '').replace(/\?.*/, ''));
    const { end } = response;
    response.end = function (this: ServerResponse, ...args: unknown[]) {
      const [body] = args;
      if (typeof body === 'string' || body instanceof Uint8Array)
        bodies.set(response, Buffer.from(body).toString());
      return Reflect.apply(end, this, args);
    };
  });
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as Exchange;
    const heading = headingOf(bodies.get(response) ?? '');
    const { statusCode: status } = response;
    // Leaves out successful responses without a heading, such as files.
    if (status < 300 && !heading) return;
    const line = `${request.method} ${paths.get(response)} ${status} ${heading}`;
    pages = [...pages, line.trimEnd()].slice(-shownPages);
  });
  tracingChannel<LoggedLine>('pino_asJson').end.subscribe((message) => {
    const { arguments: logged, result } = message as LoggedLine;
    const [fields, , level] = logged;
    const err = fields?.err;
    if (level < warning && !err) return;
    const stack = err instanceof Error ? (err.stack ?? '').split('\n') : [];
    const cause = ['', ...stack.slice(0, shownStackLines)].join('\n');
    causes = [...causes, result.trim() + cause].slice(-shownCauses);
  });

  return {
    clear() {
      pages = [];
      causes = [];
    },
    addTo(test: TestContext) {
      const { cause } = (test as EndedTest).error ?? {};
      const parts = [...list('its last pages:', pages), ...list('in the log:', causes)];
      if (cause instanceof Error && parts.length > 0)
        cause.stack = [...parts, cause.stack].join('\n');
    },
  };
}

function headingOf(body: string): string {
  const [, html = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(body) ?? [];
  const text = html.replace(/<[^>]*>/g, '').trim();
  return text && `"${text}"`;
}

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [title, ...lines] : [];
}
