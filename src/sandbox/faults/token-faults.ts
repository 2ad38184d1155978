// Faults at the token endpoint that need to know whose tokens they are, or what they grant.
import { setTimeout as sleep } from 'node:timers/promises';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Convention } from '../records/convention.ts';
import type { FaultDial } from './dial.ts';
import { type Fault, isEarly, isInstead } from './fault.ts';
import { answerInstead } from './instead.ts';
import { drip, spoilAnswer } from './spoil-answer.ts';

/** Where tokens are issued. */
export const TOKEN_PATH = '/api/oauth/token';

/** Lets the faults that are set happen to what the token endpoint answers. */
export function addTokenFaults(provider: Provider, { dial, convention }: { dial: FaultDial; convention: Convention }) {
  provider.use(async (koa, next) => {
    await next();
    const ctx = koa as KoaContextWithOIDC;
    if (ctx.path !== TOKEN_PATH || dial.isOff()) return;
    const key = convention.find(ctx.oidc.entities.Account?.accountId ?? '')?.key;
    const call = { method: ctx.method, path: ctx.path, attendees: key === undefined ? [] : [key] };
    const faults = dial.take(call, (fault) => !isEarly(fault) || fault.attendee !== undefined);
    if (faults.length === 0) return;
    for (const fault of faults) await spoilTokens(ctx, fault);
    ctx.body = spoilAnswer(ctx.body, { faults, convention });
    const instead = faults.find(isInstead);
    const slowly = faults.find((fault) => fault.fault === 'drip');
    if (instead !== undefined) {
      ctx.respond = false;
      await answerInstead(ctx.res, instead);
    } else if (slowly !== undefined) {
      ctx.body = drip(ctx.body, slowly.ms);
      ctx.type = 'json';
    }
  });
}

async function spoilTokens(ctx: KoaContextWithOIDC, fault: Fault): Promise<void> {
  const answer = ctx.body as Record<string, unknown>;
  switch (fault.fault) {
    case 'slow':
      await sleep(fault.ms);
      return;
    case 'narrower-scope': {
      const { AccessToken, RefreshToken, ClientCredentials } = ctx.oidc.entities;
      const narrowed = String(answer.scope)
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
      if (fault.change !== 'token') ctx.body = { ...answer, scope: narrowed };
      return;
    }
    case 'platform-errors':
      if (ctx.status < 400) return;
      ctx.body = { errors: { authentication: { message: answer.error_description ?? answer.error } } };
  }
}
