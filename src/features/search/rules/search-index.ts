import { riverOrder } from '#config/basin/river-order.ts';
import { firstScreen, navigation, signInPath } from '#config/navigation.ts';
import { findRoute, routeLabel } from '#config/routes.ts';
import { type SearchEntriesOf, type SearchEntry, searchWeights } from '#config/search-entry.ts';
import type { Basin } from '#contract/basin/basin.ts';
import { parametersOf } from '#contract/basin/basin-vocabulary.ts';
import type { Audience } from '#contract/feature.ts';
import { mapPathOfPlace } from '#domain/page-paths.ts';
import { rankOfParameter } from '#domain/parameters.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import { type LatLng, milesBetween } from '#lib/geometry/coordinates.ts';
import { linesOf } from '#lib/geometry/shapes.ts';
import { splitTerms } from '#lib/search-engine.ts';

/** What the search knows when it is opened, before the sites arrive. */
export type SearchIndex = {
  readonly entries: readonly SearchEntry[];
  /** The agencies' ids of the sites that are looked up most, the index gage first. */
  readonly mainSites: readonly string[];
  /** Of the parameters of a site, the first of these is what it is looked up for. */
  readonly parameters: readonly { readonly ndx: ParameterNdx; readonly name: string }[];
};

/** Pages that the menu does not have, or not for everyone. */
const otherPages: readonly { path: string; label?: string; visibleTo?: Audience }[] = [
  { path: '/' },
  { path: '/documentation' },
  { path: '/account/profile' },
  { path: '/privacy' },
  { path: '/terms' },
  { path: signInPath(firstScreen), label: 'Log in' },
  { path: '/auth/logout', visibleTo: 'signed-in' },
];

/** What people call a page, other than its label. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  [signInPath(firstScreen)]: ['login', 'sign in', 'signin'],
  '/auth/logout': ['logout', 'sign out'],
  '/data-analysis-tools/snotel-swe-data': ['snow', 'snowpack'],
  '/data-analysis-tools/time-series-comparison': ['graph', 'chart', 'plot'],
  '/data-analysis-tools/water-year-comparison': ['compare years'],
  '/support': ['help', 'contact'],
};

/** @param aboutGuide what a page of the user's guide is about, by its name */
export function screenEntries(aboutGuide: ReadonlyMap<string, string>): readonly SearchEntry[] {
  const listed = navigation.flatMap(({ title, items }) => items.map((item) => ({ ...item, title })));
  const isForAll = ({ path }: { path: string }) => otherPages.some((other) => other.path === path);
  const others = otherPages.map(({ path, label = routeLabel(path), visibleTo = 'everyone' as const }) => ({
    path,
    label,
    visibleTo,
    title: 'Pages/Account',
  }));
  return [...listed.filter((item) => !isForAll(item)), ...others].map(({ path, label, visibleTo, title }) => {
    const about = aboutGuide.get(findRoute(path)?.guide ?? '');
    return {
      kind: 'Screen',
      name: label,
      href: path,
      detail: title,
      weight: searchWeights.screen,
      ...(visibleTo !== 'everyone' && { visibleTo }),
      ...(about !== undefined && { context: about }),
      ...(otherNames[path] && { ids: otherNames[path] }),
    };
  });
}

const waterKinds = { river: 'River', waterbody: 'Lake' } as const;

const fills = Object.values(
  import.meta.glob<SearchEntriesOf>('../../*/fills/search-entries.ts', { eager: true, import: 'default' }),
);

