import * as z from 'zod/mini';
import { measures } from '#domain/measure.ts';
import { dataProviders, sourceNames } from '#domain/vocabulary.ts';
import { isTimeZone } from '#lib/calendar.ts';
import {
  digits,
  httpUrl,
  latitude,
  longitude,
  number,
  oneOf,
  positive,
  share,
  text,
} from './basin-fields.ts';
import type { BasinShapes } from './basin-shapes.ts';

/** The basin file that is read unless BASIN_FILE names another; relative to the project folder. */
export const defaultBasinFile = 'content/basin/upper-snake.yaml';

const sites = z.array(text).check(z.minLength(1, 'expected the id of at least one site'));

/** The sum of a parameter over sites, which the landing page leads with, too. */
const BriefStorage = z.strictObject({ label: text, parameter: text, sites });

/** Snow sites whose sum is compared with the sum of their medians. */
const BriefSnow = z.strictObject({ label: text, sites });

const BriefRecord = z.strictObject({ site: text, parameter: text });

/** `natural` is the site of the unregulated flow at the same place. */
const BriefRiver = z.strictObject({ site: text, parameter: text, natural: z.optional(text) });

/**
 * What the page Today has, in this order. `wells` are sites with a depth to water or an elevation of the water, `reaches`
 * sites with a reach gain. `moved` are the parameters whose changes of a week are compared.
 */
const BasinBrief = z.strictObject({
  storage: z.optional(BriefStorage),
  snow: z.optional(z.array(BriefSnow)),
  rivers: z.optional(z.array(BriefRiver)),
  springs: z.optional(z.array(BriefRecord)),
  wells: z.optional(z.array(BriefRecord)),
  reaches: z.optional(z.array(BriefRecord)),
  moved: z.optional(z.array(text)),
});

const anchor = (example: string) =>
  text.check(
    z.regex(
      /^[a-z][a-z\d-]*$/,
      `expected a word in lowercase letters, digits and hyphens, such as ${example}`,
    ),
  );

/** A chart that compares the water years of one record. `id` is its anchor on the page; `more` links to other sites. */
export const BasinChart = z.strictObject({
  id: anchor('spring'),
  title: text,
  site: text,
  parameter: text,
  measure: z.optional(oneOf(measures)),
  more: z.optional(z.array(z.strictObject({ label: text, href: httpUrl }))),
});
export type BasinChart = z.output<typeof BasinChart>;

/** The charts of the two forecast screens. */
const BasinForecast = z.strictObject({
  supply: z.optional(z.array(BasinChart)),
  tributaries: z.optional(z.array(z.strictObject({ heading: text, charts: z.array(BasinChart) }))),
});

const outlookId = anchor('heise');
const monthDay = text.check(
  z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'expected a day such as "04-01", in quotes'),
);
const outlookPeriod = z.strictObject({ from: monthDay, to: monthDay });

/**
 * A point whose volume of `period` is forecast from the snow of its predictor groups and, with `winter`, from its own mean
 * flow of that period. A `regulated` flow gets no outlook: what people store and release is no answer of the snow.
 * `official` is the site that the agencies' forecasts of this volume are imported for.
 */
const OutlookPoint = z.strictObject({
  id: outlookId,
  label: text,
  flow: z.strictObject({ site: text, parameter: text }),
  regulated: z.optional(z.boolean('expected true or false')),
  period: outlookPeriod,
  winter: z.optional(outlookPeriod),
  predictors: z
    .array(
      z.strictObject({
        label: text,
        parameter: text,
        sites,
      }),
    )
    .check(z.minLength(1, 'expected at least one group')),
  official: z.optional(text),
});

/** Reservoirs whose fill depends on the volume at a point; their capacities are those of the sites. */
const FillGroup = z.strictObject({
  id: outlookId,
  label: text,
  point: outlookId,
  parameter: text,
  sites,
});

/** The outlook of the season's volume, and what it takes to fill, in the order of the screen. */
export const BasinOutlook = z.strictObject({
  points: z.array(OutlookPoint).check(z.minLength(1, 'expected at least one point')),
  fill: z.optional(z.array(FillGroup)),
});
export type BasinOutlook = z.output<typeof BasinOutlook>;

/** What leaves or enters a river between the site `below` which it does and the next one, in downstream order. */
const RiverBranches = z.strictObject({ below: text, sites });

/**
 * Sites along a river, in downstream order. `joins` is the first site of another river below the place where this one
 * flows into it. A river with `line` is drawn with its sites. `reaches` says at which site the gain of a reach begins; it
 * ends at the site after its place in `sites`.
 */
export const BasinRiver = z.strictObject({
  name: text,
  line: z.optional(z.boolean('expected true or false')),
  sites,
  joins: z.optional(text),
  diversions: z.optional(z.array(RiverBranches)),
  returns: z.optional(z.array(RiverBranches)),
  reaches: z.optional(z.array(z.strictObject({ site: text, from: text }))),
});
export type BasinRiver = z.output<typeof BasinRiver>;

/** How a source names a series. Sources that are not listed accept any text. */
const seriesKeyPatterns: Partial<Record<SourceName, { pattern: RegExp; expected: string }>> = {
  usgs: { pattern: /^\d{8,15}$/, expected: 'a site number such as "13037500"' },
  nrcs: { pattern: /^[\w-]+:[a-z]{2}:[a-z]+$/i, expected: 'a station triplet such as "546:ID:SNTL"' },
  usbr: { pattern: /^[a-z\d]+_[a-z\d]+$/i, expected: 'a site and its pcode, such as heii_qd' },
};

