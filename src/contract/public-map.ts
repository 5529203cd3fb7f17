import * as z from 'zod/mini';
import { standingClasses } from '#domain/statistics/percentile-class.ts';
import { defineEndpoint } from './endpoint.ts';
import { PointGeometry, siteFields } from './record-fields.ts';

const text = z.nullable(z.string());

/**
 * A monitoring site on the public map: one row per location. `parameter_name` lists its parameters, separated by `, `.
 * `count_*` are numbers of stored values: production (hours pumped), water levels (depth to water) and water quality.
 * `por_end` (`YYYY-MM-DD`) is the last day with a value in its freshest record, `interval_days` the usual number of days
 * between the values of that record; the browser compares them with today. `demonstration_parameters` are those whose
 * values are synthetic, separated by `, `.
 */
export const DataPoint = z.object({
  ...siteFields,
  loc_type: z.string(),
  loc_type_name: z.string(),
  parameter_name: text,
  data_provider: z.string(),
  huc8_name: text,
  huc10_name: text,
  gw_district: text,
  location_geometry: PointGeometry,
  latitude_dd: z.number(),
  longitude_dd: z.number(),
  lat_dd: z.number(),
  lon_dd: z.number(),
  loc_url: text,
  cuwcd_well_number: text,
  count_production: z.int(),
  count_waterlevels: z.int(),
  count_wqdata: z.int(),
  por_end: text,
  interval_days: z.int(),
});
export type DataPoint = z.output<typeof DataPoint>;

const json = z.record(z.string(), z.unknown());

/**
 * A Mapbox-style source with its id. GeoJSON sources refer to their data by URL. `attribution` names the sources of the
 * shapes, as plain text.
 */
export const MapSource = z.object({
  id: z.string(),
  source: z.looseObject({ type: z.string(), attribution: z.optional(z.string()) }),
});
export type MapSource = z.output<typeof MapSource>;

const LayerType = z.enum(['circle', 'symbol', 'line', 'fill']);

/**
 * A map layer in the Mapbox style format. A higher `drawOrder` is drawn on top; a lower `legendOrder` is listed first.
 * All layers of one `lreProperties.layerGroup` are shown and hidden together.
 */
export const MapLayer = z.object({
  id: z.string(),
  name: z.string(),
  type: LayerType,
  source: z.string(),
  paint: json,
  layout: json,
  filter: z.optional(z.array(z.unknown())),
  minzoom: z.optional(z.number()),
  maxzoom: z.optional(z.number()),
  drawOrder: z.number(),
  legendOrder: z.number(),
  lreProperties: z.object({
    layerGroup: z.string(),
    popup: z.optional(
      z.object({
        titleField: z.optional(z.string()),
        excludeFields: z.optional(z.array(z.string())),
        excludePopup: z.optional(z.boolean()),
      }),
    ),
  }),
});
export type MapLayer = z.output<typeof MapLayer>;

/**
 * An option of a filter. Hydrologic units have their `code`, and HUC8s their position in the basin file as `order`, by
 * which the map colors them along the river.
 */
export const FilterOption = z.object({
  display: z.string(),
  value: z.string(),
  code: z.optional(z.string()),
  order: z.optional(z.int()),
});
export type FilterOption = z.output<typeof FilterOption>;

const options = z.array(FilterOption);

/** The six filter groups of the public map, each sorted by `display`. */
export const MapFilters = z.object({
  locationTypes: options,
  parameterNames: options,
  dataProviders: options,
  huc8Names: options,
  huc10Names: options,
  gwDistricts: options,
});
export type MapFilters = z.output<typeof MapFilters>;

/** A GeoJSON FeatureCollection, WGS 84. `note` explains shapes that are approximate. */
export const FeatureCollection = z.object({
  type: z.literal('FeatureCollection'),
  note: z.optional(z.string()),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      id: z.optional(z.union([z.string(), z.number()])),
      geometry: z.nullable(z.looseObject({ type: z.string() })),
      properties: json,
    }),
  ),
});
export type FeatureCollection = z.output<typeof FeatureCollection>;

const read = { method: 'GET', access: 'open' } as const;

const names = z.optional(z.string().check(z.maxLength(4000)));

/**
 * Narrows the list of sites. `search`: every word is in a name, an id, a type, a parameter, a provider or a hydrologic unit.
 * The others list values of `GET /api/public-map/filters`, separated by commas: a site has one of each list.
 */
export const WellOptions = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  locationTypes: names,
  parameterNames: names,
  dataProviders: names,
  huc8Names: names,
  huc10Names: names,
  gwDistricts: names,
});
export type WellOptions = z.output<typeof WellOptions>;

export const listWells = defineEndpoint({
  ...read,
  summary: 'The monitoring sites, one row per location, narrowed by search options',
  path: '/api/public-map/wells',
  query: WellOptions,
  response: z.array(DataPoint),
});

export const listMapSources = defineEndpoint({
  ...read,
  summary: 'The sources of the map layers',
  path: '/api/public-map/sources',
  variesByCaller: true,
  response: z.array(MapSource),
});

export const listMapLayers = defineEndpoint({
  ...read,
  summary: 'The map layers that the caller may see; more for signed-in callers',
  path: '/api/public-map/layers',
  variesByCaller: true,
  maxAge: 86_400,
  response: z.array(MapLayer),
});

export const listMapFilters = defineEndpoint({
  ...read,
  summary: 'The options of the six filter groups',
  path: '/api/public-map/filters',
  response: MapFilters,
});

export const readMapGeometry = defineEndpoint({
  ...read,
  summary: 'The GeoJSON behind a map source',
  path: '/api/public-map/geo/:id',
  params: z.object({ id: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)) }),
  variesByCaller: true,
  response: FeatureCollection,
  errors: [404],
});

/**
 * What is said of a site's main record in one line. `value` is its latest value in words (`1,770 cfs`, `40 % full`), `rdate` its
 * day, `standing` its place in words (`below normal, 12th percentile of 30 years`, `ended 09/30/2017`). `percentile`, 1 to 99, and
 * `class` are null without a normal and for a record that has ended; `record` is the lowest or the highest of all years, and
 * `year_before` the percentile of a year before. `week` says whether a value that is not normal changed by 10 % or more in
 * seven days. `capacity` of a reservoir is in AF, `full` the percent of it. `huc8_snow` of a snow station is the class of its
 * HUC8 from 1, less than 70 % of the median of the date, to 5, 130 % and more; null over fewer than two stations. Of a record
 * whose values need an account, `is_withheld` is true and the rest null.
 */
export const SiteCondition = z.object({
  loc_ndx: z.int(),
  parameter_ndx: z.int(),
  value: z.string(),
  rdate: text,
  standing: z.string(),
  class: z.nullable(z.enum(standingClasses)),
  percentile: z.nullable(z.int()),
  record: z.nullable(z.enum(['lowest', 'highest'])),
  year_before: z.nullable(z.int()),
  is_late: z.boolean(),
  is_withheld: z.boolean(),
  week: z.nullable(z.enum(['rise', 'fall'])),
  capacity: z.nullable(z.number()),
  full: z.nullable(z.number()),
  huc8_snow: z.nullable(z.int()),
});
export type SiteCondition = z.output<typeof SiteCondition>;

export const listConditions = defineEndpoint({
  ...read,
  summary: 'The latest value of the main record of each site, and its place among past years',
  path: '/api/public-map/conditions',
  variesByCaller: true,
  response: z.array(SiteCondition),
});
