// The headers of every answer: nothing runs, loads, frames or posts but our own.
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** helmet with our own content security policy (no inline script or style, no form that leaves this site) and no caching. */
export function securityHeaders(options: { https: boolean }): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'"],
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
