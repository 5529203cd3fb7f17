import * as z from 'zod/mini';
import { parseDay } from '#lib/calendar.ts';
import { defineEndpoint } from './endpoint.ts';
import { PointGeometry, parameterFields, siteFields } from './record-fields.ts';

const text = z.nullable(z.string());

/** A calendar day in the basin's time zone, `YYYY-MM-DD`. */
export const Day = z
  .string()
  .check(z.refine((value) => parseDay(value) !== undefined, 'must be a date, YYYY-MM-DD'));
const day = z.nullable(Day);

export const listedSiteFields = {
  ...siteFields,
  loc_type_name: z.string(),
  data_provider: z.string(),
  huc8_name: text,
  huc10_name: text,
  gw_district: text,
  loc_url: text,
  lat_dd: z.number(),
  lon_dd: z.number(),
  location_geometry: PointGeometry,
};

/** The summary of one record; its days are null if it has no values yet. */
export const recordSummaryFields = {
  por_start: day,
  por_end: day,
  num_days: z.int(),
  num_years: z.int(),
  total_samples: z.int(),
  /** The service that the record was imported from. */
  source: text,
};

/** A parameter; `huc8_ndx_array` are the HUC8s in which locations have it. */
export const SeriesParameter = z.object({
  ...parameterFields,
  huc8_ndx_array: z.array(z.int()),
});
export type SeriesParameter = z.output<typeof SeriesParameter>;

/** A location with all of its parameters; `records` are their summaries, in the same order. */
export const SeriesLocation = z.object({
  ...listedSiteFields,
  huc8_ndx_array: z.array(z.int()),
  parameter_ndx_array: z.array(z.int()),
  parameter_name_array: z.array(z.string()),
  records: z.array(z.object({ parameter_ndx: z.int(), ...recordSummaryFields })),
});
export type SeriesLocation = z.output<typeof SeriesLocation>;

const read = { method: 'GET', access: 'open-values' } as const;

export const listSeriesLocations = defineEndpoint({
  ...read,
  summary: 'Every location with all of its parameters',
  path: '/api/timeseries-daily-data-dropdown-locations-assoc-param',
  response: z.array(SeriesLocation),
});
