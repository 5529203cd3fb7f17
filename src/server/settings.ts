import * as z from 'zod/mini';
import { PublicEnvironment } from '#config/public-environment.ts';
import { defaultBasinFile } from '#contract/basin.ts';
import { isLoopbackHost } from '#lib/loopback.ts';
import { parsePostgresUrl } from './db/postgres-url.ts';

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

/** Every setting that the server reads, as an environment variable. */
export const Settings = z.object({
  HOST: z._default(hostName, '127.0.0.1'),
  PORT: z.prefault(wholeNumber(0, 65_535), '4321'),
  DATABASE_URL: z._default(databaseUrl, ''),
  DATABASE_READ_URL: z._default(z.string().check(z.refine((url) => parsePostgresUrl(url) !== undefined)), ''),
  DATABASE_POOL: z.prefault(wholeNumber(2, 1000), '10'),
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
  TOKEN_RATE_LIMIT_PER_MINUTE: z.prefault(wholeNumber(1, 1_000_000), '300'),
  PORTAL_ORIGIN: z.optional(z.string().check(z.refine(isOrigin))),
  ALLOWED_ORIGINS: z.prefault(origins, ''),
  EMBED_ORIGINS: z.prefault(embedOrigins, ''),
  ALLOWED_HOSTS: z.prefault(hosts, ''),
  TRUST_PROXY: z.prefault(booleanSetting, 'off'),
  SECURITY_CONTACT: z.optional(securityContact),
  DISK_FREE_MIN_MB: z.prefault(wholeNumber(0, 1_000_000), '100'),
  BULK_EXPORT_TIME: z._default(z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/)), ''),
  SHUTDOWN_DELAY_SECONDS: z.prefault(wholeNumber(0, 60), '0'),
  METRICS_PORT: z.optional(wholeNumber(0, 65_535)),
  METRICS_HOST: z._default(hostName, '127.0.0.1'),
  METRICS_TOKEN: z._default(z.string().check(z.regex(/^([\x21-\x7e]{16,})?$/)), ''),
  OTEL_EXPORTER_OTLP_ENDPOINT: z._default(z.union([z.literal(''), address]), ''),
  TRACE_SAMPLE: z.prefault(decimalUpTo1, '0.1'),
  SENTRY_DSN: z._default(z.string().check(z.refine((text) => text === '' || isErrorCollector(text))), ''),
  ...PublicEnvironment.shape,
  PUBLIC_API_ORIGIN: z._default(z.string().check(z.refine((text) => text === '' || isOrigin(text))), ''),
  PUBLIC_AUTH0_DOMAIN: z._default(z.string().check(z.refine(isIssuerDomain)), ''),
  PUBLIC_GEOCODER_URL: z._default(
    z.union([z.literal('none'), address]),
    'https://nominatim.openstreetmap.org/search',
  ),
});
export type Settings = z.output<typeof Settings>;
type SettingName = keyof Settings;

export function isSettingName(name: unknown): name is SettingName {
  return typeof name === 'string' && name in Settings.shape;
}

export const settingNames = Object.keys(Settings.shape).filter(isSettingName);

const onOrOff = 'on or off';
const requestsPerMinute = 'a whole number from 1 to 1000000';
const listenAddress = 'a host name or an address to listen on';
const expectedValues: Partial<Record<SettingName, string>> = {
  HOST: listenAddress,
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: 'an address that begins with postgres:// (or nothing, for the embedded database)',
  DATABASE_READ_URL: 'an address that begins with postgres:// (or nothing, where there is no replica)',
  DATABASE_POOL: 'a whole number from 2 to 1000',
  SIGN_IN_PAGE_URL: 'the address of a page',
  S3_BUCKET_URL: 'the address of a bucket (or nothing, for files in a folder)',
  DEMO_DATA: onOrOff,
  PORTAL_ALLOW_DEMO: onOrOff,
  LOG_LEVEL: 'one of silent, fatal, error, warn, info, debug, trace',
  LOG_PRETTY: onOrOff,
  RATE_LIMIT_PER_MINUTE: requestsPerMinute,
  TOKEN_RATE_LIMIT_PER_MINUTE: requestsPerMinute,
  PORTAL_ORIGIN: 'an origin such as https://portal.example.org, without a path',
  ALLOWED_ORIGINS: 'a comma-separated list of origins such as https://portal.example.org',
  EMBED_ORIGINS:
    'a comma-separated list of origins such as https://canal.example.org, or * for every site (or nothing, for none)',
  ALLOWED_HOSTS:
    'a comma-separated list of host names or addresses such as portal.example.org, without ports',
  TRUST_PROXY: onOrOff,
  SECURITY_CONTACT: 'an e-mail address, or an address that begins with https://, mailto: or tel:',
  DISK_FREE_MIN_MB: 'a whole number from 0 to 1000000',
  BULK_EXPORT_TIME: 'a time of the day such as 02:30 (or nothing)',
  SHUTDOWN_DELAY_SECONDS: 'a whole number from 0 to 60',
  METRICS_PORT: 'a whole number from 0 to 65535 (or nothing, for no port of its own)',
  METRICS_HOST: listenAddress,
  METRICS_TOKEN: 'a secret of at least 16 characters without spaces (or nothing)',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of a collector (or nothing)',
  TRACE_SAMPLE: 'a decimal number from 0 to 1',
  SENTRY_DSN: 'an address such as https://key@errors.example.org/1 (or nothing)',
  PUBLIC_API_ORIGIN: 'an origin such as https://api.example.org, without a path (or nothing)',
  PUBLIC_AUTH0_DOMAIN: 'the domain of a tenant such as example.eu.auth0.com (or nothing)',
  PUBLIC_GEOCODER_URL: 'the address of a place search, or none',
};

/** Settings whose whole value is a secret. */
const secretSettings = new Set<SettingName>(['METRICS_TOKEN', 'SENTRY_DSN']);

/** Says which value was given, without its password, and which one is expected. */
export function describeBadSetting(name: SettingName, value: string) {
  const redacted = secretSettings.has(name) ? '…' : value.replace(/(:\/\/[^:/@]*):.*@/, '$1:…@');
  return `${name} is "${redacted}"; ${expectedValues[name] ?? 'something else'} is wanted.`;
}
