import type { Basin } from '#contract/basin/basin.ts';
import type { MapFeatureGeometry } from '#contract/basin/basin-shapes.ts';
import { simplifyLine } from '#lib/geometry/line.ts';
import { linesOf } from '#lib/geometry/shapes.ts';
import { basin } from './basin.ts';
import { projectionOf, width } from './sketch-projection.ts';

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

/** In units of the box: what a phone could not show is left out. */
const tolerance = 1.5;
/** Rivers of a higher rank are drawn when the map is closer. */
const highestRank = 2;

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
  const [x = 0, y = 0] = projectionOf(basin.extent)([lon, lat]);
  return { x, y };
}
