// Listens to the requests and writes the protocol: the authorization, the tokens, the API.
import type { RequestHandler, Response } from 'express';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Operation } from '../api/operation.ts';
import { type Protocol, type Step, shown } from './step.ts';
import { type Told, tellAuthorization, tellOperation, tellTokenCall } from './tell.ts';

/** Returns a handler that writes the steps of the authorization and of the API into the protocol. */
export function recordSteps(protocol: Protocol, operations: Operation[]): RequestHandler {
  const tellApiCall = tellOperation(operations);
  return (req, res, next) => {
    const { method, path } = req;
    let answer: unknown;
    const json = res.json.bind(res);
    res.json = (body) => {
      answer = body;
      return json(body);
    };
    res.once('close', () => {
      const told = tellAuthorization({ req, res, path }) ?? tellApiCall({ req, path, answer });
      if (told !== undefined) protocol.add({ ...stepOf(told, { method, path }), status: statusOf(res) });
    });
    next();
  };
}

/** Writes the steps of the token endpoint into the protocol. */
export function recordTokenCalls(protocol: Protocol, provider: Provider): void {
  provider.use(async (koa, next) => {
    await next();
    const ctx = koa as KoaContextWithOIDC;
    if (ctx.oidc?.route !== 'token') return;
    const told = tellTokenCall({ sent: ctx.oidc.params ?? {}, answer: ctx.body });
    protocol.add({ ...stepOf(told, ctx), status: ctx.status });
  });
}

function stepOf({ title, sentence, sent, answered }: Told, { method, path }: { method: string; path: string }) {
  return { title, sentence, request: `${method} ${withoutUid(path)}`, sent: shown(sent), answered: shown(answered) };
}

/** The id of an interaction is long, and nothing can be learnt from it. */
function withoutUid(path: string): string {
  return path.replace(/^(\/interaction|\/oauth\/authorize)\/[^/]+/, '$1/{uid}');
}

function statusOf(res: Response): Step['status'] {
  return res.headersSent ? res.statusCode : 0;
}
