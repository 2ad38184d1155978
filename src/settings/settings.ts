// Every setting with its format, its default and its description for `.env.example`. A value is a
// setting only if two real conventions would choose differently. Everything else is a constant.
import { z } from 'zod';
import { attendeeScopesThat, knownServiceScopes, scopesThatShow, shownBy } from '../scopes.ts';
import {
  accentColor,
  badgeTiers,
  contact,
  count,
  deskHours,
  encryptionKeys,
  eventDays,
  hasMessages,
  issuerName,
  isTimeZone,
  lastDay,
  list,
  listenHost,
  logo,
  messages,
  onOff,
  origin,
  origins,
  platformUrl,
  redisUrl,
  sessionSecrets,
  trustedProxies,
  webUrl,
} from './values.ts';

/** The pages that a convention may leave out, by folder name. */
export const optionalPages = [
  'badge-name',
  'calendar',
  'profile',
  'volunteering',
  'dealer',
  'roles',
  'link-kit',
] as const;

const pagesError = `must only name pages from this list: ${optionalPages.join(', ')}. All other pages are always on`;

/** `openid` does not grant access to records, but some platforms require it. */
const loginScopeNames = [...attendeeScopesThat(() => true), 'openid'];
const serviceScopeNames = Object.keys(knownServiceScopes);

/**
 * `about` and `example` appear in `.env.example`. A setting with `secret` may also come from a file
 * (`NAME_FILE`).
 */
