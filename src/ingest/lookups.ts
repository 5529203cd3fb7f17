import { dataProviders, gwDistricts, huc8s, locationTypes, parameters } from '#domain/vocabulary.ts';
import type { StoreTransaction } from '#server/db/open.ts';
import type { Station } from './demo/catalogue/index.ts';
import { gwDistrictOf, pageOf } from './demo/places.ts';
import { mapLayers, mapSources } from './map-layers.ts';

/** Writes the fixed lists where they are missing; what stands is left alone. */
export async function writeLookups(transaction: StoreTransaction): Promise<void> {
  await insert(transaction, 'location_type', ['loc_type_ndx', 'loc_type_name'], locationTypes.map(numbered));
  await insert(
    transaction,
    'data_provider',
    ['data_provider_ndx', 'data_provider_name'],
    dataProviders.map(numbered),
  );
  await insert(
    transaction,
    'gw_district',
    ['gw_district_ndx', 'gw_district_name'],
    gwDistricts.map(numbered),
  );
  await insert(
    transaction,
    'parameter',
    ['parameter_ndx', 'parameter_name', 'units_name'],
    parameters.map(({ ndx, name, units }) => [ndx, name, units]),
  );
  await insert(
    transaction,
    'huc8',
    ['huc8_ndx', 'huc8_code', 'huc8_name'],
    huc8s.map(({ code, name }, i) => [i + 1, code, name]),
  );
}

/** Writes the portal's map sources and layers where they are missing; changed ones are left alone. */
export async function writeMapLayers(transaction: StoreTransaction): Promise<void> {
  for (const { id, source, access } of mapSources) {
    await transaction.query(
      'INSERT INTO map_source (id, source, access) VALUES ($1, $2::text::jsonb, $3) ON CONFLICT DO NOTHING',
      [id, JSON.stringify(source), access],
    );
  }
  for (const layer of mapLayers) {
    await transaction.query(
      `INSERT INTO map_layer
         (id, name, type, source, paint, layout, minzoom, draw_order, legend_order, lre_properties, access)
       VALUES ($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb, $7::text::real, $8, $9, $10::text::jsonb, $11)
       ON CONFLICT DO NOTHING`,
      [
        layer.id,
        layer.name,
        layer.type,
        layer.source,
        JSON.stringify(layer.paint),
        JSON.stringify(layer.layout),
        layer.minzoom === undefined ? null : String(layer.minzoom),
        layer.drawOrder,
        layer.legendOrder,
        JSON.stringify(layer.lreProperties),
        layer.access,
      ],
    );
  }
}

const numbered = (name: string, i: number) => [i + 1, name];

async function insert(
  transaction: StoreTransaction,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
) {
  let n = 0;
  const places = rows.map((row) => `(${row.map(() => `$${++n}`).join(', ')})`);
  await transaction.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')} ON CONFLICT DO NOTHING`,
    rows.flat(),
  );
}

/** Writes the 10-digit hydrologic units of the stations; their ids follow the codes' order. */
export async function writeHuc10s(
  transaction: StoreTransaction,
  stations: readonly Station[],
): Promise<void> {
  const codes = [...new Set(stations.flatMap(({ huc10 }) => huc10 ?? []))].sort();
  if (codes.length === 0) return;
  await insert(
    transaction,
    'huc10',
    ['huc10_ndx', 'huc10_code', 'huc10_name'],
    // The code's own last digits as id, so that one more unit moves no other.
    // There is no list of names at hand: the code is the name.
    codes.map((code) => [Number(code.slice(4)), code, code]),
  );
}

/** The columns of `location`, in the order of `locationCells`. */
export const locationColumns = [
  'loc_id',
  'loc_name',
  'loc_type_ndx',
  'data_provider_ndx',
  'huc8_ndx',
  'huc10_ndx',
  'gw_district_ndx',
  'latitude_dd',
  'longitude_dd',
  'elevation_ft',
  'loc_url',
  'reach_geometry',
] as const;

export function locationCells(station: Station): (string | number | null)[] {
  const district = gwDistrictOf(station);
  return [
    station.id.toUpperCase(),
    station.name,
    locationTypes.indexOf(station.type) + 1,
    dataProviders.indexOf(station.provider) + 1,
    huc8s.findIndex(({ code }) => code === station.huc8) + 1,
    station.huc10 === undefined ? null : Number(station.huc10.slice(4)),
    district === undefined ? null : gwDistricts.indexOf(district) + 1,
    station.lat,
    station.lon,
    station.elevationFt ?? null,
    pageOf(station) ?? null,
    station.line ? JSON.stringify({ type: 'LineString', coordinates: station.line }) : null,
  ];
}
