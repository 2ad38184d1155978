// The headers of every answer: nothing runs, loads, frames or posts but our own, and pictures of a few other sites.
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * helmet with our own content security policy (no inline script or style, no form that leaves this site, pictures of these
 * origins only) and no caching.
 */
export function securityHeaders(options: { https: boolean; pictureOrigins: readonly string[] }): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", ...options.pictureOrigins],
          fontSrc: ["'self'"],
          scriptSrc: ["'self'"],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          objectSrc: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      frameguard: { action: 'deny' },
      // Not no-referrer: with it Chromium sends `Origin: null` on our own forms.
      referrerPolicy: { policy: 'same-origin' },
      strictTransportSecurity: options.https ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    }),
    (_req, res, next) => {
      res.set({
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
        // Pages are personal; assets say otherwise for themselves.
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      });
      next();
    },
  ];
}