export const settings = z.object({
  PUBLIC_URL: origin.meta({
    about: 'The URL of this site, as visitors open it.',
    example: 'http://localhost:3000',
  }),
  CONVENTION_URL: platformUrl.meta({
    about: "The registration platform's URL.",
    example: 'http://127.0.0.1:4000',
  }),
  OAUTH_CLIENT_ID: z
    .string()
    .meta({ about: "This site's client id, issued by the platform.", example: 'lanyard' }),
  OAUTH_CLIENT_SECRET: z
    .string()
    .meta({ about: 'The client secret.', example: 'sandbox-secret', secret: true }),
  REDIS_URL: redisUrl.optional().meta({
    about:
      'Where sessions are stored. For a cluster: a comma-separated list of its nodes. For sentinels: redis+sentinel://host:port,host:port/master-name',
    example: 'redis://127.0.0.1:6379',
    secret: true,
  }),
  REDIS_PREFIX: z
    .string()
    .regex(/^[a-z\d-]{1,20}$/, 'must be a word of at most 20 characters: a to z, 0 to 9, -')
    .optional()
    .meta({
      about:
        'A prefix for every key in Redis, for conventions that share one Redis. Default: none.',
      example: 'foxcon',
    }),
  SESSION_SECRETS: sessionSecrets.meta({
    about:
      'Secrets that sign the session cookie, separated by commas, newest first. Generate one: openssl rand -hex 32',
    example: '',
    secret: true,
  }),
  ENCRYPTION_KEYS: encryptionKeys.meta({
    about:
      'Keys that encrypt sessions, as name:key, separated by commas, newest first. Generate one: echo "k1:$(openssl rand -hex 32)"',
    example: '',
    secret: true,
  }),
  PORT: count(0, 65535).default(3000).meta({ about: 'The port to listen on.' }),
  METRICS_PORT: count(1, 65535).optional().meta({
    about: 'A second port for operators: /metrics (Prometheus) and /version. Default: none.',
    example: '9464',
  }),
  METRICS_HOST: listenHost.default('127.0.0.1').meta({
    about:
      'The IP address or host name that METRICS_PORT listens on. This port does not require a login, so visitors must not reach it. Default: this computer or container only.',
  }),
  HOST: listenHost.optional().meta({
    about:
      'The IP address or host name to listen on. Default: this computer only. For a proxy elsewhere, or in a container: 0.0.0.0, or :: with IPv6',
    example: '0.0.0.0',
  }),
  TRUST_PROXY: trustedProxies.optional().meta({
    about:
      'The number of proxies in front of Lanyard, or their IP addresses. Required for an https site.',
    example: '1',
  }),
  CONVENTION_NAME: z.string().max(60, 'must have at most 60 characters').optional().meta({
    about: "The convention's name, as shown on pages. Default: the host name of CONVENTION_URL.",
    example: 'Foxcon 2027',
  }),
  CONVENTION_ACCENT: accentColor.optional().meta({
    about:
      'The colour of buttons, links and the badge. Write it without #, or in quotes: "#5527b8".',
    example: '5527b8',
  }),
  CONVENTION_LOGO: logo.optional().meta({
    about:
      'A logo shown before the name, on light and dark pages: an SVG, PNG or WebP file on this server, at most 100 KB.',
    example: 'public/icon.svg',
  }),
  CONVENTION_SITE_URL: webUrl.optional().meta({
    about: "The convention's own website. Default: CONVENTION_URL.",
    example: 'https://foxcon.example',
  }),
  REGISTRATION_URL: webUrl.optional().meta({
    about: 'Where attendees change their details. Default: CONVENTION_URL.',
    example: 'https://reg.foxcon.example',
  }),
  PICTURE_ORIGINS: origins.optional().meta({
    about: 'Sites that may serve profile pictures. Default: the site of CONVENTION_URL.',
    example: 'https://reg.foxcon.example,https://pictures.foxcon.example',
  }),
  OAUTH_SCOPES: list(/[\s,]+/)
    .pipe(z.array(z.enum(loginScopeNames, `must be some of ${loginScopeNames.join(', ')}`)))
    .refine(
      (scopes) => scopes.some((scope) => shownBy(scope) === 'basic'),
      `must include ${scopesThatShow('basic').join(' or ')}: without it there is no profile to show`,
    )
    .default(attendeeScopesThat(({ askedByDefault }) => askedByDefault))
    .meta({ about: 'The scopes that a login requests.' }),
  OAUTH_ISSUER: issuerName.optional().meta({
    about:
      "The platform's issuer name, from which Lanyard discovers the two URLs below. Write it exactly as the platform does, with or without a slash at the end.",
    example: 'https://login.foxcon.example',
  }),
  OAUTH_AUTHORIZATION_URL: webUrl.optional().meta({
    about: 'The authorization endpoint. Default: /oauth/authorize under CONVENTION_URL.',
    example: 'https://reg.foxcon.example/oauth/authorize',
  }),
  OAUTH_TOKEN_URL: webUrl.optional().meta({
    about:
      'The token endpoint. Default: the one that OAUTH_ISSUER publishes, or /api/oauth/token under CONVENTION_URL.',
    example: 'https://reg.foxcon.example/api/oauth/token',
  }),
  OAUTH_CLIENT_AUTH: z.enum(['post', 'basic'], 'must be post or basic').default('post').meta({
    about: 'How the secret is sent: post (in the form), or basic (HTTP Basic).',
  }),
  OAUTH_PKCE: onOff.default(true).meta({
    about:
      'on or off. Set it to off only if the platform rejects unknown parameters. The doctor tells you whether it does.',
  }),
  OAUTH_LOGOUT_URL: webUrl.optional().meta({
    about: "The platform's log-out page. Lanyard links to it after a log-out.",
    example: 'https://reg.foxcon.example/logout',
  }),
  OAUTH_PROMPT_LOGIN: onOff.default(false).meta({
    about: 'on or off. Set it to on if the platform supports prompt=login.',
  }),
  OAUTH_TOKEN_SECONDS: count(60, 86_400).default(300).meta({
    about:
      'The lifetime of a token if the response lacks expires_in. For tokens that never expire, set 43200, the length of the longest session.',
  }),
  RETURN_ORIGINS: origins.default([]).meta({
    about: 'Other sites to which a login link may return (return_to).',
    example: 'https://foxcon.example',
  }),
  RETURN_RESULT: onOff.default(false).meta({
    about: 'on or off. If on, result=ok or result=denied is added to URLs at RETURN_ORIGINS.',
  }),
  SERVICE_SCOPES: list(/[\s,]+/)
    .pipe(z.array(z.enum(serviceScopeNames, `must be some of ${serviceScopeNames.join(', ')}`)))
    .default([])
    .meta({
      about:
        "The scopes of this site's service credential. Without them, the volunteering and dealer pages are left out.",
      example: 'registration:read volunteer:read vendor:read user:read',
    }),
  SERVICE_CLIENT_ID: z.string().optional().meta({
    about: 'The client id of the service credential. Default: OAUTH_CLIENT_ID.',
    example: 'lanyard-service',
  }),
  SERVICE_CLIENT_SECRET: z.string().optional().meta({
    about: 'The client secret of the service credential. Default: OAUTH_CLIENT_SECRET.',
    example: 'the secret',
    secret: true,
  }),
  DEALER_SEARCH_PATH: z
    .string()
    .regex(/^\/[\w/.-]*$/, 'must be a path')
    .optional()
    .meta({
      about:
        'The path for searching dealers. Default: /api/v0/dealers/search, or /api/v0/users/search if the platform does not have it.',
      example: '/api/v0/dealers/search',
    }),
  CONVENTION_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone (Europe/Berlin)')
    .default('UTC')
    .meta({ about: 'The time zone for dates on pages.' }),
  CONVENTION_DAYS: eventDays.optional().meta({
    about:
      'The first and last day of the convention. Default: the days in /api/config on the platform, if any.',
    example: '2027-07-02/2027-07-05',
  }),
  CONVENTION_PLACE: z.string().max(100, 'must have at most 100 characters').optional().meta({
    about: 'The venue.',
    example: 'Harbour Hall, Hamburg',
  }),
  CONVENTION_MAP_URL: webUrl.optional().meta({
    about: 'A map of the venue.',
    example: 'https://www.openstreetmap.org/relation/62782',
  }),
  DESK_HOURS: deskHours.optional().meta({
    about:
      'When attendees can collect badges, in CONVENTION_TIME_ZONE: days separated by semicolons, each with its hours. If the end is before the start, it is on the next day.',
    example: '2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00',
  }),
  NEXT_URL: webUrl.optional().meta({
    about: "The next convention's website, linked once the last day is over.",
    example: 'https://foxcon.example/2028',
  }),
  SECURITY_CONTACT: contact.optional().meta({
    about: 'Where to report a vulnerability, for /.well-known/security.txt. Default: no such file.',
    example: 'security@foxcon.example',
  }),
  GUARDIAN_URL: webUrl.optional().meta({
    about: 'A page that parents and guardians must read. The badge page links to it for minors.',
    example: 'https://foxcon.example/guardians',
  }),
  GUARDIAN_AGE: count(1, 99).default(18).meta({
    about: 'Attendees younger than this on the first day count as minors.',
  }),
  IDENTITY_URL: webUrl.optional().meta({
    about:
      'Where attendees confirm their identity before they arrive. Default: pages say that the desk checks it.',
    example: 'https://reg.foxcon.example/identity',
  }),
  BADGE_NAME_URL: webUrl.optional().meta({
    about: 'Where attendees change their badge name. Default: REGISTRATION_URL.',
    example: 'https://reg.foxcon.example/badge',
  }),
  BADGE_NAME_UNTIL: lastDay.optional().meta({
    about: 'The last day to change badge names. Afterwards, pages do not offer to change them.',
    example: '2027-06-01',
  }),
  PAY_UNTIL: lastDay.optional().meta({
    about: 'The last day to pay for tickets. Afterwards, the badge page does not offer to pay.',
    example: '2027-06-15',
  }),
  BADGE_TIERS: badgeTiers.optional().meta({
    about:
      'Badge colours by ticket: name=colour/text colour, separated by semicolons. Default: the accent.',
    example: 'Sponsor=f6bd2f/2a1b00; Staff=0a6b3d/fff',
  }),
  HELP_EMAIL: z.email('must be an email address').optional().meta({
    about:
      'The email address for attendees who need help. If neither this nor HELP_URL is set, pages do not offer help.',
    example: 'help@foxcon.example',
  }),
  HELP_URL: webUrl.optional().meta({
    about: 'The page where attendees find help, if there is no HELP_EMAIL.',
    example: 'https://foxcon.example/contact',
  }),
  DEFAULT_LOCALE: z
    .string()
    .refine(hasMessages, 'must be a language of views/messages, perhaps with a region (en-GB)')
    .default('en')
    .meta({
      about:
        'The language for visitors whose browser requests none that Lanyard has. Its region determines the date format.',
    }),
  IMPRINT_URL: webUrl.optional().meta({
    about: 'A page that says who runs this site. Linked on every page except /desk.',
    example: 'https://foxcon.example/imprint',
  }),
  PRIVACY_URL: webUrl.optional().meta({
    about:
      "The convention's own privacy policy. Linked on every page except /desk, next to Lanyard's.",
    example: 'https://foxcon.example/privacy',
  }),
  NOTICE: z.string().max(200, 'must have at most 200 characters').optional().meta({
    about:
      'A line on every page except /desk, such as for maintenance. Plain text in the language of DEFAULT_LOCALE.',
    example: 'Sunday 2:00 to 3:00: no login',
  }),
  MESSAGES_DIR: messages.optional().meta({
    about:
      'A folder with your own wording for individual messages: en.json, de.json, … with keys from views/messages.',
    example: 'deploy/messages',
  }),
  PAGES: list(/[\s,]+/)
    .pipe(z.array(z.enum(optionalPages, pagesError)))
    .default([...optionalPages])
    .meta({
      about:
        'The pages of this site. Home, sharing, privacy and accessibility are always on, because attendees have a right to them.',
    }),
});

export type Settings = z.infer<typeof settings>;
