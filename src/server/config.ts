import path from 'node:path';
import * as z from 'zod/mini';
import { PublicEnvironment } from '#config/public-environment.ts';
import { defaultBasinFile } from '#contract/basin/basin.ts';
import { isLoopbackHost } from '#lib/loopback.ts';
import { parseMailbox } from '#lib/mail-address.ts';
import { isPostgresUrl, parsePostgresUrl } from './db/postgres/postgres-url.ts';
import { timeLimitSetting } from './limits/time-limit.ts';
import type { S3Settings } from './storage/s3-storage.ts';

/** Which value of a setting is wanted, for whoever has set another one. */
const expectedValues = new Map<z.core.$ZodType, string>();

function wanted<Schema extends z.core.$ZodType>(text: string, schema: Schema): Schema {
  expectedValues.set(schema, text);
  return schema;
}

const trueValues = ['on', 'true', 'yes', '1'];
const onOrOff = z.pipe(
  z.enum([...trueValues, 'off', 'false', 'no', '0']),
  z.transform((word) => trueValues.includes(word)),
);
const booleanSetting = (usual: 'on' | 'off') => wanted('on or off', z.prefault(onOrOff, usual));

function wholeNumber(from: number, to: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.minimum(from), z.maximum(to)),
    ),
  );
}
const numberSetting = (from: number, to: number, usual: number) =>
  wanted(`a whole number from ${from} to ${to}`, z.prefault(wholeNumber(from, to), String(usual)));

/** Origins are parts of policies, which a semicolon would end. */
function isOrigin(text: string) {
  if (text.includes(';')) return false;
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') && new URL(text).origin === text;
}

const list = z.pipe(
  z.string(),
  z.transform((items) =>
    items
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
);
const origins = z.pipe(list, z.array(z.string().check(z.refine(isOrigin))));
/** Every origin, or a list of them. */
const embedOrigins = z.union([
  z.pipe(
    z.literal('*'),
    z.transform((every) => [every]),
  ),
  origins,
]);
const hosts = z.pipe(list, z.array(z.string().check(z.regex(/^([a-z\d._-]+|\[?[\da-f:]*:[\da-f:.]*\]?)$/i))));

/** A contact as security.txt has it; an e-mail address becomes a `mailto:` one. */
const securityContact = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (/^[^\s@:]+@[^\s@:]+$/.test(text) ? `mailto:${text}` : text)),
  ),
  z.string().check(z.regex(/^(https:\/\/|mailto:|tel:)[\x21-\x7e]+$/)),
);

const address = z.string().check(z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')));
const hostName = z.string().check(z.regex(/^[a-z\d.:_-]+$/i));
const databaseUrl = z
  .string()
  .check(z.refine((url) => url === '' || url === 'memory://' || parsePostgresUrl(url) !== undefined));

/** `tenant.auth0.com`, or for development an address of this computer such as `http://localhost:9000`. */
function isIssuerDomain(text: string) {
  if (text === '' || /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text)) return true;
  const url = URL.parse(text);
  return url !== null && isOrigin(text) && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
}

const decimalUpTo1 = z.pipe(
  z.string().check(z.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)),
  z.transform((digits: string) => Number(digits)),
);

/** `https://key@host/project`, as error collectors show it. */
function isErrorCollector(text: string) {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    /^\w+$/.test(url.username) &&
    /\/\d+$/.test(url.pathname)
  );
}

