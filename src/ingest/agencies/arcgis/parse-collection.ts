import * as z from 'zod/mini';
import { parseJson } from '../../parse-response.ts';
import { SourceRefused } from '../../source.ts';

export const Feature = z.object({ properties: z.record(z.string(), z.unknown()), geometry: z.unknown() });

const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
  exceededTransferLimit: z.optional(z.boolean()),
  properties: z.optional(z.object({ exceededTransferLimit: z.optional(z.boolean()) })),
});

/** ArcGIS reports errors with status 200. */
const ServiceFault = z.object({ error: z.object({ message: z.string() }) });

type Page = { readonly features: readonly unknown[]; readonly hasMore: boolean };

/**
 * Parses a GeoJSON collection from an ArcGIS service.
 * @param service As in "The Watershed Boundary Dataset answered: …"
 * @throws SourceRefused, with `refusal` if it is no collection
 */
export function parseCollection(text: string, service: string, refusal: () => SourceRefused): Page {
  const json = parseJson(text, service);
  const read = z.safeParse(Collection, json);
  if (!read.success) throw parseServiceFault(json, service) ?? refusal();
  const { features, exceededTransferLimit, properties } = read.data;
  return { features, hasMore: exceededTransferLimit ?? properties?.exceededTransferLimit ?? false };
}

/** Returns the error that a service reports in a response, if it is one. */
export function parseServiceFault(json: unknown, service: string): SourceRefused | undefined {
  const fault = z.safeParse(ServiceFault, json);
  if (!fault.success) return undefined;
  const subject = service.charAt(0).toUpperCase() + service.slice(1);
  return new SourceRefused(`${subject} answered: ${fault.data.error.message}.`);
}

/** The attributes of a feature as text, by their names in lowercase: services differ in their spelling. */
export function readAttributes(properties: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).map(([key, value]) => [key.toLowerCase(), String(value ?? '').trim()]),
  );
}
