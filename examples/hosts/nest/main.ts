// NestJS with src/login: a shop with a cart, and an account page that needs a login.
// Run npm install, install the package built by `npm run pack:login`, then run npm start.
//
// Nest runs on Express, so the login is mounted before the controllers. Guards are on the routes,
// so that paths do not need to be listed a second time. Nest handles errors before Express does, so
// an exception filter calls `login.renewLogin` and sends the error page.
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Header,
  Module,
  Post,
  Redirect,
  Req,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
  LoginError,
  redisKeys,
  type TokenSet,
} from 'convention-login';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { createClient } from 'redis';

declare module 'express-session' {
  interface SessionData {
    cart?: string[];
  }
}

const {
  PUBLIC_URL = 'http://localhost:3000',
  CONVENTION_URL: issuer = 'http://127.0.0.1:4000',
  OAUTH_CLIENT_ID: clientId = 'lanyard',
  OAUTH_CLIENT_SECRET: clientSecret = 'sandbox-secret',
  REDIS_URL,
  ENCRYPTION_KEY = randomBytes(32).toString('hex'),
  SESSION_SECRET: secret = randomBytes(32).toString('hex'),
} = process.env;

const publicUrl = new URL(PUBLIC_URL);
const encryptionKeys = [{ id: 'k1', key: Buffer.from(ENCRYPTION_KEY, 'hex') }] as const;
const sessions = createEncryptedSessions({
  keys: REDIS_URL ? redisKeys(await connectToRedis(REDIS_URL)) : createMemoryKeys(),
  encryptionKeys,
  limits: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 },
});
const login = createLogin({
  publicUrl,
  oauth: { clientId, clientSecret, issuer },
  scopes: ['pii:basic'],
  whoIs: currentUser,
  sessions,
  encryptionKeys,
  carryOver: ['cart'],
});

function connectToRedis(url: string) {
  return createClient({ url, disableOfflineQueue: true }).on('error', console.error).connect();
}

/** Asks the platform whose token this is. */
async function currentUser({ accessToken }: TokenSet): Promise<{ id: number }> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const signal = AbortSignal.timeout(8000);
  const response = await fetch(`${issuer}/api/users/current`, { headers, signal });
  if (response.status === 401) throw new LoginError('login-needed');
  if (!response.ok) throw new Error(`the platform responded with ${response.status}`);
  return (await response.json()) as { id: number };
}

/** Creates a guard for a route. If the check does not call `next`, it has sent the response. */
function guard(check: RequestHandler): CanActivate {
  return {
    canActivate(context) {
      const http = context.switchToHttp();
      const res = http.getResponse<Response>();
      return new Promise((resolve, reject) => {
        res.once('finish', () => resolve(false));
        check(http.getRequest<Request>(), res, (error) => (error ? reject(error) : resolve(true)));
      });
    },
  };
}

@Controller()
class Shop {
  @Get()
  @Header('Content-Type', 'text/html')
  home(@Req() req: Request): string {
    return `<!doctype html><title>Shop</title>
<p>In your cart: ${req.session.cart?.length ?? 0}</p>
<form method="post" action="/cart">
  <button name="form_token" value="${login.formToken(req)}">Add a towel</button>
</form>
<a href="/account">Your account</a>`;
  }

  @Post('cart')
  @UseGuards(guard(login.checkForm))
  @Redirect('/', 303)
  addTowel(@Req() req: Request): void {
    req.session.cart = [...(req.session.cart ?? []), 'towel'];
  }

  @Get('account')
  @UseGuards(guard(login.requireLogin))
  @Header('Content-Type', 'text/html')
  async account(@Req() req: Request): Promise<string> {
    const { id } = await currentUser(attendeeOf(req));
    return `<!doctype html><title>Your account</title>
<p>You are attendee ${Number(id)}. In your cart: ${req.session.cart?.length ?? 0}</p>
<form method="post" action="${login.paths.logout}">
  <button name="form_token" value="${login.formToken(req)}">Log out</button>
</form>`;
  }
}

@Module({ controllers: [Shop] })
class ShopModule {}

@Catch(LoginError)
class LoginErrors implements ExceptionFilter {
  catch(error: LoginError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const res = http.getResponse<Response>();
    login.renewLogin(error, http.getRequest<Request>(), res, () => {
      res.status(error.status).send(`<p>Sorry: ${error.problem}</p>`);
    });
  }
}

const app = await NestFactory.create(ShopModule, { logger: ['error', 'warn'] });
app.useGlobalFilters(new LoginErrors());
app.use(session({ store: sessions.store, secret, resave: false, saveUninitialized: false }));
app.use(login.attendee, login.routes);
await app.listen(process.env.PORT || publicUrl.port || 3000, 'localhost');
console.log(`Open ${publicUrl.href}`);
