import type { DataPoint, MapLayer } from '#contract/public-map.ts';

/** A site with default values for everything the test does not set. */
export function site(overrides: Partial<DataPoint> & { loc_ndx: number }): DataPoint {
  const lat = overrides.lat_dd ?? 43.5;
  const lon = overrides.lon_dd ?? -112.8;
  return {
    loc_id: `ID${overrides.loc_ndx}`,
    loc_name: `Site ${overrides.loc_ndx}`,
    loc_type: 'Stream Gage',
    loc_type_name: 'Stream Gage',
    parameter_name: 'Streamflow',
    data_provider: 'USGS',
    huc8_name: null,
    huc10_name: null,
    gw_district: null,
    location_geometry: { type: 'Point', coordinates: [lon, lat] },
    latitude_dd: lat,
    longitude_dd: lon,
    lat_dd: lat,
    lon_dd: lon,
    loc_url: null,
    cuwcd_well_number: null,
    count_production: 0,
    count_waterlevels: 0,
    count_wqdata: 0,
    por_end: '2026-11-20',
    interval_days: 1,
    ...overrides,
  };
}

export function layer(overrides: Partial<MapLayer> & { id: string }, group = 'Data Points'): MapLayer {
  return {
    name: overrides.id,
    type: 'circle',
    source: 'data-points',
    paint: {},
    layout: {},
    drawOrder: 1,
    legendOrder: 1,
    lreProperties: { layerGroup: group },
    ...overrides,
  };
}
