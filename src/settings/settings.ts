// Every setting: its name, its form, its default, and what `.env.example` says about it. A setting
// is here if two real conventions would choose different values; all else is a constant.
import { z } from 'zod';
import { attendeeScopesThat, knownServiceScopes, scopesThatShow, shownBy } from '../scopes.ts';
import {
  accentColor,
  badgeTiers,
  contact,
  conventionAddress,
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
  redisAddress,
  sessionSecrets,
  trustedProxies,
  webAddress,
} from './values.ts';

/** The pages that a convention may do without, by their names (that of the folder). */
export const optionalPages = [
  'badge-name',
  'calendar',
  'profile',
  'volunteering',
  'dealer',
  'roles',
  'link-kit',
] as const;

const pagesError = `must be some of ${optionalPages.join(', ')}; all other pages are always there`;

/** Besides those with a record: `openid`, for a platform that wants it. */
const loginScopeNames = [...attendeeScopesThat(() => true), 'openid'];
const serviceScopeNames = Object.keys(knownServiceScopes);

/**
 * Flat, as in the environment. `.env.example` shows `about` and `example`; a `secret` may also be
 * read from a file.
 */
export const settings = z.object({
  PUBLIC_URL: origin.meta({
    about: 'The address of this site for its visitors.',
    example: 'http://localhost:3000',
  }),
  CONVENTION_URL: conventionAddress.meta({
    about: "The registration platform's address.",
    example: 'http://127.0.0.1:4000',
  }),
  OAUTH_CLIENT_ID: z
    .string()
    .meta({ about: 'This site as registered at the platform.', example: 'lanyard' }),
  OAUTH_CLIENT_SECRET: z
    .string()
    .meta({ about: 'Its secret.', example: 'sandbox-secret', secret: true }),
  REDIS_URL: redisAddress.optional().meta({
    about:
      'Stores the sessions; only the demo runs without. A cluster: a comma list of its nodes. Sentinels: redis+sentinel://host:port,host:port/master-name',
    example: 'redis://127.0.0.1:6379',
    secret: true,
  }),
  REDIS_PREFIX: z
    .string()
    .regex(/^[a-z\d-]{1,20}$/, 'must be a word of at most 20 characters: a to z, 0 to 9, -')
    .optional()
    .meta({
      about: 'A prefix of every key in Redis, for conventions that share one Redis. Default: none.',
      example: 'foxcon',
    }),
  SESSION_SECRETS: sessionSecrets.meta({
    about: 'Sign the session cookie. Comma list, newest first. Make one: openssl rand -hex 32',
    example: '',
    secret: true,
  }),
  ENCRYPTION_KEYS: encryptionKeys.meta({
    about:
      'Encrypt sessions. Comma list of name:key, newest first. Make one: echo "k1:$(openssl rand -hex 32)"',
    example: '',
    secret: true,
  }),
  PORT: count(0, 65535).default(3000).meta({ about: 'The port to listen on.' }),
  METRICS_PORT: count(1, 65535).optional().meta({
    about: 'A second port for operators: /metrics (Prometheus) and /version. Without: none.',
    example: '9464',
  }),
  METRICS_HOST: listenHost.default('127.0.0.1').meta({
    about:
      'The address of that port. Default: this computer (in a container: the container) only. It needs no login: visitors must not reach it',
  }),
  HOST: listenHost.optional().meta({
    about:
      'The address to listen on. Default: this computer only. For a proxy elsewhere, or in a container: 0.0.0.0',
    example: '0.0.0.0',
  }),
  TRUST_PROXY: trustedProxies.optional().meta({
    about: 'The proxies in front: how many, or their addresses. Required for an https site.',
    example: '1',
  }),
  CONVENTION_NAME: z.string().max(60, 'must have at most 60 characters').optional().meta({
    about: 'The name that pages show. Default: the host name of CONVENTION_URL.',
    example: 'Foxcon 2027',
  }),
  CONVENTION_ACCENT: accentColor.optional().meta({
    about:
      'The colour of buttons, links and the badge. With its # it needs quotes in this file: "#5527b8".',
    example: '5527b8',
  }),
  CONVENTION_LOGO: logo.optional().meta({
    about:
      'A picture before the name, on light and on dark: a file of this server, SVG, PNG or WebP, at most 100 KB.',
    example: 'public/icon.svg',
  }),
  CONVENTION_SITE_URL: webAddress.optional().meta({
    about: "The convention's own website. Default: CONVENTION_URL.",
    example: 'https://foxcon.example',
  }),
  REGISTRATION_URL: webAddress.optional().meta({
    about: 'Where details are changed. Default: CONVENTION_URL.',
    example: 'https://reg.foxcon.example',
  }),
  PICTURE_ORIGINS: origins.optional().meta({
    about: 'Sites that profile pictures may come from. Default: that of CONVENTION_URL.',
    example: 'https://reg.foxcon.example,https://pictures.foxcon.example',
  }),
  OAUTH_SCOPES: list(/[\s,]+/)
    .pipe(z.array(z.enum(loginScopeNames, `must be some of ${loginScopeNames.join(', ')}`)))
    .refine(
      (scopes) => scopes.some((scope) => shownBy(scope) === 'basic'),
      `must include ${scopesThatShow('basic').join(' or ')}: without it there is no profile to show`,
    )
    .default(attendeeScopesThat(({ askedByDefault }) => askedByDefault))
    .meta({ about: 'What the login asks the attendee to share.' }),
  OAUTH_ISSUER: issuerName.optional().meta({
    about:
      'Discovers the two addresses below. Write it exactly as the platform does, with or without a slash at the end.',
    example: 'https://login.foxcon.example',
  }),
  OAUTH_AUTHORIZATION_URL: webAddress.optional().meta({
    about: 'Default: /oauth/authorize under CONVENTION_URL.',
    example: 'https://reg.foxcon.example/oauth/authorize',
  }),
  OAUTH_TOKEN_URL: webAddress.optional().meta({
    about:
      'Default: what OAUTH_ISSUER publishes, or /api/oauth/token under CONVENTION_URL without it.',
    example: 'https://reg.foxcon.example/api/oauth/token',
  }),
  OAUTH_CLIENT_AUTH: z.enum(['post', 'basic'], 'must be post or basic').default('post').meta({
    about: 'How the secret is sent: post, or basic for a platform that wants HTTP Basic.',
  }),
  OAUTH_LOGOUT_URL: webAddress.optional().meta({
    about: 'The page where one logs out of the platform too: linked after a log-out.',
    example: 'https://reg.foxcon.example/logout',
  }),
  OAUTH_PROMPT_LOGIN: onOff.default(false).meta({
    about: 'on or off. On if the platform asks who logs in when it gets prompt=login.',
  }),
  OAUTH_TOKEN_SECONDS: count(60, 86_400).default(300).meta({
    about:
      'Lifetime of a token whose response has no expires_in. For tokens that never expire: 43200, as long as a session.',
  }),
  RETURN_ORIGINS: origins.default([]).meta({
    about: 'Other sites that a login link may lead back to (return_to).',
    example: 'https://foxcon.example',
  }),
  RETURN_RESULT: onOff.default(false).meta({
    about:
      'on or off. On: such a site is told how the login ended, by result=ok or result=denied in the address.',
  }),
  SERVICE_SCOPES: list(/[\s,]+/)
    .pipe(z.array(z.enum(serviceScopeNames, `must be some of ${serviceScopeNames.join(', ')}`)))
    .default([])
    .meta({
      about:
        'What this site may read with a credential of its own. Without it, there is no volunteering and no dealer page.',
      example: 'registration:read volunteer:read vendor:read user:read',
    }),
  SERVICE_CLIENT_ID: z.string().optional().meta({
    about: 'The client of that credential. Default: OAUTH_CLIENT_ID.',
    example: 'lanyard-service',
  }),
  SERVICE_CLIENT_SECRET: z.string().optional().meta({
    about: 'Its secret. Default: OAUTH_CLIENT_SECRET.',
    example: 'the secret',
    secret: true,
  }),
  DEALER_SEARCH_PATH: z
    .string()
    .regex(/^\/[\w/.-]*$/, 'must be a path')
    .default('/api/v0/users/search')
    .meta({ about: 'Where dealers are searched; some platforms want /api/v0/dealers/search.' }),
  CONVENTION_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone (Europe/Berlin)')
    .default('UTC')
    .meta({ about: 'The time zone of dates on pages.' }),
  CONVENTION_DAYS: eventDays.optional().meta({
    about: 'Its first and last day. Default: what the platform says (/api/config), if it does.',
    example: '2027-07-02/2027-07-05',
  }),
  CONVENTION_PLACE: z.string().max(100, 'must have at most 100 characters').optional().meta({
    about: 'Where it takes place.',
    example: 'Harbour Hall, Hamburg',
  }),
  CONVENTION_MAP_URL: webAddress.optional().meta({
    about: 'A map of that place.',
    example: 'https://www.openstreetmap.org/relation/62782',
  }),
  DESK_HOURS: deskHours.optional().meta({
    about:
      'When badges are given out, in CONVENTION_TIME_ZONE: days separated by semicolons, each with its hours. An end before the start is on the next day.',
    example: '2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00',
  }),
  NEXT_URL: webAddress.optional().meta({
    about: 'The next convention: linked once the last day is over.',
    example: 'https://foxcon.example/2028',
  }),
  SECURITY_CONTACT: contact.optional().meta({
    about:
      'Where to report a vulnerability: for /.well-known/security.txt. Without it, there is no such file.',
    example: 'security@foxcon.example',
  }),
  GUARDIAN_URL: webAddress.optional().meta({
    about:
      'What parents and guardians must know. Shown to attendees who are under age on the first day.',
    example: 'https://foxcon.example/guardians',
  }),
  GUARDIAN_AGE: count(1, 99).default(18).meta({
    about: 'Attendees who are younger on the first day are under age.',
  }),
  IDENTITY_URL: webAddress.optional().meta({
    about:
      'Where attendees have their identity confirmed before they come. Default: it is checked at the desk, and is nothing to do before.',
    example: 'https://reg.foxcon.example/identity',
  }),
  BADGE_NAME_URL: webAddress.optional().meta({
    about: 'Where attendees change their badge name. Default: REGISTRATION_URL.',
    example: 'https://reg.foxcon.example/badge',
  }),
  BADGE_NAME_UNTIL: lastDay.optional().meta({
    about:
      'The last day on which badge names can be changed. Then pages say that the name is final, and no link offers to change it.',
    example: '2027-06-01',
  }),
  PAY_UNTIL: lastDay.optional().meta({
    about: 'The last day on which tickets can be paid. Then no link leads to the payment.',
    example: '2027-06-15',
  }),
  BADGE_TIERS: badgeTiers.optional().meta({
    about:
      'Colours of the badge by ticket: name=colour/text colour, separated by semicolons. Default: the accent.',
    example: 'Sponsor=f6bd2f/2a1b00; Staff=0a6b3d/fff',
  }),
  HELP_EMAIL: z.email('must be an email address').optional().meta({
    about: 'Where attendees ask for help. Without it and HELP_URL, no page offers any.',
    example: 'help@foxcon.example',
  }),
  HELP_URL: webAddress.optional().meta({
    about: 'The page where attendees find help, if there is no HELP_EMAIL.',
    example: 'https://foxcon.example/contact',
  }),
  DEFAULT_LOCALE: z
    .string()
    .refine(hasMessages, 'must be a language of views/messages, perhaps with a region (en-GB)')
    .default('en')
    .meta({
      about:
        'The language for visitors who ask for none of ours; its region also decides how dates look.',
    }),
  IMPRINT_URL: webAddress.optional().meta({
    about: 'The page that says who runs this site (imprint): linked on every page.',
    example: 'https://foxcon.example/imprint',
  }),
  PRIVACY_URL: webAddress.optional().meta({
    about: "The convention's own privacy policy: linked on every page, beside ours.",
    example: 'https://foxcon.example/privacy',
  }),
  NOTICE: z.string().max(200, 'must have at most 200 characters').optional().meta({
    about:
      'A line on every page, such as for maintenance. Plain text, in the language of DEFAULT_LOCALE.',
    example: 'Sunday 2:00 to 3:00: no login',
  }),
  MESSAGES_DIR: messages.optional().meta({
    about:
      'A folder with your own words for single messages: en.json, de.json, … with keys of views/messages.',
    example: 'deploy/messages',
  }),
  PAGES: list(/[\s,]+/)
    .pipe(z.array(z.enum(optionalPages, pagesError)))
    .default([...optionalPages])
    .meta({
      about:
        'The pages of this site. Home, sharing, privacy and accessibility are always there: attendees have a right to them.',
    }),
});

export type Settings = z.infer<typeof settings>;
