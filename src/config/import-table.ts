/** A folder of `src`, what it holds, and which other folders it may import. `lib` and itself are always allowed. */
export type Layer = {
  readonly holds: string;
  /** A folder of `src`, or the part of one, e.g. `server/db`. */
  readonly imports: readonly string[];
  /** Packages that it may not import. */
  readonly without?: readonly string[];
};

/** The libraries behind the kits. */
export const widgetPackages = [
  'leaflet',
  'leaflet-draw',
  'react-leaflet',
  'vega',
  'vega-lite',
  'vega-embed',
  'react-vega',
  'vega-interpreter',
  'gridjs',
  'gridjs-react',
  '@base-ui/react',
] as const;

const frameworks = ['react', 'react-dom', 'fastify', 'drizzle-orm'] as const;

const behindScreens = ['session', 'config', 'contract', 'domain'];

/** Who may import whom. `npm run check` enforces it and a page of the documentation shows it. */
export const importTable: Readonly<Record<string, Layer>> = {
  lib: { holds: 'pure helpers with no knowledge of water', imports: [] },
  domain: {
    holds: 'pure functions about water: water year, units, statistics, bands',
    imports: [],
    without: frameworks,
  },
  contract: {
    holds:
      'schemas and endpoints of the API, one file per resource, and who requests them; the hooks of features',
    imports: ['domain', 'features/contracts.ts'],
    without: frameworks,
  },
  config: {
    holds: 'navigation, routes, models of content records, basemaps',
    imports: ['contract', 'domain', 'features/index.ts'],
    without: frameworks,
  },
  session: {
    holds: 'who is signed in',
    imports: ['config', 'contract', 'domain'],
    without: frameworks,
  },
  stores: { holds: 'state shared between islands', imports: behindScreens, without: frameworks },
  kits: {
    holds: 'map, chart, table, form and interface widgets with no knowledge of water',
    imports: ['styles'],
  },
  season: {
    holds:
      'what screens of water years share: choosing, comparing and charting years, tables and files of an issue day',
    imports: ['kits', 'stores', ...behindScreens],
  },
  features: {
    holds: 'one folder per feature: its manifest, contract, screen and server',
    imports: ['season', 'kits', 'stores', ...behindScreens],
  },
  'features/*/commands': {
    holds: 'what an npm script of a feature runs',
    imports: ['commands/run-command.ts', 'ingest', 'server', 'contract', 'domain', 'config'],
    without: ['react', 'react-dom'],
  },
  'features/*/page': {
    holds: 'a page of a feature, or a file that is built with the pages',
    imports: ['layouts', 'components', 'config', 'styles'],
  },
  'features/*/server': {
    holds: 'the routes and SQL of a feature',
    imports: ['server', 'ingest', 'contract', 'domain', 'config/models'],
    without: ['react', 'react-dom'],
  },
  components: { holds: 'static parts of pages', imports: ['stores', 'session', 'config', 'styles'] },
  layouts: { holds: 'page frames', imports: ['components', 'config', 'styles'] },
  pages: { holds: 'one file per route of the platform', imports: ['layouts', 'components', 'config'] },
  styles: { holds: 'tokens, reset, overrides of third-party styles', imports: [] },
  server: {
    holds: 'the API: app, HTTP, plugins, records, files, imports, identity, database',
    imports: [
      'contract',
      'domain',
      'config/models',
      'config/public-environment.ts',
      'config/identity.ts',
      'features/servers.ts',
      'features/fills.ts',
      'features/migrations.ts',
    ],
  },
  ingest: {
    holds: 'importers of agency records, quality rules, demonstration data',
    imports: ['server/db', 'contract', 'domain', 'features/fills.ts'],
  },
  commands: {
    holds: 'what the npm scripts run',
    imports: ['server', 'ingest', 'contract', 'domain', 'config', 'features/index.ts'],
  },
};
