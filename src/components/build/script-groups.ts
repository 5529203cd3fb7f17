import path from 'node:path';
import { normalizePath, type Plugin, type Rolldown } from 'vite';

/** Scripts that are built into one file, because the pages that load one of them load them all. */
type ScriptGroup = {
  readonly name: string;
  /** Modules below src/. What they import belongs to the group too, unless an earlier group has it. */
  readonly start: readonly string[];
  /** Which modules of packages belong to the group; the index of a package imports more than a page uses. */
  readonly packages?: RegExp;
};

/** From what all pages load to what only the public map does: a group imports only from those before it. */
const groups: readonly ScriptGroup[] = [
  {
    name: 'shell',
    start: [
      'components/scripts/shell.ts',
      'lib/page/copy-page-link.ts',
      'lib/page/create-element.ts',
      'lib/page/missing-part.ts',
    ],
    packages: /\/nanostores\/(atom|computed|lifecycle)\/|vite\/preload-helper/,
  },
  {
    // Pages with data: Today, which has no React, and the screens; and what a search of every page needs with them.
    name: 'data',
    start: [
      'stores/api.ts',
      'stores/address.ts',
      'stores/asked-day.ts',
      'stores/create-screen.ts',
      'stores/queries.ts',
      'stores/renewal.ts',
      'stores/search-record.ts',
      'lib/geometry/coordinates.ts',
      'lib/count-text.ts',
      'contract/record-fields.ts',
      'domain/finding/percentile-bar.ts',
      'domain/freshness.ts',
      'domain/page-paths.ts',
      'domain/statistics/percent-of.ts',
      'domain/statistics/percentile-class.ts',
      'domain/vocabulary.ts',
      'domain/water-year.ts',
      'kits/html/guard-render.ts',
      'lib/format-number.ts',
      'kits/ui/Loading.module.css',
      'kits/ui/marks/RingMark.module.css',
      'kits/ui/marks/Standing.module.css',
    ],
    packages:
      /\/zod\/v4\/(core\/(api|checks|core|errors|parse|regexes|schemas|util|versions)|mini\/(iso|schemas))\.js|\/nanostores\/map\//,
  },
  {
    // What is said of records, with its files: Today, the site pages and the tools.
    name: 'finding',
    start: [
      'config/product.ts',
      'domain/deliverer.ts',
      'domain/finding/finding.ts',
      'domain/quantity.ts',
      'domain/teacup.ts',
      'kits/chart/sparkline-path.ts',
      'kits/html/print-page.ts',
      'kits/html/print-sheet.ts',
      'kits/ui/print/download.ts',
      'lib/demonstration.ts',
      'lib/html.ts',
    ],
  },
  {
    name: 'react',
    start: [
      'kits/ui/index.ts',
      'kits/ui/create-icon.ts',
      'kits/ui/ErrorBoundary.tsx',
      'kits/ui/jsx-runtime.ts',
      'kits/ui/screen-parts.tsx',
      'kits/ui/Disclosure.tsx',
      'kits/ui/marks/RingMark.tsx',
      'kits/ui/SearchBox.tsx',
    ],
    packages:
      /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\/|\/nanostores\/(deep-map|listen-keys)\/|\/icons\/(chevron-down|chevron-right|download|list|search|sliders-horizontal|x)\.mjs/,
  },
  {
    name: 'water',
    start: [
      'config/basemaps.ts',
      'config/parameters.ts',
      'lib/colors.ts',
      'domain/season/season.ts',
      'domain/site-families.ts',
      'domain/time-series/site-comparison.ts',
      'stores/map-ground.ts',
    ],
  },
  {
    // Without Tool.tsx, whose style sheet turns the paper of every page that loads it.
    name: 'form',
    start: [
      'kits/ui/CheckList.tsx',
      'kits/ui/overlay/Dialog.tsx',
      'kits/ui/CopyButton.tsx',
      'kits/form/Field.tsx',
    ],
  },
  {
    name: 'map-kit',
    start: ['kits/map/index.ts', 'kits/map/MapSwatch.tsx'],
    packages:
      /\/leaflet\/src\/(control|core|dom|map|geometry\/(Bounds|Point|Transformation)|geo\/(LatLng|crs\/CRS(\.Earth|\.EPSG3857)?\.js|projection\/Projection\.Spherical)|layer\/(Layer\.js|tile\/(Grid|Tile)Layer\.js|vector\/SVG\.Util))|\/react-leaflet\/lib\/(hooks|MapContainer|ScaleControl|ZoomControl)\.js|\/@react-leaflet\/core\/lib\/(component|context|control|element|generic)\.js/,
  },
  {
    name: 'map-area',
    start: ['features/public-map/screen/MapArea.tsx'],
    packages: /\/icons\/(pause|play|ruler)\.mjs/,
  },
  {
    name: 'public-map',
    start: ['features/public-map/screen/PublicMap.tsx'],
    packages: /\/icons\/(chevron-up|layers|list-ordered)\.mjs/,
  },
];

/** Imported by a group, but used by few of its pages; and the contract of the map, which is evaluated in a task of its own. */
const excluded = /\/src\/(domain\/statistics\/statistics|contract\/public-map)\.ts$/;

/** The modules below src/ that groups start from. */
export const groupStarts: readonly string[] = groups.flatMap(({ start }) => start);

type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importedIds'>;

/**
 * Finds the group of a module by the imports of the whole build.
 */
export function createGroupFinder(
  getModuleInfo: (id: string) => ModuleInfo | null,
): (id: string) => string | null {
  const found = new Map<string, string>();
  function add(id: string, name: string): void {
    if (found.has(id) || id.includes('/node_modules/') || excluded.test(id)) return;
    found.set(id, name);
    for (const next of getModuleInfo(id)?.importedIds ?? []) add(next, name);
  }
  for (const { name, start } of groups) {
    for (const each of start) {
      const id = normalizePath(path.resolve('src', each));
      // Without some of the features, no page loads what only they do.
      if (getModuleInfo(id)) add(id, name);
    }
  }
  return (id) => found.get(id) ?? groups.find(({ packages }) => packages?.test(id))?.name ?? null;
}

/**
 * A Vite plugin: builds the scripts that pages load at the start into few files. In a file each, they are a tenth larger
 * when compressed, and a phone spends its time on requests.
 */
export function scriptGroups(): Plugin {
  let findGroup: ReturnType<typeof createGroupFinder> | undefined;
  return {
    name: 'script-groups',
    apply: 'build',
    configEnvironment(environment) {
      if (environment !== 'client') return undefined;
      const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
        findGroup ??= createGroupFinder((each) => context.getModuleInfo(each));
        return findGroup(id);
      };
      return {
        build: {
          rolldownOptions: {
            // With all dependencies, a group would have the parts of Leaflet that no page loads at the start. Such groups
            // need entries that may export more than their pages import.
            preserveEntrySignatures: 'allow-extension',
            output: { codeSplitting: { groups: [{ name, includeDependenciesRecursively: false }] } },
          },
        },
      };
    },
  };
}
