import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BadConfig, parseConfig, settingNames, withPort } from '#server/config.ts';

const root = path.resolve(import.meta.dirname, '../../..');

function complaint(environment: Record<string, string>) {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof BadConfig) return error.message;
    throw error;
  }
  return undefined;
}

describe('settings', () => {
  test('have defaults for a portal on this computer', () => {
    expect(parseConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4321,
      databaseUrl: '.data',
      dataDir: '.data',
      distDir: 'dist',
      signInPageUrl: undefined,
      apiOrigins: [],
      files: { kind: 'folder', folder: '.data/files' },
      basinFile: 'content/basin/upper-snake.yaml',
      demoData: true,
      logLevel: 'info',
      logPretty: undefined,
      portalOrigin: 'http://localhost:4321',
      identity: {
        kind: 'demo',
        issuer: 'http://localhost:4321/',
        audience: 'urn:monitoring-dashboard:api',
        clientId: 'portal',
        rolesClaim: 'https://monitoring-dashboard/roles',
      },
      databaseConnections: 10,
      rateLimit: 600,
      allowedOrigins: [],
      embedOrigins: [],
      allowedHosts: [],
      reach: [],
      supportContact: '',
      trustProxy: false,
      importMemoryMb: 256,
      readingsEveryMs: 900_000,
      diskFreeMin: 100_000_000,
      mail: { url: undefined, from: undefined, giveUpDays: 3, daysStored: 400 },
      shutdownDelayMs: 0,
      metrics: { host: '127.0.0.1' },
      connectOrigins: ['https://nominatim.openstreetmap.org'],
    });
  });

  test('are read from the environment', () => {
    const config = parseConfig({
      HOST: '0.0.0.0',
      PORT: '80',
      DATABASE_URL: 'postgres://user@db.example.org/portal',
      DEMO_DATA: 'off',
      LOG_PRETTY: 'true',
      ALLOWED_ORIGINS: 'https://a.example.org, http://localhost:3000,',
      EMBED_ORIGINS: 'https://canal.example.org,',
      ALLOWED_HOSTS: 'portal.internal, 10.0.0.5,[::1],',
      SECURITY_CONTACT: 'security@example.org',
      PUBLIC_API_ORIGIN: 'https://api.example.org',
      PUBLIC_AUTH0_DOMAIN: 'Example.eu.auth0.com',
      PUBLIC_AUTH0_AUDIENCE: 'https://api.example.org/',
      PUBLIC_GEOCODER_URL: 'none',
    });
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 80,
      databaseUrl: 'postgres://user@db.example.org/portal',
      demoData: false,
      logPretty: true,
      allowedOrigins: ['https://a.example.org', 'http://localhost:3000'],
      embedOrigins: ['https://canal.example.org'],
      allowedHosts: ['portal.internal', '10.0.0.5', '[::1]'],
      securityContact: 'mailto:security@example.org',
      connectOrigins: ['https://api.example.org', 'https://example.eu.auth0.com'],
      identity: {
        kind: 'tenant',
        issuer: 'https://example.eu.auth0.com/',
        origin: 'https://example.eu.auth0.com',
        audience: 'https://api.example.org/',
      },
    });
  });

  test('take the address of the portal from its port or from PORTAL_ORIGIN', () => {
    expect(parseConfig({ PORT: '8080' })).toMatchObject({
      portalOrigin: 'http://localhost:8080',
      identity: { kind: 'demo', issuer: 'http://localhost:8080/' },
    });
    expect(
      parseConfig({ PORTAL_ORIGIN: 'https://water.example.org', PORTAL_ALLOW_DEMO: 'on' }),
    ).toMatchObject({
      portalOrigin: 'https://water.example.org',
      identity: { kind: 'demo', issuer: 'https://water.example.org/' },
    });
    expect(withPort(parseConfig({ PORT: '0' }), 5000)).toMatchObject({
      port: 5000,
      portalOrigin: 'http://localhost:5000',
      identity: { issuer: 'http://localhost:5000/' },
    });
  });

  test.each(['http://localhost:9000', 'https://sign-in.example.org', 'http://127.0.0.1:9000'])(
    'take a tenant by its address, too: %s',
    (origin) => {
      const { identity } = parseConfig({ PUBLIC_AUTH0_DOMAIN: origin });
      expect(identity).toMatchObject({ kind: 'tenant', origin, issuer: `${origin}/` });
    },
  );

  test('take several servers, and refuse a replica of the embedded database', () => {
    const url = 'postgres://portal@a:5432,b:5433/portal?target_session_attrs=read-write';
    expect(parseConfig({ DATABASE_URL: url, DATABASE_READ_URL: 'postgres://b/portal' })).toMatchObject({
      databaseUrl: url,
      databaseReadUrl: 'postgres://b/portal',
    });
    expect(() => parseConfig({ DATABASE_READ_URL: 'postgres://b/portal' })).toThrow(
      /DATABASE_URL is not the address of a PostgreSQL server/,
    );
  });

  test('count as unset when empty', () => {
    expect(parseConfig({ PORT: '', LOG_LEVEL: '', LOG_PRETTY: '' })).toEqual(parseConfig({}));
  });

  test.each([
    ['PORT', 'http', 'a whole number from 0 to 65535'],
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['HOST', 'http://localhost', 'a host name or an address to listen on'],
    ['DATABASE_URL', 'mysql://db/portal', 'an address that begins with postgres://'],
    ['DATABASE_URL', 'postgres://a,b:x/portal', 'an address that begins with postgres://'],
    ['DATABASE_READ_URL', 'http://replica/portal', 'an address that begins with postgres://'],
    ['DATABASE_POOL', '1', 'a whole number from 2 to 1000'],
    ['DEMO_DATA', 'maybe', 'on or off'],
    ['LOG_LEVEL', 'loud', 'one of silent, fatal, error, warn, info, debug, trace'],
    ['RATE_LIMIT_PER_MINUTE', '0', 'a whole number from 1 to 1000000'],
    ['ALLOWED_ORIGINS', '*', 'a comma-separated list of origins'],
    ['ALLOWED_ORIGINS', 'https://a.example.org/path', 'a comma-separated list of origins'],
    ['EMBED_ORIGINS', 'canal.example.org', 'a comma-separated list of origins'],
    ['EMBED_ORIGINS', 'https://canal.example.org/page', 'a comma-separated list of origins'],
    ['EMBED_ORIGINS', 'https://a.example.org; frame-src *', 'a comma-separated list of origins'],
    ['EMBED_ORIGINS', '*, https://canal.example.org', 'a comma-separated list of origins'],
    ['EMBED_ORIGINS', 'https://a;sandbox', 'a comma-separated list of origins'],
    ['ALLOWED_HOSTS', '*', 'a comma-separated list of host names'],
    ['ALLOWED_HOSTS', 'https://a.example.org', 'a comma-separated list of host names'],
    ['ALLOWED_HOSTS', 'a.example.org:443', 'a comma-separated list of host names'],
    [
      'SECURITY_CONTACT',
      'http://example.org/security',
      'an e-mail address, or an address that begins with https://',
    ],
    ['SECURITY_CONTACT', 'the operator', 'an e-mail address, or an address that begins with https://'],
    ['PUBLIC_API_ORIGIN', 'api.example.org', 'an origin such as https://api.example.org'],
    ['PORTAL_ORIGIN', 'https://water.example.org/portal', 'an origin such as https://portal.example.org'],
    ['PUBLIC_AUTH0_DOMAIN', 'http://tenant.example.org', 'the domain of a tenant'],
    ['PUBLIC_AUTH0_DOMAIN', 'tenant', 'the domain of a tenant'],
    ['PUBLIC_AUTH0_DOMAIN', 'tenant.example.org/path', 'the domain of a tenant'],
    ['PUBLIC_BASEMAP', 'topo', 'outdoors or plain'],
    ['PUBLIC_GEOCODER_URL', 'javascript:alert(1)', 'the address of a place search, or none'],
    ['DISK_FREE_MIN_MB', '-1', 'a whole number from 0 to 1000000'],
    ['IMPORT_MEMORY_MB', '100', 'a whole number from 160 to 65536'],
    ['MAIL_FROM', 'portal', 'an e-mail address'],
    ['MAIL_FROM', 'A <a@example.org>, B <b@example.org>', 'an e-mail address'],
    ['MAIL_GIVE_UP_DAYS', '0', 'a whole number from 1 to 30'],
    ['MAIL_STORED_DAYS', '6', 'a whole number from 7 to 3650'],
    ['BULK_EXPORT_TIME', '24:00', 'a time of the day such as 02:30'],
    ['BULK_EXPORT_TIME', '2:30', 'a time of the day such as 02:30'],
    ['SHUTDOWN_DELAY_SECONDS', '61', 'a whole number from 0 to 60'],
    ['METRICS_PORT', '70000', 'a whole number from 0 to 65535'],
    ['METRICS_HOST', 'http://localhost', 'a host name or an address to listen on'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'the address of a collector'],
    ['TRACE_SAMPLE', '10', 'a decimal number from 0 to 1'],
    ['TRACE_SAMPLE', '1.1', 'a decimal number from 0 to 1'],
    ['TRACE_SAMPLE', '-0.1', 'a decimal number from 0 to 1'],
  ])('say what is wrong: %s=%s', (name, value, wanted) => {
    const message = complaint({ [name]: value });
    expect(message).toContain(`${name} is "${value}"; ${wanted}`);
    expect(message?.split('\n')).toHaveLength(1);
  });

  test('are all complained of at once', () => {
    expect(complaint({ PORT: 'x', LOG_LEVEL: 'y' })?.split('\n')).toHaveLength(2);
  });

  test.each([
    ['SMTP_URL', 'mail.example.org', 'an address such as smtps://'],
    ['SMTP_URL', 'https://user:secret@mail.example.org', 'an address such as smtps://'],
    ['SMTP_URL', 'smtp://mail.example.org/?secure=false', 'an address such as smtps://'],
    ['SMTP_URL', 'smtp://mail.example.org:99999', 'an address such as smtps://'],
    ['METRICS_TOKEN', 'short-secret', 'a secret of at least 16 characters'],
    ['METRICS_TOKEN', 'with spaces in it, and long', 'a secret of at least 16 characters'],
    ['SENTRY_DSN', 'https://errors.example.org/1', 'an address such as https://key@'],
    ['SENTRY_DSN', 'https://secret-key@errors.example.org', 'an address such as https://key@'],
    ['SENTRY_DSN', 'secret-key', 'an address such as https://key@'],
  ])('say what is wrong without repeating a secret: %s', (name, value, wanted) => {
    expect(complaint({ [name]: value })).toContain(`${name} is "…"; ${wanted}`);
  });

  test('never repeat a password', () => {
    const message = complaint({ DATABASE_URL: 'mysql://user:hunter2@db/portal' });
    expect(message).toContain('mysql://user:…@db/portal');
  });

  const publicOrigin = 'https://water.example.org';

  test.each<[reach: Record<string, string>, lead: string]>([
    [{ HOST: '0.0.0.0' }, 'HOST is "0.0.0.0"'],
    [{ HOST: '192.168.1.4' }, 'HOST is "192.168.1.4"'],
    [{ HOST: '::' }, 'HOST is "::"'],
    [{ HOST: 'portal.example.org' }, 'HOST is "portal.example.org"'],
    [{ PORTAL_ORIGIN: publicOrigin }, `PORTAL_ORIGIN is "${publicOrigin}"`],
    [{ PORTAL_ORIGIN: 'http://192.168.1.4:4321' }, 'PORTAL_ORIGIN is "http://192.168.1.4:4321"'],
    [{ ALLOWED_HOSTS: 'localhost, water.example.org' }, 'ALLOWED_HOSTS is "water.example.org"'],
    [{ TRUST_PROXY: 'on' }, 'TRUST_PROXY is on'],
    [
      { HOST: '127.0.0.1', TRUST_PROXY: 'on', PORTAL_ORIGIN: publicOrigin },
      `PORTAL_ORIGIN is "${publicOrigin}" and TRUST_PROXY is on`,
    ],
  ])('refuse to show a demonstration to others by chance: %j', (reach, lead) => {
    const PUBLIC_AUTH0_DOMAIN = 'example.eu.auth0.com';
    const data = 'it shows demonstration data';
    const accounts = 'its only accounts are those of the demonstration';
    const refusal = `${lead}, so others could reach this portal, but`;
    expect(complaint(reach)).toContain(
      `${refusal} ${data} and ${accounts}. Set DEMO_DATA=off and PUBLIC_AUTH0_DOMAIN, or PORTAL_ALLOW_DEMO=on `,
    );
    expect(complaint({ ...reach, DEMO_DATA: 'off' })).toContain(
      `${refusal} ${accounts}. Set PUBLIC_AUTH0_DOMAIN, or`,
    );
    expect(complaint({ ...reach, PUBLIC_AUTH0_DOMAIN })).toContain(
      `${refusal} ${data}. Set DEMO_DATA=off, or`,
    );
    expect(complaint({ ...reach, PORTAL_ALLOW_DEMO: 'on' })).toBeUndefined();
    expect(complaint({ ...reach, DEMO_DATA: 'off', PUBLIC_AUTH0_DOMAIN })).toBeUndefined();
  });

  test.each<Record<string, string>>([
    {},
    ...['localhost', '127.0.0.1', '127.1.2.3', '::1'].map((HOST) => ({ HOST })),
    ...['http://localhost:9000', 'http://127.0.0.1', 'http://[::1]:4321'].map((PORTAL_ORIGIN) => ({
      PORTAL_ORIGIN,
    })),
    { ALLOWED_HOSTS: 'localhost,[::1]' },
    { TRUST_PROXY: 'off' },
  ])('allow a demonstration for this computer: %j', (settings) => {
    expect(complaint(settings)).toBeUndefined();
  });
});

