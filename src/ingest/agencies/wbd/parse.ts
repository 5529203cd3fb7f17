import * as z from 'zod/mini';
import { readJsonElements } from '../../read-json.ts';
import { SourceRefused, type SourceText } from '../../source.ts';
import { Boundary } from '../arcgis/geometry.ts';
import { Feature, parseCollection, readAttributes } from '../arcgis/parse-collection.ts';

const service = 'the Watershed Boundary Dataset';

/** A unit of the Watershed Boundary Dataset; `problem` says why its geometry is invalid. */
export type HydrologicUnit = { readonly code: string; readonly name: string } & (
  | { readonly boundary: Boundary }
  | { readonly problem: string }
);

/**
 * Parses a GeoJSON collection of hydrologic units with a property `huc8` or `huc10`.
 * @throws SourceRefused if it is not one
 */
export function parseHydrologicUnits(text: string): { items: HydrologicUnit[]; hasMore: boolean } {
  const { features, hasMore } = parseCollection(text, service, noCollection);
  return { items: features.map(parseUnit), hasMore };
}

/** Parses a saved collection, feature by feature. @throws SourceRefused */
export async function parseHydrologicUnitsFile(file: SourceText): Promise<HydrologicUnit[]> {
  const units: HydrologicUnit[] = [];
  const count = await readJsonElements(file, { paths: ['$.features.*'], service }, ({ value }) =>
    units.push(parseUnit(value)),
  );
  return count > 0 ? units : parseHydrologicUnits(await file.text()).items;
}

function noCollection(): SourceRefused {
  return new SourceRefused('This is not a GeoJSON collection of areas with a property huc8 or huc10.');
}

function parseUnit(feature: unknown): HydrologicUnit {
  const read = z.safeParse(Feature, feature);
  if (!read.success) throw noCollection();
  const attributes = readAttributes(read.data.properties);
  const unit = {
    code: attributes.get('huc10') ?? attributes.get('huc8') ?? '',
    name: attributes.get('name') ?? '',
  };
  const boundary = z.safeParse(Boundary, read.data.geometry);
  return boundary.success
    ? { ...unit, boundary: boundary.data }
    : { ...unit, problem: `Its geometry is invalid: ${boundary.error.issues[0]?.message}.` };
}
