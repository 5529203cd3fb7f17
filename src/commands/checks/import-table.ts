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

const behindScreens = ['session', 'client', 'config', 'contract', 'domain'];

/** Who may import whom. `npm run check` enforces it and prints it into README.md and the architecture page. */
export const importTable: Readonly<Record<string, Layer>> = {
  lib: { holds: 'pure helpers that know no water', imports: [] },
  domain: { holds: 'pure: water year, units, statistics, colors', imports: [], without: frameworks },
  contract: { holds: 'schemas and endpoints of the API', imports: ['domain'], without: frameworks },
  config: { holds: 'navigation, models, basemaps', imports: ['contract', 'domain'], without: frameworks },
  client: { holds: 'the typed requester', imports: ['contract', 'config'], without: frameworks },
  session: {
    holds: 'who is signed in',
    imports: ['client', 'config', 'contract', 'domain'],
    without: frameworks,
  },
  stores: { holds: 'state shared between islands', imports: behindScreens, without: frameworks },
  kits: { holds: 'map, chart, table, form and interface widgets; they know no water', imports: ['styles'] },
  features: { holds: 'one folder per tool screen', imports: ['kits', 'stores', ...behindScreens] },
  components: { holds: 'static parts of pages', imports: ['stores', 'session', 'config', 'styles'] },
  layouts: { holds: 'page frames', imports: ['components', 'config', 'styles'] },
  pages: { holds: 'one file per route', imports: ['layouts', 'components', 'features', 'config'] },
  styles: { holds: 'tokens, reset, overrides of third-party styles', imports: [] },
  server: {
    holds: 'the API: app, plugins, modules, identity, database',
    imports: ['contract', 'domain', 'config/models', 'config/public-environment.ts', 'config/identity.ts'],
  },
  ingest: { holds: 'importers and demonstration data', imports: ['server/db', 'contract', 'domain'] },
  commands: {
    holds: 'what the npm scripts run',
    imports: ['server', 'ingest', 'contract', 'domain', 'config'],
  },
};