/** The towns, rivers, lakes and HUC8s of a basin, which lead to the map there, and what features have in it. */
export function basinEntries({
  shapes,
  huc8s,
  sites,
  brief,
  outlook,
}: Pick<Basin, 'shapes' | 'huc8s' | 'sites' | 'brief' | 'outlook'>): readonly SearchEntry[] {
  const features = (shapes?.features ?? []).toSorted((one, other) => one.rank - other.rank);
  const names = new Set(features.map(({ kind, name }) => `${kind} ${name}`));
  const places = [...names].flatMap((each): SearchEntry[] => {
    // A river may be there in several parts.
    const parts = features.filter(({ kind, name }) => `${kind} ${name}` === each);
    const [first] = parts;
    if (!first) return [];
    const { kind, name, geometry } = first;
    if (kind === 'town') {
      if (geometry.type !== 'Point') return [];
      const [lng = 0, lat = 0] = geometry.coordinates;
      const at = { lat, lng, zoom: townZoomAt({ lat, lng }, sites) };
      return [
        {
          kind: 'Town',
          name,
          href: mapPathOfPlace({ ...at, name }),
          detail: onMap,
          weight: searchWeights.town,
          at,
        },
      ];
    }
    const view = {
      ...middleOf(linesOf(geometry)),
      zoom: zoomTo(parts.flatMap((part) => linesOf(part.geometry))),
    };
    return [
      {
        kind: waterKinds[kind],
        name,
        href: mapPathOfPlace({ ...view, name }),
        detail: onMap,
        weight: searchWeights.waters,
        at: view,
      },
    ];
  });
  const units = huc8s.map(({ code, name }) => ({
    kind: 'HUC8',
    name,
    ids: [code],
    context: 'HUC8 subbasin',
    href: `/watershed-overview/map-of-sites?${new URLSearchParams({ huc8: name })}`,
    detail: `${code} · Its sites on the map`,
    weight: searchWeights.huc8,
    huc8: name,
  }));
  return [...places, ...units, ...fills.flatMap((entriesOf) => entriesOf({ brief, outlook }))];
}

/** The sites that Today and the tools begin with. */
export function mainSitesOf(basin: Pick<Basin, 'rivers' | 'brief'>): readonly string[] {
  const { first, sites } = riverOrder(basin);
  const storage = basin.brief?.storage?.sites ?? [];
  return [...new Set([...(first === undefined ? [] : [first]), ...storage, ...sites])];
}

/** What can be typed, for the hint of the search; undefined for what a basin does not have. */
export function searchExamples(
  basin: Pick<Basin, 'rivers' | 'brief' | 'sites' | 'shapes' | 'huc8s' | 'map'>,
) {
  const [main] = mainSitesOf(basin);
  const site = basin.sites.find(({ id }) => id === main) ?? basin.sites[0];
  const towns = (basin.shapes?.features ?? []).filter(({ kind }) => kind === 'town');
  return {
    /** The last word of a name is what tells it from others: `Heise`. */
    site: splitTerms(site?.name ?? '').at(-1),
    number: site?.id,
    town: towns[0]?.name.toLowerCase(),
    huc8: basin.huc8s[0]?.code,
    coordinates: basin.map.center.map((degrees) => degrees.toFixed(2)).join(', '),
  };
}

export function mainParametersOf(basin: Pick<Basin, 'parameters'>): SearchIndex['parameters'] {
  return parametersOf(basin)
    .toSorted((one, other) => rankOfParameter(one.ndx) - rankOfParameter(other.ndx))
    .map(({ ndx, name }) => ({ ndx, name }));
}

const onMap = 'On the map';
const townZoom = { near: 11, far: 10 } as const;
/** A map of a phone shows so much around its middle at the closer zoom. */
const townMiles = 6;

/** Close enough to read the streets, and never a map without a site where there is one around. */
function townZoomAt(town: LatLng, sites: Basin['sites']): number {
  const hasSite = sites.some(({ lat, lon }) => milesBetween(town, { lat, lng: lon }) <= townMiles);
  return hasSite ? townZoom.near : townZoom.far;
}

const closestZoom = 12;
const farthestZoom = 7;
/** A map of 600 pixels shows so many degrees at zoom 0. */
const degreesAtZoom0 = 840;

type Line = readonly (readonly number[])[];

/** The closest zoom that shows all lines. */
function zoomTo(lines: readonly Line[]): number {
  const spans = [0, 1].map((axis) => {
    const all = lines.flat().map((position) => position[axis] ?? 0);
    return (
      all.reduce((one, other) => Math.max(one, other), -Infinity) -
      all.reduce((one, other) => Math.min(one, other), Infinity)
    );
  });
  const zoom = Math.floor(Math.log2(degreesAtZoom0 / Math.max(...spans)));
  return Math.min(closestZoom, Math.max(farthestZoom, zoom));
}

/** A ring's center; the point in the middle of a course, which is on the water. */
function middleOf(lines: readonly Line[]): { lat: number; lng: number } {
  const [line = []] = lines.toSorted((one, other) => other.length - one.length);
  const isRing = line.length > 2 && String(line[0]) === String(line.at(-1));
  const [lng = 0, lat = 0] = isRing
    ? [0, 1].map((axis) => line.reduce((sum, position) => sum + (position[axis] ?? 0), 0) / line.length)
    : (line[Math.floor(line.length / 2)] ?? []);
  return { lat, lng };
}
