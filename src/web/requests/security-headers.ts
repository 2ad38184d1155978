// The headers of every response: scripts, content and form targets have to be on this site, and no
// site may frame a page. Pictures may also come from a few other sites.
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The content security policy of a document with its own styles and font, and without scripts. */
export const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The content security policy of an SVG picture that is opened as a page. */
export const picturePolicy = `${documentPolicy}; sandbox`;

/**
 * Sets the headers of helmet with our own content security policy (no inline script or style, no
 * form to another site, pictures from these origins only), and forbids caching.
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
        // Pages are personal; assets override this.
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      });
      next();
    },
  ];
}
