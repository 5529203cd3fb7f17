import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { InjectOptions } from 'fastify';
import { beforeEach, vi } from 'vitest';
import type { BasinRequests } from '#contract/basin/basin-requests.ts';
import type { Config } from '#server/config.ts';
import type { Store } from '#server/db/store.ts';
import { createImportRunner } from '#server/imports/import-runner.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { briefRequest, insertBriefFixture } from './brief-fixture.ts';
import { openEmbeddedStore } from './engines.ts';
import { featureParts, joinParts } from './feature-parts.ts';
import { uploadTo } from './file-portal.ts';
import { insertToken } from './personal-token.ts';
import { roleVerifier, type TestApp, testConfig } from './test-app.ts';
import { openAppWithIdentity } from './test-browser.ts';

export type EveryRoute = {
  readonly portal: TestApp;
  /** An address of every registered pattern that takes GET, and of every kind of page. */
  readonly addresses: readonly string[];
  /** Each registered pattern with a method: `PUT /api/basket`. */
  readonly routes: readonly string[];
  /** The Authorization header of each role; undefined for nobody. */
  readonly roles: ReadonlyMap<string, string | undefined>;
  /** An id of a record that everyone may read. */
  readonly document: string;
  /** Opens another portal on the same data. */
  openOther(environment: Record<string, string>): Promise<TestApp>;
  close(): Promise<void>;
};

/** What the portal is opened on. */
export type EveryRouteData = {
  readonly basin: BasinRequests;
  insert(store: Store, config: Config): Promise<void>;
};

const briefData: EveryRouteData = {
  basin: { brief: briefRequest, openProviders: ['USBR HydroMet'] },
  insert: insertBriefFixture,
};

/** An origin whose pages may call the API. */
export const allowedOrigin = 'https://pages.example.org';

const files: Record<string, string | Buffer> = {
  'index.html': `<!doctype html><title>Landing</title><p>${'text '.repeat(400)}</p>`,
  'about/index.html': '<!doctype html><title>About</title>',
  'documents/public-docs/document/index.html':
    '<!doctype html><head><title>Document</title></head><p>The page</p>',
  'sites/site/index.html': `<!doctype html><head><title>Site</title></head><p>${'text '.repeat(400)}</p>`,
  'embed/season/index.html': '<!doctype html><title>Figure</title><script>1</script>',
  '404.html': '<!doctype html><title>Page not found.</title>',
  'interaction/index.html': '<title>Sign in</title>{{message}}',
  '_assets/about.abc.js': `console.log(1);${' '.repeat(2000)}`,
  '_assets/font.1.woff2': Buffer.from('font'),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'hero.mp4': Buffer.from('0123456789'),
};

const missing = '00000000-0000-4000-8000-000000000000';

/** Addresses of patterns for which the values below name nothing. Where there are several, each is asked for. */
const samples: Record<string, readonly string[]> = {
  '/api/public-map/geo/:id': ['/api/public-map/geo/data-points', '/api/public-map/geo/nothing'],
  '/api/timeseries-daily-data/:parameter/:locations/:start/:end': [
    '/api/timeseries-daily-data/3/1,2/2020-01-01/2020-12-31',
    '/api/timeseries-daily-data/3/1,2/2020-01-01/2020-03-31?format=csv',
    '/api/timeseries-daily-data/3/1/2020-01-01/2020-03-31?format=columns',
    '/api/timeseries-daily-data/3/1/2020-01-01/2019-01-01',
  ],
  '/api/wy-analysis-comparison/:parameter/:location/:series': [
    '/api/wy-analysis-comparison/3/1/Minimum,Median,Maximum,2020',
  ],
  '/api/reach-gains-report/:location': ['/api/reach-gains-report/9'],
  '/api/reach-gains-report/:location/:series': ['/api/reach-gains-report/9/Median,2020'],
  '/api/reach-gains-to-date/:location': ['/api/reach-gains-to-date/9'],
  '/api/site-cards': ['/api/site-cards?sites=1,2,99'],
  '/api/lookups/:name': ['/api/lookups/huc8s', '/api/lookups/nothing'],
  '/api/docs/static/*': ['/api/docs/static/index.html', '/api/docs/static/nothing'],
  ...joinParts(({ addresses }) => addresses),
};

const values: Record<string, string> = {
  location: '1',
  parameter: '3',
  format: 'csv',
  id: missing,
  file: 'none',
  uid: 'nothing',
  ...joinParts((each) => each.values),
};

