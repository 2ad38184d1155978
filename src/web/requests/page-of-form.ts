// Finds the page that sent a form, so that the visitor can return to it.
import type { Request } from 'express';
import type { LoginPaths } from '../../login/login.ts';
import { parseUrl } from '../../text.ts';
import { type Page, pageUrl, pathnameIn } from '../page.ts';

export interface PagesOfForms {
  readonly publicUrl: URL;
  readonly pages: readonly Page[];
  readonly loginPaths: Pick<LoginPaths, 'login' | 'callback'>;
}

/**
 * Returns the URL of the page that sent the form, or undefined if it is unknown or cannot be opened
 * again. The page trusts a redirect to this URL as it trusts our own links, so the URL never leads
 * to the login, and it keeps only the parameters that the page allows. Unsaved input arrives in the
 * form's fields.
 */
export function pageOfForm(req: Request, options: PagesOfForms): string | undefined {
  const { publicUrl, pages } = options;
  const referer = parseUrl(req.headers.referer);
  if (referer?.origin !== publicUrl.origin) return undefined;
  const pathname = pathnameIn(referer.pathname);
  const page = pages.find(({ path }) => path === pathname);
  if (page?.isFile) return pages.find(({ name }) => name === page.partOf)?.path;
  // "Page not found" can appear at any path.
  if (!page) return isOfLogin(pathname, options) ? undefined : safePath(referer.pathname);
  const fields = Object.entries<unknown>(req.body ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  );
  return pageUrl(page, referer.searchParams, new URLSearchParams(fields));
}

/**
 * Whether a GET would show this page again. A page that only responds to POST cannot be shown
 * again, and a GET to the login or its callback would start or finish another login.
 */
export function canOpenAgain(
  { method, path, baseUrl }: Request,
  loginPaths: PagesOfForms['loginPaths'],
) {
  return method === 'GET' && !isOfLogin(baseUrl + path, { loginPaths });
}

const isOfLogin = (pathname: string, { loginPaths }: Pick<PagesOfForms, 'loginPaths'>) =>
  [loginPaths.login, loginPaths.callback].includes(pathname);

/** A browser would take a path such as `//evil.example` for a different site. */
export const safePath = (path: string) => `/${path.replace(/^[/\\]+/, '')}`;
