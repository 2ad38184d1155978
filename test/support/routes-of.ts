// What an Express app answers to, read from its router: a test that wants every route does not forget a new one.
import type { Express } from 'express';

export interface Route {
  /** In capitals; a route for all methods (our 405 answers) has none of its own and is not listed. */
  readonly method: string;
  readonly path: string;
}

/** A layer of a router (package `router`, lib/layer.js): a route, a router below a path, or a handler. */
interface Layer {
  readonly rawPath: string | readonly string[];
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** Answers every route with its whole path, in the order in which the app looks at them. */
export function routesOf(app: Express): Route[] {
  return routesIn((app.router as unknown as { stack: readonly Layer[] }).stack, '');
}

function routesIn(layers: readonly Layer[], prefix: string): Route[] {
  return layers.flatMap(({ rawPath, route, handle }) =>
    [rawPath].flat().flatMap((own) => {
      const path = `${prefix}${own === '/' ? '' : own}`;
      if (!route) return routesIn(handle.stack ?? [], path);
      const methods = Object.keys(route.methods).filter((method) => method !== '_all');
      return methods.map((method) => ({ method: method.toUpperCase(), path: path || '/' }));
    }),
  );
}
