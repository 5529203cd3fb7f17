import type { MapFeatureGeometry } from '#contract/basin-shapes.ts';
import { joinLines, simplifyLine } from '#lib/line.ts';
import type { parseFlowlines, parseWaterbodies, WaterPart } from './parse.ts';

/** In degrees, about 100 m. */
const tolerance = 0.001;

type NamedShape = { readonly name: string; readonly geometry: MapFeatureGeometry };

/** The rivers or waterbodies that were read, and the parts that were not, with the reason. */
export type NamedWater = {
  readonly shapes: readonly NamedShape[];
  readonly problems: readonly { readonly name: string; readonly message: string }[];
};

type Flowline = ReturnType<typeof parseFlowlines>['items'][number];
type Waterbody = ReturnType<typeof parseWaterbodies>['items'][number];

/** Joins the segments of each river end to end, and simplifies its course. */
export function toRivers(parts: readonly Flowline[]): NamedWater {
  return joinParts(parts, (geometries): MapFeatureGeometry => {
    const lines = geometries.flatMap((each) =>
      each.type === 'LineString' ? [each.coordinates] : each.coordinates,
    );
    const courses = joinLines(lines).map((line) => simplifyLine(line, tolerance));
    const [course] = courses;
    return course && courses.length === 1
      ? { type: 'LineString', coordinates: course }
      : { type: 'MultiLineString', coordinates: courses };
  });
}

/** Makes one shape of the parts of each waterbody. */
export function toWaterbodies(parts: readonly Waterbody[]): NamedWater {
  return joinParts(parts, (geometries): MapFeatureGeometry => {
    const areas = geometries.flatMap((each) =>
      each.type === 'Polygon' ? [each.coordinates] : each.coordinates,
    );
    const [area] = areas;
    return area && areas.length === 1
      ? { type: 'Polygon', coordinates: area }
      : { type: 'MultiPolygon', coordinates: areas };
  });
}

function joinParts<G>(
  parts: readonly WaterPart<G>[],
  join: (geometries: readonly G[]) => MapFeatureGeometry,
): NamedWater {
  const named = parts.filter(({ name }) => name !== '');
  const groups = Map.groupBy(named, ({ key }) => key);
  return {
    shapes: [...groups.values()].flatMap((group) => {
      const geometries = group.flatMap((part) => ('geometry' in part ? part.geometry : []));
      const name = group[0]?.name ?? '';
      return geometries.length > 0 ? { name, geometry: join(geometries) } : [];
    }),
    problems: named.flatMap((part) => ('problem' in part ? { name: part.name, message: part.problem } : [])),
  };
}