export const SourceName = oneOf(sourceNames);
export type SourceName = z.output<typeof SourceName>;

/**
 * The quality rules for values of a parameter, in its units. Rules that are left out are not applied.
 * `low` and `high` bound a value. Storage may exceed the capacity by `over_capacity_share`. `spike`, or `spike_share`
 * of the capacity, is the largest jump that may be reversed the next day; `rate`, or `rate_share` of the capacity, the
 * largest change in a day. An instrument counts as stuck after `flat_days` days with the same value other than 0.
 */
export const QualityFields = z.strictObject({
  low: z.optional(number('a number')),
  high: z.optional(number('a number')),
  over_capacity_share: z.optional(share),
  spike: z.optional(positive),
  spike_share: z.optional(share),
  rate: z.optional(positive),
  rate_share: z.optional(share),
  flat_days: z.optional(z.int('expected a whole number').check(z.gte(2, 'expected 2 or more'))),
});
export type QualityFields = z.output<typeof QualityFields>;

const SiteQuality = z.union(
  [z.literal('none'), QualityFields],
  'expected none, or rules such as { low: 0, high: 100 }',
);

/** The agency's own name for the series, by source. Values are imported from the first source. */
const SeriesKeys = z.partialRecord(SourceName, text).check((context) => {
  for (const name of sourceNames) {
    const { pattern, expected } = seriesKeyPatterns[name] ?? {};
    const key = context.value[name];
    if (key === undefined || !pattern || pattern.test(key)) continue;
    context.issues.push({ code: 'custom', input: key, path: [name], message: `expected ${expected}` });
  }
});

/** A place with records. Degrees are WGS 84; `line` is the course of a stream reach as `[longitude, latitude]`. */
export const BasinSite = z.strictObject({
  id: text,
  name: text,
  type: text,
  provider: oneOf(dataProviders),
  lat: latitude,
  lon: longitude,
  elevation_ft: z.optional(number('a number of feet')),
  huc8: text,
  huc10: z.optional(digits('ten digits', /^\d{10}$/)),
  district: z.optional(text),
  url: z.optional(httpUrl),
  capacity_af: z.optional(positive),
  /** What to subtract from AWDB's storage, which may include dead storage; 0 if it does not. */
  dead_storage_af: z.optional(number('a number of acre-feet', 0)),
  line: z.optional(
    z.array(z.tuple([longitude, latitude])).check(z.minLength(2, 'expected at least two points')),
  ),
  quality: z.optional(z.record(text, SiteQuality)),
  series: z.record(text, SeriesKeys),
});
export type BasinSite = z.output<typeof BasinSite>;

/** An agency whose service the basin uses. `address` is its service, if not the agency's own one. */
const Agency = z.strictObject(
  { address: z.optional(httpUrl) },
  'expected {}, or an address such as { address: https://example.org }',
);

/** `approved_only` leaves values that may still be revised out of the statistics of the normal period. */
const Statistics = z.strictObject(
  { approved_only: z.optional(z.boolean('expected true or false')) },
  'expected { approved_only: true }',
);

/** A parameter beyond those that every portal has. `reversed` draws its axis with 0 at the top. */
const OwnParameter = z.strictObject({
  name: text,
  units: text,
  reversed: z.optional(z.boolean('expected true or false')),
});

/**
 * The places and rules of one portal, in the shape of its basin file; sites stay in the file's order. Whether the
 * parts agree with each other is checked by `ConsistentBasin`.
 */
export const Basin = z.strictObject({
  name: text,
  hydrologic_units: z
    .array(digits('a hydrologic unit code of 2 to 8 digits', /^\d{2,8}$/))
    .check(z.minLength(1, 'expected at least one code')),
  map: z.strictObject({
    center: z.tuple([latitude, longitude]),
    zoom: number('a zoom level from 0 to 22', 0, 22),
    /** Where the maps in the models' forms open; `center` by default. */
    models_center: z.optional(z.tuple([latitude, longitude])),
    /** West, north, east, south. */
    search_box: z.tuple([longitude, latitude, longitude, latitude]),
    /** The file with areas, rivers, waterbodies and towns; relative to the folder of the basin file. */
    shapes: z.optional(text),
  }),
  /** The IANA name of the zone of days and clocks; America/Denver by default. */
  time_zone: z.optional(text.check(z.refine(isTimeZone, 'expected a time zone such as America/Boise'))),
  huc8s: z.array(z.strictObject({ code: digits('eight digits', /^\d{8}$/), name: text })),
  ground_water_districts: z.array(text),
  /** All agencies by default. */
  agencies: z.optional(z.partialRecord(SourceName, Agency)),
  parameters: z.optional(z.array(OwnParameter)),
  location_types: z.optional(z.array(text)),
  quality: z.record(text, QualityFields),
  statistics: z.optional(Statistics),
  sites: z.array(BasinSite),
  /** Providers whose values may be read without signing in; none by default. */
  open_providers: z.optional(z.array(oneOf(dataProviders))),
  brief: z.optional(BasinBrief),
  forecast: z.optional(BasinForecast),
  outlook: z.optional(BasinOutlook),
  rivers: z.optional(z.array(BasinRiver)),
});
/** `shapes` holds what the file `map.shapes` says, if there is one. */
export type Basin = z.output<typeof Basin> & { readonly shapes?: BasinShapes | undefined };
