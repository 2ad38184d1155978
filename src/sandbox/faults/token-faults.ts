// Applies the token endpoint's faults that depend on the attendee or need the response.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorOut, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { tokenPath } from '../oauth/provider.ts';
import { platformError } from '../oauth/strict-responses.ts';
import type { Convention } from '../records/convention.ts';
import type { ActiveFaults } from './active-faults.ts';
import { alterResponse, drip } from './alter-response.ts';
import { appliesBeforeOperation, type Fault, replacesResponse } from './fault.ts';
import { replaceResponse } from './replace-response.ts';

export function addTokenFaults(
  provider: Provider,
  { activeFaults, convention }: { activeFaults: ActiveFaults; convention: Convention },
) {
  provider.use(async (koa, next) => {
    await next();
    const ctx = koa as KoaContextWithOIDC;
    if (ctx.path !== tokenPath || activeFaults.isEmpty()) return;
    const key = convention.find(ctx.oidc.entities.Account?.accountId ?? '')?.key;
    const call = { method: ctx.method, path: ctx.path, attendees: key === undefined ? [] : [key] };
    const faults = activeFaults.take(
      call,
      (fault) => !appliesBeforeOperation(fault) || fault.attendee !== undefined,
    );
    if (faults.length === 0) return;
    for (const fault of faults) await alterTokens(ctx, fault);
    ctx.body = alterResponse(ctx.body, { faults, convention });
    const instead = faults.find(replacesResponse);
    const dripFault = faults.find((fault) => fault.fault === 'drip');
    if (instead !== undefined) {
      ctx.respond = false;
      await replaceResponse(ctx.res, instead);
    } else if (dripFault !== undefined) {
      ctx.body = drip(ctx.body, dripFault.ms);
      ctx.type = 'json';
    }
  });
}

async function alterTokens(ctx: KoaContextWithOIDC, fault: Fault): Promise<void> {
  const body = ctx.body as Record<string, unknown>;
  switch (fault.fault) {
    case 'slow':
      await sleep(fault.ms);
      return;
    case 'narrower-scope': {
      const { AccessToken, RefreshToken, ClientCredentials } = ctx.oidc.entities;
      const narrowed = String(body.scope)
        .split(' ')
        .filter((scope) => fault.scope.split(' ').includes(scope))
        .join(' ');
      if (fault.change !== 'answer') {
        for (const token of [AccessToken, RefreshToken, ClientCredentials]) {
          if (token === undefined) continue;
          token.scope = narrowed;
          await token.save();
        }
      }
      if (fault.change !== 'token') ctx.body = { ...body, scope: narrowed };
      return;
    }
    case 'platform-errors':
      // In strict mode, errors already have this format.
      if ('error' in body) ctx.body = platformError(ctx.status, body as unknown as ErrorOut);
  }
}