const data = [
  'site=R1&parameter=Reservoir+Storage',
  'site=REACH',
  'point=none',
  'group=Upper',
  'on=2021-05-14',
];

const pages = [
  '/',
  '/about',
  '/nowhere',
  '/sites/1',
  '/sites/99',
  `/documents/public-docs/${missing}`,
  '/account/logout',
  '/_assets/about.abc.js',
  '/_assets/old.js',
  '/_assets/font.1.woff2',
  '/favicon.svg',
  '/hero.mp4',
  '/api',
  '/api/nothing',
  '/%61pi/version',
  '/ogc/nothing',
];

/** Holds the uptime, with which the answer of health would change between two requests. */
export const holdUptime = (): void =>
  beforeEach(() => {
    vi.spyOn(process, 'uptime').mockReturnValue(60);
  });

/** Opens a portal with everything that it can have, on data of its own. */
export async function openEveryRoute(data = briefData): Promise<EveryRoute> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-every-route-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, 'dist', name)), { recursive: true });
    writeFileSync(path.join(folder, 'dist', name), content);
  }
  const store = await openEmbeddedStore();
  const settings = {
    DIST_DIR: path.join(folder, 'dist'),
    DATA_DIR: folder,
    METRICS_TOKEN: 'a-token-of-the-tests',
    RATE_LIMIT_PER_MINUTE: '1000000',
    TOKEN_RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const config = testConfig(settings);
  await data.insert(store, config);
  const { openProviders = [] } = data.basin;
  for (const { prepare } of featureParts) await prepare?.({ store, config, openProviders });
  const secret = 'secret';
  const openPortal = (environment: Record<string, string> = {}) =>
    openAppWithIdentity(store, folder, {
      environment: { ...settings, ...environment },
      verifier: roleVerifier,
      storage: openStorage(config),
      ...data.basin,
      internalIngest: { secret, runner: createImportRunner(async () => ({ status: 'succeeded' })) },
      internalSecret: secret,
      internalSnapshot: { secret, folder: path.join(folder, 'snapshots'), takeSnapshot: async () => {} },
    });
  const portal = await openPortal();
  const routes = new Set(['GET /metrics', 'HEAD /metrics']);
  portal.app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.add(`${each} ${url}`);
  });
  await portal.app.ready();
  const document = await publishDocument(portal);
  const { secret: token } = await insertToken(store, 'test|User', 30);
  const gets = [...routes].filter((route) => route.startsWith('GET ')).map((route) => route.slice(4));
  return {
    portal,
    routes: [...routes],
    document: document.id,
    addresses: [
      ...gets.flatMap(toAddresses),
      `/api/public-documents/${document.id}`,
      `/api/public-documents/${document.id}/file`,
      `/api/public-documents/${document.id}/editions`,
      `/api/files/${document.file}`,
      `/documents/public-docs/${document.id}`,
      ...pages,
    ],
    roles: new Map([
      ['nobody', undefined],
      ['User', 'Bearer User'],
      ['Administrator', 'Bearer Administrator'],
      ['Developer', 'Bearer Developer'],
      ['personal token', `Bearer ${token}`],
      ['bad token', 'Bearer forged'],
    ]),
    openOther: openPortal,
    close: async () => {
      await portal.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toAddresses(pattern: string): readonly string[] {
  const given = samples[pattern];
  if (given) return given;
  const address = pattern.replace(/:([a-z_]+)/gi, (_, name: string) => values[name] ?? '1').replace('*', 'x');
  return pattern.startsWith('/api/data/') ? data.map((query) => `${address}?${query}`) : [address];
}

async function publishDocument(portal: TestApp): Promise<{ id: string; file: string }> {
  const uploaded = await uploadTo(portal, 'report.pdf', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
  const file = uploaded.json();
  const payload = {
    title: 'Report',
    document_type: 'Report',
    document_date: '2026-01-01',
    file,
    status_id: 2,
  };
  const created = await portal.send(
    { method: 'POST', url: '/api/public-documents', payload },
    'Administrator',
  );
  if (created.statusCode !== 200) throw new Error(created.payload);
  return { id: created.json().id, file: file.id };
}

/** Sends a request with the headers of a role. */
export function withRole(
  options: InjectOptions & { url: string },
  authorization: string | undefined,
): InjectOptions {
  return { ...options, headers: { ...options.headers, ...(authorization && { authorization }) } };
}
