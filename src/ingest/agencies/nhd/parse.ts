import * as z from 'zod/mini';
import { parseJson, parseResponse } from '../../parse-response.ts';
import { SourceRefused } from '../../source.ts';
import { Boundary, Course } from '../arcgis/geometry.ts';
import { Feature, parseCollection, parseServiceFault, readAttributes } from '../arcgis/parse-collection.ts';

const service = 'the National Hydrography Dataset';

const Layers = z.object({
  layers: z.array(
    z.object({ id: z.int(), name: z.string(), subLayerIds: z.optional(z.nullable(z.array(z.int()))) }),
  ),
});

/** Parses the list of a map service's layers to the ids of those that have features, by their names. */
export function parseLayers(text: string): ReadonlyMap<string, number> {
  const json = parseJson(text, service);
  const fault = parseServiceFault(json, service);
  if (fault) throw fault;
  const { layers } = parseResponse(Layers, json, service);
  return new Map(layers.filter(({ subLayerIds }) => !subLayerIds).map(({ id, name }) => [name, id]));
}

/** A part of a river or waterbody. `key` is the same for all parts of one. */
export type WaterPart<G> = { readonly name: string; readonly key: string } & (
  | { readonly geometry: G }
  | { readonly problem: string }
);

export const parseFlowlines = (text: string) => parseParts(text, Course);
export const parseWaterbodies = (text: string) => parseParts(text, Boundary);

/** @throws SourceRefused if it is not a collection */
function parseParts<G>(text: string, schema: z.ZodMiniType<G>): { items: WaterPart<G>[]; hasMore: boolean } {
  const { features, hasMore } = parseCollection(text, service, noCollection);
  return { items: features.map((feature) => parsePart(feature, schema)), hasMore };
}

const noCollection = () =>
  new SourceRefused('This is not a GeoJSON collection of features with a property gnis_name.');

function parsePart<G>(feature: unknown, schema: z.ZodMiniType<G>): WaterPart<G> {
  const read = z.safeParse(Feature, feature);
  if (!read.success) throw noCollection();
  const attributes = readAttributes(read.data.properties);
  const name = attributes.get('gnis_name') ?? '';
  // Two creeks of one name have different ids.
  const part = { name, key: attributes.get('gnis_id') || name };
  const geometry = z.safeParse(schema, read.data.geometry);
  return geometry.success
    ? { ...part, geometry: geometry.data }
    : { ...part, problem: `Its geometry is invalid: ${geometry.error.issues[0]?.message}.` };
}
