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
  const [west, east] = [toRadians(extent.west), toRadians(extent.east)];
  const [north, south] = [toNorthing(extent.north), toNorthing(extent.south)];
  const scale = width / (east - west);
  const project = ([lon = 0, lat = 0]: Position) => [
    Math.round((toRadians(lon) - west) * scale),
    Math.round((north - toNorthing(lat)) * scale),
  ];
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
    height: Math.round((north - south) * scale),
    areas: shapes.boundaries.map(({ boundary }) => pathOf(boundary)).join(''),
    waterbodies: featuresOf('waterbody'),
    rivers: featuresOf('river'),
  };
}

function linesOf(geometry: MapFeatureGeometry): readonly (readonly Position[])[] {
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
