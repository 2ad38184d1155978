// Lists an Express app's routes from its router, so that tests of all routes include new routes.
import type { Express } from 'express';

export interface Route {
  /** In capitals. The list leaves out `all` handlers, because these respond with 405. */
  readonly method: string;
  readonly path: string;
}

/** A layer in a router (package `router`, lib/layer.js): a route, a nested router, or a handler. */
interface Layer {
  readonly rawPath: string | readonly string[];
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

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
