import type { Basin } from '#contract/basin.ts';
import type { MapFeatureGeometry } from '#contract/basin-shapes.ts';
import { simplifyLine } from '#lib/line.ts';
import { basin } from './basin.ts';

/** The lines of a basin as the data of SVG paths, in a box of `width` by `height` units. */
export type BasinSketch = {
  readonly width: number;
  readonly height: number;
  readonly areas: string;
  readonly waterbodies: string;
  readonly rivers: string;
  /** The largest ones. */
  readonly towns: readonly { readonly name: string; readonly x: number; readonly y: number }[];
};

const width = 800;
/** In units of the box: what a phone could not show is left out. */
const tolerance = 1.5;
/** Rivers of a higher rank are drawn when the map is closer. */
const highestRank = 2;

type Position = readonly number[];

/** Sketches the basin in Web Mercator, the projection of the map that replaces the sketch. Undefined without shapes. */
export function sketchBasin(
  { shapes }: Pick<Basin, 'shapes'>,
  extent = basin.extent,
): BasinSketch | undefined {
  if (!shapes) return undefined;
  const project = projectionOf(extent);
  const pathOf = (geometry: MapFeatureGeometry) =>
    linesOf(geometry)
      .map((line) => simplifyLine(line.map(project), tolerance))
      .filter((line) => line.length > 2)
      .map((line) => `M${line.map((point) => point.join(' ')).join('L')}`)
      .join('');
  const featuresOf = (kind: string) =>
    shapes.features
      .filter((each) => each.kind === kind && each.rank <= highestRank)
      .map(({ geometry }) => pathOf(geometry))
      .join('');
  return {
    width,
    height: project([extent.east, extent.south])[1] ?? 0,
    areas: shapes.boundaries.map(({ boundary }) => pathOf(boundary)).join(''),
    waterbodies: featuresOf('waterbody'),
    rivers: featuresOf('river'),
    towns: shapes.features.flatMap(({ kind, rank, name, geometry }) => {
      if (kind !== 'town' || rank > 1 || geometry.type !== 'Point') return [];
      const [x = 0, y = 0] = project(geometry.coordinates);
      return [{ name, x, y }];
    }),
  };
}

/** Where a place is on the sketch of the basin, in the units of its box. */
export function placeOnSketch(lon: number, lat: number): { readonly x: number; readonly y: number } {
  const [x = 0, y = 0] = placeIn(basin.extent, [lon, lat]);
  return { x, y };
}

/** Where `[longitude, latitude]` is on the sketch of an extent, as `[x, y]` in the units of its box. */
export const placeIn = (extent: typeof basin.extent, place: Position): readonly number[] =>
  projectionOf(extent)(place);

/** Maps `[longitude, latitude]` to whole units of a box that is `width` wide. */
function projectionOf(extent: typeof basin.extent): (position: Position) => readonly number[] {
  const [west, east] = [toRadians(extent.west), toRadians(extent.east)];
  const north = toNorthing(extent.north);
  const scale = width / (east - west);
  return ([lon = 0, lat = 0]) => [
    Math.round((toRadians(lon) - west) * scale),
    Math.round((north - toNorthing(lat)) * scale),
  ];
}

/** The courses or rings of a geometry; none of a point. */
export function linesOf(geometry: MapFeatureGeometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [];
    case 'LineString':
      return [geometry.coordinates];
    case 'Polygon':
    case 'MultiLineString':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toNorthing = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + toRadians(degrees) / 2));
