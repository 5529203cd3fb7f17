import path from 'node:path';
import * as z from 'zod/mini';
import { PublicEnvironment } from '#config/public-environment.ts';
import { defaultBasinFile } from '#contract/basin.ts';
import { isLoopbackHost } from '#lib/loopback.ts';
import type { S3Settings } from './storage/s3-storage.ts';

/** A setting has an invalid value; `message` has one line per setting. */
export class BadConfig extends Error {
  override name = 'BadConfig';
}

const trueValues = ['on', 'true', 'yes', '1'];
const booleanSetting = z.pipe(
  z.enum([...trueValues, 'off', 'false', 'no', '0']),
  z.transform((word) => trueValues.includes(word)),
);

function wholeNumber(from: number, to: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.minimum(from), z.maximum(to)),
    ),
  );
}

function isOrigin(text: string) {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') && new URL(text).origin === text;
}

const origins = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  ),
  z.array(z.string().check(z.refine(isOrigin))),
);

const address = z.string().check(z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')));
const databaseUrl = z
  .string()
  .check(
    z.refine(
      (url) =>
        url === '' || url === 'memory://' || (/^postgres(ql)?:\/\//.test(url) && URL.parse(url) !== null),
    ),
  );

/** `tenant.auth0.com`, or for development an address of this computer such as `http://localhost:9000`. */
function isIssuerDomain(text: string) {
  if (text === '' || /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text)) return true;
  const url = URL.parse(text);
  return url !== null && isOrigin(text) && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
}

const Settings = z.object({
  HOST: z._default(z.string().check(z.regex(/^[a-z\d.:_-]+$/i)), '127.0.0.1'),
  PORT: z.prefault(wholeNumber(0, 65_535), '4321'),
  DATABASE_URL: z._default(databaseUrl, ''),
  DATA_DIR: z._default(z.string(), '.data'),
  DIST_DIR: z._default(z.string(), 'dist'),
  SIGN_IN_PAGE_URL: z.optional(address),
  FILES_DIR: z._default(z.string(), ''),
  S3_BUCKET_URL: z._default(z.union([z.literal(''), address]), ''),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z._default(z.string(), ''),
  S3_SECRET_ACCESS_KEY: z._default(z.string(), ''),
  BASIN_FILE: z._default(z.string(), defaultBasinFile),
  DEMO_DATA: z.prefault(booleanSetting, 'on'),
  PORTAL_ALLOW_DEMO: z.prefault(booleanSetting, 'off'),
  LOG_LEVEL: z._default(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']), 'info'),
  LOG_PRETTY: z.optional(booleanSetting),
  RATE_LIMIT_PER_MINUTE: z.prefault(wholeNumber(1, 1_000_000), '600'),
  PORTAL_ORIGIN: z.optional(z.string().check(z.refine(isOrigin))),
  ALLOWED_ORIGINS: z.prefault(origins, ''),
  TRUST_PROXY: z.prefault(booleanSetting, 'off'),
  ...PublicEnvironment.shape,
  PUBLIC_API_ORIGIN: z._default(z.string().check(z.refine((text) => text === '' || isOrigin(text))), ''),
  PUBLIC_AUTH0_DOMAIN: z._default(z.string().check(z.refine(isIssuerDomain)), ''),
  PUBLIC_GEOCODER_URL: z._default(
    z.union([z.literal('none'), address]),
    'https://nominatim.openstreetmap.org/search',
  ),
});
type Name = keyof z.output<typeof Settings>;

/** Every setting the server reads. */
export const settingNames = Object.keys(Settings.shape) as Name[];

const onOrOff = 'on or off';
const expectedValues: Partial<Record<Name, string>> = {
  HOST: 'a host name or an address to listen on',
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: 'an address that begins with postgres:// (or nothing, for the embedded database)',
  SIGN_IN_PAGE_URL: 'the address of a page',
  S3_BUCKET_URL: 'the address of a bucket (or nothing, for files in a folder)',
  DEMO_DATA: onOrOff,
  PORTAL_ALLOW_DEMO: onOrOff,
  LOG_LEVEL: 'one of silent, fatal, error, warn, info, debug, trace',
  LOG_PRETTY: onOrOff,
  RATE_LIMIT_PER_MINUTE: 'a whole number from 1 to 1000000',
  PORTAL_ORIGIN: 'an origin such as https://portal.example.org, without a path',
  ALLOWED_ORIGINS: 'a comma-separated list of origins such as https://portal.example.org',
  TRUST_PROXY: onOrOff,
  PUBLIC_API_ORIGIN: 'an origin such as https://api.example.org, without a path (or nothing)',
  PUBLIC_AUTH0_DOMAIN: 'the domain of a tenant such as example.eu.auth0.com (or nothing)',
  PUBLIC_GEOCODER_URL: 'the address of a place search, or none',
};

/** The identity provider: the built-in one with its demonstration accounts, or an Auth0 tenant. */
export type IdentityConfig = {
  readonly audience: string;
  readonly rolesClaim: string;
  readonly clientId: string;
  /** As in the tokens' `iss` claim, with a trailing slash. */
  readonly issuer: string;
} & ({ readonly kind: 'demo' } | { readonly kind: 'tenant'; readonly origin: string });

export type Config = {
  readonly host: string;
  readonly port: number;
  /** A PostgreSQL address, or the folder of the embedded database, for `openStore`. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly distDir: string;
  /** Address of the sign-in page in development, where the pages are not built. */
  readonly signInPageUrl: string | undefined;
  /** Storage of uploaded files. */
  readonly files:
    | ({ readonly kind: 's3' } & S3Settings)
    | { readonly kind: 'folder'; readonly folder: string };
  /** The file of sites, areas and quality rules, relative to the project's folder. */
  readonly basinFile: string;
  /** Whether to fill an empty database with demonstration data, and to extend them through yesterday. */
  readonly demoData: boolean;
  readonly logLevel: z.output<typeof Settings>['LOG_LEVEL'];
  /** Undefined means pretty if the output is a terminal. */
  readonly logPretty: boolean | undefined;
  /** The origin at which browsers open the portal. */
  readonly portalOrigin: string;
  readonly identity: IdentityConfig;
  /** API calls allowed per minute and client address. */
  readonly rateLimit: number;
  readonly allowedOrigins: readonly string[];
  /** Whether a reverse proxy supplies the client's address and protocol. */
  readonly trustProxy: boolean;
  /** Other origins that pages fetch from. */
  readonly connectOrigins: readonly string[];
};

/**
 * Reads all settings from environment variables; an empty one counts as unset.
 * @throws BadConfig
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0]) as Name));
    throw new BadConfig([...names].map((name) => describeBadSetting(name, given[name] ?? '')).join('\n'));
  }
  const settings = parsed.data;
  rejectPublicDemo(settings);
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL || settings.DATA_DIR,
    dataDir: settings.DATA_DIR,
    distDir: settings.DIST_DIR,
    signInPageUrl: settings.SIGN_IN_PAGE_URL,
    files: toFilesConfig(settings),
    basinFile: settings.BASIN_FILE,
    demoData: settings.DEMO_DATA,
    logLevel: settings.LOG_LEVEL,
    logPretty: settings.LOG_PRETTY,
    portalOrigin: settings.PORTAL_ORIGIN ?? `http://localhost:${settings.PORT}`,
    identity: toIdentityConfig(settings),
    rateLimit: settings.RATE_LIMIT_PER_MINUTE,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    trustProxy: settings.TRUST_PROXY,
    connectOrigins: connectOrigins(settings),
  };
}

type Settings = z.output<typeof Settings>;

/** @throws BadConfig where other computers could reach demonstration data or accounts */
function rejectPublicDemo(settings: Settings) {
  if (settings.PORTAL_ALLOW_DEMO || isLoopbackHost(settings.HOST)) return;
  const reasons = [
    ...(settings.DEMO_DATA ? [['it shows demonstration data', 'DEMO_DATA=off']] : []),
    ...(settings.PUBLIC_AUTH0_DOMAIN
      ? []
      : [['anyone may sign in with its demonstration accounts', 'PUBLIC_AUTH0_DOMAIN']]),
  ];
  if (reasons.length === 0) return;
  throw new BadConfig(
    `HOST is "${settings.HOST}", so others could reach this portal, but ${reasons.map(([why]) => why).join(' and ')}. Set ${reasons.map(([, setting]) => setting).join(' and ')}, or PORTAL_ALLOW_DEMO=on if showing a demonstration to others is what you want.`,
  );
}

function toIdentityConfig(settings: Settings): IdentityConfig {
  const names = {
    audience: settings.PUBLIC_AUTH0_AUDIENCE,
    rolesClaim: settings.PUBLIC_AUTH0_ROLES_CLAIM,
    clientId: settings.PUBLIC_AUTH0_CLIENT_ID,
  };
  const origin = tenantOrigin(settings);
  if (origin) return { kind: 'tenant', ...names, origin, issuer: `${origin}/` };
  return {
    kind: 'demo',
    ...names,
    issuer: `${settings.PORTAL_ORIGIN ?? `http://localhost:${settings.PORT}`}/`,
  };
}

function toFilesConfig(settings: Settings): Config['files'] {
  if (settings.S3_BUCKET_URL === '') {
    return { kind: 'folder', folder: settings.FILES_DIR || path.join(settings.DATA_DIR, 'files') };
  }
  return {
    kind: 's3',
    bucketUrl: settings.S3_BUCKET_URL,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  };
}

function tenantOrigin({ PUBLIC_AUTH0_DOMAIN: domain }: Settings) {
  if (domain === '') return undefined;
  return domain.includes('://') ? domain : `https://${domain.toLowerCase()}`;
}

function connectOrigins(settings: Settings) {
  const addresses = [settings.PUBLIC_API_ORIGIN, settings.PUBLIC_GEOCODER_URL, tenantOrigin(settings) ?? ''];
  return addresses.flatMap((text) => URL.parse(text)?.origin ?? []);
}

/** Replaces the port, also in the addresses that contain it. */
export function withPort(config: Config, port: number): Config {
  const { identity } = config;
  const origin = config.portalOrigin.replace(/:0$/, `:${port}`);
  return {
    ...config,
    port,
    portalOrigin: origin,
    identity: identity.kind === 'demo' ? { ...identity, issuer: `${origin}/` } : identity,
  };
}

function describeBadSetting(name: Name, value: string) {
  const redacted = value.replace(/(:\/\/[^:/@]*):.*@/, '$1:…@');
  return `${name} is "${redacted}"; ${expectedValues[name] ?? 'something else'} is wanted.`;
}
