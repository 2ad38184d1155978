// Security headers on every response. Scripts, content and form targets must be on this site, and
// other sites must not frame our pages. Pictures may also come from a few other sites.
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { keptBadgeHeader } from './kept-badges.ts';

/** Content security policy for a document with its own styles and font, and without scripts. */
export const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Content security policy for an SVG picture opened as a page. */
export const picturePolicy = `${documentPolicy}; sandbox`;

/**
 * Sets helmet's headers with our own content security policy: no inline scripts or styles, no forms
 * to other sites, and pictures only from this site and `pictureOrigins`. Also forbids caching and
 * indexing.
 */
export function securityHeaders(options: {
  https: boolean;
  pictureOrigins: readonly string[];
}): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", ...options.pictureOrigins],
          fontSrc: ["'self'"],
          manifestSrc: ["'self'"],
          scriptSrc: ["'self'"],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          objectSrc: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      frameguard: { action: 'deny' },
      // With `no-referrer`, Chromium sends `Origin: null` for our own forms.
      referrerPolicy: { policy: 'same-origin' },
      strictTransportSecurity: options.https
        ? { maxAge: 63_072_000, includeSubDomains: false }
        : false,
    }),
    (_req, res, next) => {
      res.set({
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
        // Pages are personal. Assets override this header.
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
        [keptBadgeHeader]: 'keep',
      });
      next();
    },
  ];
}