/** A mail server; its address has no path and no options, which would change how it is asked. */
function isMailServer(text: string) {
  return text === '' || (/^smtps?:\/\/[^/?#\s]+\/?$/.test(text) && URL.canParse(text));
}

const listenAddress = wanted('a host name or an address to listen on', z._default(hostName, '127.0.0.1'));
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Every setting that the server reads, as an environment variable. */
const Settings = z.object({
  HOST: listenAddress,
  PORT: numberSetting(0, 65_535, 4321),
  DATABASE_URL: wanted(
    'an address that begins with postgres:// (or nothing, for the embedded database)',
    z._default(databaseUrl, ''),
  ),
  DATABASE_READ_URL: wanted(
    'an address that begins with postgres:// (or nothing, where there is no replica)',
    z._default(z.string().check(z.refine((url) => parsePostgresUrl(url) !== undefined)), ''),
  ),
  DATABASE_POOL: numberSetting(2, 1000, 10),
  DATA_DIR: z._default(z.string(), '.data'),
  DIST_DIR: z._default(z.string(), 'dist'),
  SIGN_IN_PAGE_URL: wanted('the address of a page', z.optional(address)),
  FILES_DIR: z._default(z.string(), ''),
  S3_BUCKET_URL: wanted(
    'the address of a bucket (or nothing, for files in a folder)',
    z._default(z.union([z.literal(''), address]), ''),
  ),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z._default(z.string(), ''),
  S3_SECRET_ACCESS_KEY: z._default(z.string(), ''),
  BASIN_FILE: z._default(z.string(), defaultBasinFile),
  DEMO_DATA: booleanSetting('on'),
  PORTAL_ALLOW_DEMO: booleanSetting('off'),
  LOG_LEVEL: wanted(`one of ${logLevels.join(', ')}`, z._default(z.enum(logLevels), 'info')),
  LOG_PRETTY: wanted('on or off', z.optional(onOrOff)),
  RATE_LIMIT_PER_MINUTE: numberSetting(1, 1_000_000, 600),
  PORTAL_ORIGIN: wanted(
    'an origin such as https://portal.example.org, without a path',
    z.optional(z.string().check(z.refine(isOrigin))),
  ),
  ALLOWED_ORIGINS: wanted(
    'a comma-separated list of origins such as https://portal.example.org',
    z.prefault(origins, ''),
  ),
  EMBED_ORIGINS: wanted(
    'a comma-separated list of origins such as https://canal.example.org, or * for every site (or nothing, for none)',
    z.prefault(embedOrigins, ''),
  ),
  ALLOWED_HOSTS: wanted(
    'a comma-separated list of host names or addresses such as portal.example.org, without ports',
    z.prefault(hosts, ''),
  ),
  TRUST_PROXY: booleanSetting('off'),
  SECURITY_CONTACT: wanted(
    'an e-mail address, or an address that begins with https://, mailto: or tel:',
    z.optional(securityContact),
  ),
  DISK_FREE_MIN_MB: numberSetting(0, 1_000_000, 100),
  IMPORT_MEMORY_MB: numberSetting(160, 65_536, 256),
  [timeLimitSetting]: numberSetting(1, 100, 1),
  READINGS_EVERY_MINUTES: numberSetting(0, 1440, 15),
  BULK_EXPORT_TIME: wanted(
    'a time of the day such as 02:30 (or nothing)',
    z._default(z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/)), ''),
  ),
  SMTP_URL: wanted(
    'an address such as smtps://user:password@mail.example.org:465 (or nothing, for no mail)',
    z._default(z.string().check(z.refine(isMailServer)), ''),
  ),
  MAIL_FROM: wanted(
    'an e-mail address, or a name and an address such as Water portal <portal@example.org>',
    z._default(z.string().check(z.refine((text) => text === '' || parseMailbox(text) !== undefined)), ''),
  ),
  MAIL_GIVE_UP_DAYS: numberSetting(1, 30, 3),
  MAIL_STORED_DAYS: numberSetting(7, 3650, 400),
  SHUTDOWN_DELAY_SECONDS: numberSetting(0, 60, 0),
  METRICS_PORT: wanted(
    'a whole number from 0 to 65535 (or nothing, for no port of its own)',
    z.optional(wholeNumber(0, 65_535)),
  ),
  METRICS_HOST: listenAddress,
  METRICS_TOKEN: wanted(
    'a secret of at least 16 characters without spaces (or nothing)',
    z._default(z.string().check(z.regex(/^([\x21-\x7e]{16,})?$/)), ''),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: wanted(
    'the address of a collector (or nothing)',
    z._default(z.union([z.literal(''), address]), ''),
  ),
  TRACE_SAMPLE: wanted('a decimal number from 0 to 1', z.prefault(decimalUpTo1, '0.1')),
  SENTRY_DSN: wanted(
    'an address such as https://key@errors.example.org/1 (or nothing)',
    z._default(z.string().check(z.refine((text) => text === '' || isErrorCollector(text))), ''),
  ),
  ...PublicEnvironment.shape,
  PUBLIC_API_ORIGIN: wanted(
    'an origin such as https://api.example.org, without a path (or nothing)',
    z._default(z.string().check(z.refine((text) => text === '' || isOrigin(text))), ''),
  ),
  PUBLIC_BASEMAP: wanted('outdoors or plain', z._default(z.enum(['outdoors', 'plain']), 'outdoors')),
  PUBLIC_AUTH0_DOMAIN: wanted(
    'the domain of a tenant such as example.eu.auth0.com (or nothing)',
    z._default(z.string().check(z.refine(isIssuerDomain)), ''),
  ),
  PUBLIC_GEOCODER_URL: wanted(
    'the address of a place search, or none',
    z._default(z.union([z.literal('none'), address]), 'https://nominatim.openstreetmap.org/search'),
  ),
});
type Settings = z.output<typeof Settings>;
type SettingName = keyof Settings;

function isSettingName(name: unknown): name is SettingName {
  return typeof name === 'string' && name in Settings.shape;
}

export const settingNames = Object.keys(Settings.shape).filter(isSettingName);

/** Settings whose whole value is a secret. */
const secretSettings = new Set<SettingName>(['METRICS_TOKEN', 'SENTRY_DSN', 'SMTP_URL']);

/** Says which value was given, without its password, and which one is expected. */
function describeBadSetting(name: SettingName, value: string) {
  const redacted = secretSettings.has(name) ? '…' : value.replace(/(:\/\/[^:/@]*):.*@/, '$1:…@');
  const expected = expectedValues.get(Settings.shape[name]) ?? 'something else';
  return `${name} is "${redacted}"; ${expected} is wanted.`;
}

/** A setting has an invalid value; `message` has one line per setting. */
export class BadConfig extends Error {
  override name = 'BadConfig';
}

/** The identity provider: the built-in one with its demonstration accounts, or an Auth0 tenant. */
export type IdentityConfig = {
  readonly audience: string;
  readonly rolesClaim: string;
  readonly clientId: string;
  /** As in the tokens' `iss` claim, with a trailing slash. */
  readonly issuer: string;
} & ({ readonly kind: 'demo' } | { readonly kind: 'tenant'; readonly origin: string });

/**
 * Reads all settings from environment variables; an empty one counts as unset.
 * @throws BadConfig
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map(({ path: [name] }) => name).filter(isSettingName));
    throw new BadConfig([...names].map((name) => describeBadSetting(name, given[name] ?? '')).join('\n'));
  }
  rejectPublicDemo(parsed.data);
  rejectReplicaOfEmbedded(parsed.data);
  return toConfig(parsed.data);
}

export type Config = Readonly<ReturnType<typeof toConfig>>;

function toConfig(settings: Settings) {
  return {
    host: settings.HOST,
    port: settings.PORT,
    /** A PostgreSQL address, or the folder of the embedded database, for `openStore`. */
    databaseUrl: settings.DATABASE_URL || settings.DATA_DIR,
    /** The address of a replica. */
    databaseReadUrl: settings.DATABASE_READ_URL || undefined,
    /** Connections to each PostgreSQL server. */
    databaseConnections: settings.DATABASE_POOL,
    dataDir: settings.DATA_DIR,
    distDir: settings.DIST_DIR,
    /** Address of the sign-in page in development, where the pages are not built. */
    signInPageUrl: settings.SIGN_IN_PAGE_URL,
    files: toFilesConfig(settings),
    /** The file of sites, areas and quality rules, relative to the project's folder. */
    basinFile: settings.BASIN_FILE,
    /** Whether to fill an empty database with demonstration data, and to extend them through yesterday. */
    demoData: settings.DEMO_DATA,
    logLevel: settings.LOG_LEVEL,
    /** Undefined means pretty if the output is a terminal. */
    logPretty: settings.LOG_PRETTY,
    /** Settings that let others reach the portal, as clauses; empty where only this computer does. */
    reach: describeReach(settings),
    /** The origin at which browsers open the portal. */
    portalOrigin: settings.PORTAL_ORIGIN ?? `http://localhost:${settings.PORT}`,
    identity: toIdentityConfig(settings),
    /** What each person, or client address without a sign-in, may spend per minute; an API call spends 1 or more. */
    rateLimit: settings.RATE_LIMIT_PER_MINUTE,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    /** Origins whose pages may have figures in frames; `*` is every one. */
    embedOrigins: settings.EMBED_ORIGINS,
    /** Other names at which the portal answers. */
    allowedHosts: settings.ALLOWED_HOSTS,
    /** Whether a reverse proxy supplies the client's address and protocol. */
    trustProxy: settings.TRUST_PROXY,
    /** Whom people ask for help; empty for nobody. */
    supportContact: settings.PUBLIC_SUPPORT_CONTACT,
    /** Whom to tell of a vulnerability, as an address such as `mailto:…`; by default the support page. */
    securityContact: settings.SECURITY_CONTACT,
    /** Bytes that must be free on the disk of the data for the portal to be ready. */
    diskFreeMin: settings.DISK_FREE_MIN_MB * 1_000_000,
    /** Megabytes that the process of an import may use. */
    importMemoryMb: settings.IMPORT_MEMORY_MB,
    /** How often the portal asks for the readings of the last hours; 0 for never. */
    readingsEveryMs: settings.READINGS_EVERY_MINUTES * 60_000,
    /** When the Parquet files are written, `HH:mm` in the basin's time zone. */
    bulkExportTime: settings.BULK_EXPORT_TIME || undefined,
    /** The server that sends mails, and whom they are from; undefined where one is not set. */
    mail: {
      url: settings.SMTP_URL || undefined,
      from: parseMailbox(settings.MAIL_FROM),
      /** A mail that could not be sent for so long is given up. */
      giveUpDays: settings.MAIL_GIVE_UP_DAYS,
      /** For how long mails and firings of rules stay in the database. */
      daysStored: settings.MAIL_STORED_DAYS,
    },
    /** How long the portal still responds after it has said that it is stopping. */
    shutdownDelayMs: settings.SHUTDOWN_DELAY_SECONDS * 1000,
    /** Figures for operators: on a port of their own, on the portal's port with a token, or not at all. */
    metrics: {
      port: settings.METRICS_PORT,
      host: settings.METRICS_HOST,
      token: settings.METRICS_TOKEN || undefined,
    },
    /** Where traces are sent, and the share of requests that is traced, from 0 to 1. */
    traces: toTracesConfig(settings),
    /** Where errors are reported. */
    errorReportsDsn: settings.SENTRY_DSN || undefined,
    /** Other origins that pages fetch from. */
    connectOrigins: connectOrigins(settings),
    /** The origin of the API, if the pages call it at another one than theirs. */
    apiOrigins: originsOf([settings.PUBLIC_API_ORIGIN]),
  };
}

