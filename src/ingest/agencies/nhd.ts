import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import type { MapFeatureGeometry } from '#contract/basin/basin-shapes.ts';
import { joinLines, simplifyLine } from '#lib/geometry/line.ts';
import { createRetryingFetch } from '../reading/http-retry.ts';
import { parseJson, parseResponse, parseServiceFault } from '../reading/parse-response.ts';
import { SourceRefused, type SourceTools } from '../source.ts';
import {
  ArcgisCourse,
  type ArcgisShape,
  Boundary,
  createFeatureParser,
  fetchFeatures,
  type PageSizes,
} from './arcgis.ts';

/** The USGS National Hydrography Dataset, generalized to what a map of a basin can show. */
const defaultAddress = 'https://hydro.nationalmap.gov/arcgis/rest/services/nhd/MapServer';

/**
 * The layers by name, because the service has renumbered them before. `ftype` 334 is a connector, 378 ice, 460 a stream
 * and 558 the path of a river through a wide water; canals (336) are left out, and ponds, which would shrink to nothing.
 */
const flowlines = { name: 'Flowline - Small Scale', condition: 'ftype IN (334, 460, 558)' };
const waterbodies = { name: 'Waterbody - Small Scale', condition: 'ftype <> 378 AND areasqkm >= 0.2' };

const featuresPerRequest: PageSizes = [500, 100];

/** The named rivers and waterbodies of a basin. */
export type Hydrography = { readonly river: NamedWater; readonly waterbody: NamedWater };

/**
 * Fetches the named rivers and waterbodies of the basin.
 * @throws SourceRefused
 */
export async function readHydrography(basin: Basin, tools: SourceTools): Promise<Hydrography> {
  const address = tools.environment.NHD_URL || defaultAddress;
  const fetchWithRetry = createRetryingFetch(tools, { pauseMs: 500 });
  tools.onProgress('Fetching the rivers and waterbodies');
  const ids = await fetchWithRetry(`${address}?f=json`, parseLayers);
  const fetchLayer = <G>(layer: typeof flowlines, geometry: z.ZodMiniType<G>): Promise<WaterPart<G>[]> => {
    const id = ids.get(layer.name);
    if (id === undefined) {
      throw new SourceRefused(
        `The National Hydrography Dataset has no layer "${layer.name}". Its rivers and waterbodies were not imported.`,
      );
    }
    // A reach code begins with the code of its HUC8.
    const units = basin.hydrologic_units.map((unit) => `reachcode LIKE '${unit}%'`).join(' OR ');
    const query = {
      where: `gnis_name IS NOT NULL AND ${layer.condition} AND (${units})`,
      outFields: 'gnis_id,gnis_name',
      maxAllowableOffset: '0.001',
      orderByFields: 'permanent_identifier',
    };
    return fetchFeatures(
      fetchWithRetry,
      `${address}/${id}`,
      query,
      featuresPerRequest,
      partParser(geometry).parsePage,
    );
  };
  return {
    river: toRivers(await fetchLayer(flowlines, ArcgisCourse)),
    waterbody: toWaterbodies(await fetchLayer(waterbodies, Boundary)),
  };
}

const service = 'the National Hydrography Dataset';

const Layers = z.object({
  layers: z.array(
    z.object({ id: z.int(), name: z.string(), subLayerIds: z.optional(z.nullable(z.array(z.int()))) }),
  ),
});

/** Parses the list of a map service's layers to the ids of those that have features, by their names. */
function parseLayers(text: string): ReadonlyMap<string, number> {
  const json = parseJson(text, service);
  const fault = parseServiceFault(json, service);
  if (fault) throw fault;
  const { layers } = parseResponse(Layers, json, service);
  return new Map(layers.filter(({ subLayerIds }) => !subLayerIds).map(({ id, name }) => [name, id]));
}

/** A part of a river or waterbody. `key` is the same for all parts of one. */
type WaterPart<G> = { readonly name: string; readonly key: string } & ArcgisShape<G>;

const partParser = <G>(geometry: z.ZodMiniType<G>) =>
  createFeatureParser<G, WaterPart<G>>({
    service,
    geometry,
    refusal: 'This is not a GeoJSON collection of features with a property gnis_name.',
    toItem: (attributes, shape) => {
      const name = attributes.get('gnis_name') ?? '';
      // Two creeks of one name have different ids.
      return { name, key: attributes.get('gnis_id') || name, ...shape };
    },
  });

/** In degrees, about 100 m. */
const tolerance = 0.001;

type NamedShape = { readonly name: string; readonly geometry: MapFeatureGeometry };

/** The rivers or waterbodies that were read, and the parts that were not, with the reason. */
type NamedWater = {
  readonly shapes: readonly NamedShape[];
  readonly problems: readonly { readonly name: string; readonly message: string }[];
};

/** Joins the segments of each river end to end, and simplifies its course. */
function toRivers(parts: readonly WaterPart<ArcgisCourse>[]): NamedWater {
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
function toWaterbodies(parts: readonly WaterPart<Boundary>[]): NamedWater {
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
