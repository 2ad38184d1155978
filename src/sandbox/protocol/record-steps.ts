// Records the steps that /protocol shows: browser requests, token calls and API calls.
import type { RequestHandler, Response } from 'express';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Operation } from '../api/operation.ts';
import type { Mode } from '../mode.ts';
import { tokenParameters } from '../oauth/known-parameters.ts';
import { tokenPath } from '../oauth/provider.ts';
import {
  describeAuthorization,
  describeTokenCall,
  type Exchange,
  operationDescriber,
  type StepDescription,
} from './describe-step.ts';
import { type Protocol, type Step, shown } from './step.ts';

export function recordSteps(
  protocol: Protocol,
  { operations, mode }: { operations: Operation[]; mode: Mode },
): RequestHandler {
  const describeApiCall = operationDescriber(operations, mode);
  return (req, res, next) => {
    const { method, path } = req;
    let sentBody: unknown;
    const json = res.json.bind(res);
    res.json = (body) => {
      sentBody = body;
      return json(body);
    };
    res.once('close', () => {
      const exchange = { req, res, path, body: sentBody };
      const description =
        describeAuthorization(exchange) ??
        describeApiCall(exchange) ??
        describeRefusedTokenCall(exchange);
      if (description !== undefined)
        protocol.add({ ...stepOf(description, { method, path }), status: statusOf(res) });
    });
    next();
  };
}

export function recordTokenCalls(protocol: Protocol, provider: Provider): void {
  provider.use(async (koa, next) => {
    await next();
    const ctx = koa as KoaContextWithOIDC;
    if (ctx.oidc?.route !== 'token') return;
    const description = describeTokenCall({ sent: ctx.oidc.params ?? {}, body: ctx.body });
    protocol.add({ ...stepOf(description, ctx), status: ctx.status });
  });
}

/**
 * Describes a token call that was rejected before it reached the provider, because of an unknown
 * parameter.
 */
function describeRefusedTokenCall({ req, path, body }: Exchange): StepDescription | undefined {
  if (path !== tokenPath || req.method !== 'POST' || body === undefined) return undefined;
  return describeTokenCall({ sent: tokenParameters(req), body });
}

function stepOf(
  { title, sentence, sent, answered }: StepDescription,
  { method, path }: { method: string; path: string },
) {
  return {
    title,
    sentence,
    request: `${method} ${withoutUid(path)}`,
    sent: shown(sent),
    answered: shown(answered),
  };
}

/** Masks interaction ids, which are long and explain nothing. */
export function withoutUid(path: string): string {
  return path.replace(/^(\/interaction|\/oauth\/authorize)\/[^/]+/, '$1/{uid}');
}

function statusOf(res: Response): Step['status'] {
  return res.headersSent ? res.statusCode : 0;
}
