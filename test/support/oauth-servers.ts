// The gallery of servers: what real authorization servers answer, each in a file of
// test/login/servers.
import { importFolder } from './import-folder.ts';

/** An answer of the token endpoint. The body is sent as JSON unless it is a text. */
export interface TokenAnswer {
  /** Default: 200 for a token, 400 for an error. */
  readonly status?: number;
  /** Default: JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

interface ErrorAnswer extends TokenAnswer {
  /** Which page the visitor gets. */
  readonly leadsTo: 'login-again' | 'login-unavailable';
  /** Its status, if it is not 400 for `login-again`, or 502. */
  readonly page?: number;
}

export interface OAuthServer {
  readonly name: string;
  /** Where these shapes are documented, or which of its source files makes them. */
  readonly source: string;
  /** What the login asks for. With `openid`, the token answer also gets an id_token. */
  readonly scopes: readonly string[];
  /** The path of the issuer. With `discovery`, its endpoints are found there. */
  readonly issuerPath?: string;
  /** What the discovery document says besides the issuer and the endpoints. */
  readonly discovery?: Readonly<Record<string, unknown>>;
  readonly paths: { readonly authorize: string; readonly token: string };
  readonly clientAuth?: 'post' | 'basic';
  readonly tokenSeconds?: number;
  /** What its callback has besides `code` and `state`. `ISSUER` stands for the issuer. */
  readonly callback?: Readonly<Record<string, string>>;
  readonly token: TokenAnswer;
  /** What comes of that answer; or the part of it that is refused. */
  readonly login:
    | { readonly granted: readonly string[]; readonly seconds: number }
    | { readonly refused: string };
  /** By what is wrong. */
  readonly errors: Readonly<Record<string, ErrorAnswer>>;
}

/** Reads every file of the folder. */
export async function readOAuthServers(): Promise<OAuthServer[]> {
  const files = await importFolder<{ server: OAuthServer }>('test/login/servers');
  return files.map(({ server }) => server);
}
