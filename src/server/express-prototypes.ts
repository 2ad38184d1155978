// Creates requests and responses with an Express app's prototypes. Otherwise Express would replace
// the prototypes for each request (express/lib/application.js, `handle`), after which Node reads
// all properties slowly. That costs a quarter of a page's CPU time on Node 20.
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';

/**
 * Express still sets its prototypes on each request, so if a later version has different ones, the
 * app is slower but still works.
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
 * Returns a constructor with this prototype. It is a plain function, because a class's prototype
 * cannot be replaced, and objects that `Reflect.construct` returns are just as slow to read.
 */
function withPrototype<Class extends typeof IncomingMessage | typeof ServerResponse>(
  Base: Class,
  prototype: object,
): Class {
  // In a later version of Node, `Base` may be a class, which cannot be called without `new`.
  if (String(Base).startsWith('class')) return Base;
  function Message(this: object, ...args: unknown[]) {
    Reflect.apply(Base, this, args);
  }
  Message.prototype = prototype;
  return Message as unknown as Class;
}
