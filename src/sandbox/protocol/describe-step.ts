// Describes each step: its title, what happens, and which fields are shown.
import type { Request, Response } from 'express';
import { existsIn, type Operation } from '../api/operation.ts';
import type { Mode } from '../mode.ts';
import { parseRedirect } from '../oauth/redirect-uris.ts';

/** `sent` and `answered` still contain secrets, which step.ts masks. */
export interface StepDescription {
  title: string;
  sentence: string;
  sent: Record<string, unknown>;
  answered: Record<string, unknown>;
}

/** A finished request. `body` is the JSON of its response. */
export interface Exchange {
  req: Request;
  res: Response;
  path: string;
  body: unknown;
}

const frontChannelSteps = [
  {
    path: /^\/oauth\/authorize$/,
    title: 'Authorization request',
    sentence:
      'The site sends the browser here with its client id, the scopes that it requests, and its redirect URI.',
  },
  {
    path: /^\/interaction\/[^/]+\/login$/,
    title: 'Log-in',
    sentence: 'The attendee logs in at the platform. The site is not involved.',
  },
  {
    path: /^\/interaction\/[^/]+\/consent$/,
    title: 'Consent',
    sentence: 'The attendee allows or denies the requested scopes.',
  },
  {
    path: /^\/oauth\/authorize\/[^/]+$/,
    title: 'Authorization response',
    sentence:
      'The browser returns to the site with a code that works once, or with an error if nothing was granted.',
  },
  {
    path: /^\/oauth\/logout$/,
    title: 'Log-out',
    sentence: 'The browser is logged out of the platform itself, not only out of the site.',
  },
];

/** Describes a browser request. Returns undefined if there is nothing to show. */
export function describeAuthorization({ req, res, path }: Exchange): StepDescription | undefined {
  const step = frontChannelSteps.find((one) => one.path.test(path));
  if (step === undefined) return undefined;
  const answered = clientRedirect(String(res.getHeader('location') ?? ''));
  // Between log-in and consent, the browser also requests this path without returning to the
  // client.
  if (step.title === 'Authorization response' && answered === undefined) return undefined;
  return {
    title: step.title,
    sentence: step.sentence,
    sent: { ...req.query, ...req.body },
    answered: answered ?? {},
  };
}

/**
 * Returns the target and parameters of a redirect to the client, or undefined for any other
 * redirect.
 */
function clientRedirect(location: string): Record<string, string> | undefined {
  const url = parseRedirect(location);
  if (!url) return undefined;
  const { code, error, state } = Object.fromEntries(url.searchParams);
  if (code === undefined && error === undefined) return undefined;
  return {
    location: url.origin + url.pathname,
    ...(code !== undefined && { code }),
    ...(error !== undefined && { error }),
    ...(state !== undefined && { state }),
  };
}

const grantSteps: Record<string, [title: string, sentence: string]> = {
  authorization_code: [
    'Code exchange',
    "The site's server exchanges the code for tokens. `scope` lists the scopes that were granted.",
  ],
  refresh_token: [
    'Refresh',
    'The site exchanges its refresh token for new tokens. The old refresh token no longer works.',
  ],
  client_credentials: [
    'Service token',
    'The site requests a token for itself. It belongs to no attendee and has none of the scopes that attendees grant.',
  ],
};

export function describeTokenCall({
  sent,
  body,
}: {
  sent: Record<string, unknown>;
  body: unknown;
}): StepDescription {
  const [title, sentence] = grantSteps[String(sent.grant_type)] ?? [
    'Token call',
    'The sandbox does not support this grant type.',
  ];
  return { title, sentence, sent, answered: isObject(body) ? body : {} };
}

export function operationDescriber(operations: Operation[], mode: Mode) {
  const known = operations.map(({ method, path, only, summary }) => {
    return {
      only,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      summary,
    };
  });
  return ({ req, path, body }: Exchange): StepDescription | undefined => {
    const operation = known.find(
      (one) => one.method === req.method && one.pattern.test(path) && existsIn(mode, one),
    );
    if (operation === undefined) return undefined;
    const authorization = req.get('authorization')?.replace(/^Bearer /i, '');
    return {
      title: 'API call',
      sentence: operation.summary,
      sent: { authorization, ...req.query, ...req.body },
      answered: isObject(body) && 'errors' in body ? body : { fields: fieldsOf(body) },
    };
  };
}

/** Returns only field names (for a list: its length), because the values are personal data. */
function fieldsOf(body: unknown): string | undefined {
  if (Array.isArray(body)) return `a list of ${body.length}`;
  return isObject(body) ? Object.keys(body).join(', ') : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