describe('.env.example', () => {
  const example = readFileSync(path.join(root, '.env.example'), 'utf8');
  const listed = [...example.matchAll(/^# ([A-Z][A-Z\d_]*)=(.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
  // Read by the build, the development server, the importers and the tests.
  const others = namesRead([
    ['astro.config.mjs', /process\.env\.([A-Z_]+)/g],
    ['src/ingest', /environment\.([A-Z_]+)/g],
    ['src/commands', /process\.env\.([A-Z_]+_(?:URL|PATH|PORT))/g],
  ]);

  test('lists every setting once, and no other', () => {
    expect(listed.map(({ name }) => name).sort()).toEqual([...new Set([...settingNames, ...others])].sort());
  });

  test('shows the defaults', () => {
    const shown = Object.fromEntries(listed.map(({ name, value }) => [name, value]));
    expect(parseConfig(shown)).toEqual(parseConfig({}));
  });

  test('explains each in the line above', () => {
    for (const { name } of listed) {
      expect(example).toMatch(new RegExp(`^# [^=\\n]+\\.\\n# ${name}=`, 'm'));
    }
  });
});

function namesRead(targets: [place: string, pattern: RegExp][]): string[] {
  return targets.flatMap(([target, pattern]) => {
    const start = path.join(root, target);
    const files = statSync(start).isDirectory()
      ? readdirSync(start, { recursive: true, encoding: 'utf8' }).map((name) => path.join(start, name))
      : [start];
    return files
      .filter((file) => /\.m?[jt]s$/.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name));
  });
}