/** @throws BadConfig */
function rejectReplicaOfEmbedded({ DATABASE_READ_URL, DATABASE_URL }: Settings) {
  if (DATABASE_READ_URL === '' || isPostgresUrl(DATABASE_URL)) return;
  throw new BadConfig(
    'DATABASE_READ_URL is the address of a replica, but DATABASE_URL is not the address of a PostgreSQL server. Set it, or unset DATABASE_READ_URL.',
  );
}

/**
 * Settings that say that others reach the portal: it listens on more than this computer, or is behind a proxy, or has a
 * name that others know.
 * @returns clauses such as `HOST is "0.0.0.0"`
 */
function describeReach(settings: Settings): string[] {
  const { HOST, PORTAL_ORIGIN, ALLOWED_HOSTS, TRUST_PROXY } = settings;
  const otherHosts = ALLOWED_HOSTS.filter((host) => !isLoopbackHost(host));
  return [
    ...(isLoopbackHost(HOST) ? [] : [`HOST is "${HOST}"`]),
    ...(PORTAL_ORIGIN === undefined || isLoopbackHost(new URL(PORTAL_ORIGIN).hostname)
      ? []
      : [`PORTAL_ORIGIN is "${PORTAL_ORIGIN}"`]),
    ...(otherHosts.length === 0 ? [] : [`ALLOWED_HOSTS is "${otherHosts.join(',')}"`]),
    ...(TRUST_PROXY ? ['TRUST_PROXY is on'] : []),
  ];
}

