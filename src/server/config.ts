import path from 'node:path';
import { isLoopbackHost } from '#lib/loopback.ts';
import { isPostgresUrl } from './db/postgres-url.ts';
import { describeBadSetting, isSettingName, Settings } from './settings.ts';
import type { S3Settings } from './storage/s3-storage.ts';

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

export type Config = {
  readonly host: string;
  readonly port: number;
  /** A PostgreSQL address, or the folder of the embedded database, for `openStore`. */
  readonly databaseUrl: string;
  /** The address of a replica. */
  readonly databaseReadUrl: string | undefined;
  /** Connections to each PostgreSQL server. */
  readonly databaseConnections: number;
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
  readonly logLevel: Settings['LOG_LEVEL'];
  /** Undefined means pretty if the output is a terminal. */
  readonly logPretty: boolean | undefined;
  /** The origin at which browsers open the portal. */
  readonly portalOrigin: string;
  readonly identity: IdentityConfig;
  /** API calls allowed per minute and person, or client address without a sign-in. */
  readonly rateLimit: number;
  /** API calls allowed per minute and personal access token. */
  readonly tokenRateLimit: number;
  readonly allowedOrigins: readonly string[];
  /** Origins whose pages may have figures in frames; `*` is every one. */
  readonly embedOrigins: readonly string[];
  /** Other names at which the portal answers. */
  readonly allowedHosts: readonly string[];
  /** Whether a reverse proxy supplies the client's address and protocol. */
  readonly trustProxy: boolean;
  /** Whom to tell of a vulnerability, as an address such as `mailto:…`; by default the support page. */
  readonly securityContact: string | undefined;
  /** Bytes that must be free on the disk of the data for the portal to be ready. */
  readonly diskFreeMin: number;
  /** When the Parquet files are written, `HH:mm` in the basin's time zone. */
  readonly bulkExportTime: string | undefined;
  /** How long the portal still responds after it has said that it is stopping. */
  readonly shutdownDelayMs: number;
  /** Figures for operators: on a port of their own, on the portal's port with a token, or not at all. */
  readonly metrics: {
    readonly port: number | undefined;
    readonly host: string;
    readonly token: string | undefined;
  };
  /** Where traces are sent, and the share of requests that is traced, from 0 to 1. */
  readonly traces: { readonly endpoint: string; readonly sample: number } | undefined;
  /** Where errors are reported. */
  readonly errorReportsDsn: string | undefined;
  /** Other origins that pages fetch from. */
  readonly connectOrigins: readonly string[];
  /** The origin of the API, if the pages call it at another one than theirs. */
  readonly apiOrigins: readonly string[];
};

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
  const settings = parsed.data;
  rejectPublicDemo(settings);
  rejectReplicaOfEmbedded(settings);
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL || settings.DATA_DIR,
    databaseReadUrl: settings.DATABASE_READ_URL || undefined,
    databaseConnections: settings.DATABASE_POOL,
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
    tokenRateLimit: settings.TOKEN_RATE_LIMIT_PER_MINUTE,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    embedOrigins: settings.EMBED_ORIGINS,
    allowedHosts: settings.ALLOWED_HOSTS,
    trustProxy: settings.TRUST_PROXY,
    securityContact: settings.SECURITY_CONTACT,
    diskFreeMin: settings.DISK_FREE_MIN_MB * 1_000_000,
    bulkExportTime: settings.BULK_EXPORT_TIME || undefined,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_SECONDS * 1000,
    metrics: {
      port: settings.METRICS_PORT,
      host: settings.METRICS_HOST,
      token: settings.METRICS_TOKEN || undefined,
    },
    traces: toTracesConfig(settings),
    errorReportsDsn: settings.SENTRY_DSN || undefined,
    connectOrigins: connectOrigins(settings),
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
