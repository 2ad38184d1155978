// Requests and responses that are born with the prototypes of an Express app. Express replaces the
// prototypes of each request (express/lib/application.js, `handle`), after which Node reads all
// their properties slowly: that is a quarter of what a page costs on Node 20.
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';

/**
 * Returns options for `http.createServer`. Express still sets its prototypes, which changes nothing
 * then. If it had others one day, it would only be slower.
 */
export function expressMessages(app: {
  readonly request: object;
  readonly response: object;
}): Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>> {
  return {
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
  };
}

/**
 * Returns a constructor with this prototype. Not by `class … extends`, whose prototype cannot be
 * replaced, and not by `Reflect.construct`, which makes objects that are as slow to read.
 */
function withPrototype<Class extends typeof IncomingMessage | typeof ServerResponse>(
  Base: Class,
  prototype: object,
): Class {
  // If it became a class in a later Node, it could not be called so.
  if (String(Base).startsWith('class')) return Base;
  function Message(this: object, ...args: unknown[]) {
    Reflect.apply(Base, this, args);
  }
  Message.prototype = prototype;
  return Message as unknown as Class;
}