/** @throws BadConfig where other computers could reach demonstration data or accounts */
function rejectPublicDemo(settings: Settings) {
  const reach = describeReach(settings);
  if (settings.PORTAL_ALLOW_DEMO || reach.length === 0) return;
  const reasons = [
    ...(settings.DEMO_DATA ? [['it shows demonstration data', 'DEMO_DATA=off']] : []),
    ...(settings.PUBLIC_AUTH0_DOMAIN
      ? []
      : [['its only accounts are those of the demonstration', 'PUBLIC_AUTH0_DOMAIN']]),
  ];
  if (reasons.length === 0) return;
  throw new BadConfig(
    `${reach.join(' and ')}, so others could reach this portal, but ${reasons.map(([why]) => why).join(' and ')}. Set ${reasons.map(([, setting]) => setting).join(' and ')}, or PORTAL_ALLOW_DEMO=on if showing a demonstration to others is what you want; its accounts still sign in on this computer only.`,
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

/** Storage of uploaded files. */
type FilesConfig =
  | ({ readonly kind: 's3' } & S3Settings)
  | { readonly kind: 'folder'; readonly folder: string };

function toFilesConfig(settings: Settings): FilesConfig {
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

function toTracesConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, TRACE_SAMPLE: sample }: Settings) {
  return endpoint === '' ? undefined : { endpoint: endpoint.replace(/\/+$/, ''), sample };
}

function tenantOrigin({ PUBLIC_AUTH0_DOMAIN: domain }: Settings) {
  if (domain === '') return undefined;
  return domain.includes('://') ? domain : `https://${domain.toLowerCase()}`;
}

function connectOrigins(settings: Settings) {
  const addresses = [settings.PUBLIC_API_ORIGIN, settings.PUBLIC_GEOCODER_URL, tenantOrigin(settings) ?? ''];
  return originsOf(addresses);
}

function originsOf(addresses: readonly string[]): string[] {
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
