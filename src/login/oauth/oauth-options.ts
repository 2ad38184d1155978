// How the app is known to the authorization server, and what it keeps of its answers.

export interface OAuthOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** How to send the secret: in the body (the default) or as HTTP Basic (RFC 6749 2.3.1). */
  readonly clientAuth?: 'post' | 'basic';
  /** The authorization server's name; compared with `iss` if the callback has one (RFC 9207). */
  readonly issuer: string;
  /** Default: discovered at the issuer (OpenID Connect Discovery, RFC 8414). */
  readonly endpoints?: { readonly authorization: URL; readonly token: URL } | undefined;
  /** Sent along with each authorization request, such as `{ audience: 'https://api.example' }`. */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /** False only for a platform that refuses PKCE (RFC 7636). Default: true. */
  readonly pkce?: boolean;
  /**
   * Seconds for which a token counts whose answer does not say it (`expires_in`): for servers whose
   * tokens never expire. Default: 300, at most 86,400.
   */
  readonly tokenSeconds?: number | undefined;
  /** Keeps the refresh token in the session, for `login.narrow` only. Default: false. */
  readonly keepRefreshToken?: boolean;
}

export interface ServiceTokenOptions
  extends Pick<OAuthOptions, 'clientId' | 'clientSecret' | 'clientAuth'> {
  readonly tokenUrl: URL;
  readonly scopes: readonly string[];
  /** How long the convention may take to respond. */
  readonly deadlineSeconds?: number;
  readonly now?: () => number;
}
