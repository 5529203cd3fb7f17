import * as z from 'zod/mini';
import { agencyOf, sourceNames } from '#domain/agencies.ts';
import { measures } from '#domain/vocabulary.ts';
import { isTimeZone } from '#lib/basin-clock.ts';
import {
  type BasinShapes,
  digits,
  field,
  httpUrl,
  latitude,
  longitude,
  number,
  oneOf,
  positive,
  share,
  text,
} from './basin-shapes.ts';

/** The basin file that is read unless BASIN_FILE names another; relative to the project folder. */
export const defaultBasinFile = 'content/basin/upper-snake.yaml';

const sites = z.array(text).check(z.minLength(1, 'expected the id of at least one site'));

/** The sum of a parameter over sites, which the landing page leads with, too. */
const BriefStorage = z.strictObject({
  label: field(text, 'the name of the sum'),
  parameter: field(text, 'a parameter in AF or cfs; of a single site, such as an index gage, any'),
  sites: field(
    sites,
    'the sites that are summed, on the last of 30 days on which each has a value. The share of the capacity needs `capacity_af` of each',
  ),
});

/** Snow sites whose sum is compared with the sum of their medians. */
const BriefSnow = z.strictObject({
  label: field(text, 'the name of the group'),
  sites: field(sites, 'sites with Snow Water Equivalent'),
});

const BriefRecord = z.strictObject({
  site: field(text, 'the id of a site'),
  parameter: field(text, 'a parameter of the site'),
});

/** `natural` is the site of the unregulated flow at the same place. */
const BriefRiver = z.strictObject({
  site: field(text, 'an index gage'),
  parameter: field(text, 'a parameter of the gage'),
  natural: field(z.optional(text), 'the site of the unregulated flow at the same place'),
});

/**
 * What the page Today has, in this order. `wells` are sites with a depth to water or an elevation of the water, `reaches`
 * sites with a reach gain. `moved` are the parameters whose changes of a week are compared.
 */
const BasinBrief = z.strictObject({
  storage: field(z.optional(BriefStorage), 'the sum that leads the page'),
  snow: field(z.optional(z.array(BriefSnow)), 'groups of snow sites'),
  rivers: field(z.optional(z.array(BriefRiver)), 'index gages'),
  springs: field(z.optional(z.array(BriefRecord)), 'springs, or other records to show like gages'),
  wells: field(z.optional(z.array(BriefRecord)), 'wells with Depth to Water or Groundwater Elevation'),
  reaches: field(z.optional(z.array(BriefRecord)), 'reaches with Reach Gain'),
  moved: field(
    z.optional(z.array(text)),
    'the parameters whose most unusual changes in seven days are shown, of all sites',
  ),
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
  id: field(anchor('spring'), 'the anchor of the graph, unique on its page'),
  title: field(text, 'the text before the name of the site'),
  site: field(text, 'the id of a site'),
  parameter: field(text, 'a parameter of the site'),
  measure: field(
    z.optional(oneOf(measures)),
    '`value`, the default, or `volume`: the cumulative discharge since the first day of the water year',
  ),
  more: field(
    z.optional(
      z.array(
        z.strictObject({
          label: field(text, 'the text of the link'),
          href: field(httpUrl, 'where it leads'),
        }),
      ),
    ),
    'links to other websites',
  ),
});
export type BasinChart = z.output<typeof BasinChart>;

/** The charts of the two forecast screens. */
const BasinForecast = z.strictObject({
  supply: field(z.optional(z.array(BasinChart)), 'the graphs of Forecast Supply'),
  tributaries: field(
    z.optional(
      z.array(
        z.strictObject({
          heading: field(text, 'the name of the reach'),
          charts: field(z.array(BasinChart), 'the graphs of the reach'),
        }),
      ),
    ),
    'the graphs of Tributary Forecast, by reach',
  ),
});

const outlookId = anchor('heise');
const monthDay = text.check(
  z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'expected a day such as "04-01", in quotes'),
);
const outlookPeriod = z.strictObject({
  from: field(monthDay, 'the first day'),
  to: field(monthDay, 'the last day'),
});

/**
 * A point whose volume of `period` is forecast from the snow of its predictor groups and, with `winter`, from its own mean
 * flow of that period. A `regulated` flow gets no outlook: what people store and release is no answer of the snow.
 * `official` is the site that the agencies' forecasts of this volume are imported for.
 */
const OutlookPoint = z.strictObject({
  id: field(outlookId, 'a word for addresses'),
  label: field(text, 'the name of the point'),
  flow: field(
    z.strictObject({
      site: field(text, 'the id of a site'),
      parameter: field(text, 'a parameter of the site'),
    }),
    'the unregulated flow in cfs whose volume is forecast',
  ),
  regulated: field(
    z.optional(z.boolean('expected true or false')),
    'true: the outlook is withheld, because people store and release this flow',
  ),
  period: field(outlookPeriod, 'the days whose volume is forecast, of one calendar year'),
  winter: field(
    z.optional(outlookPeriod),
    'days before the period whose mean flow is a predictor; they may begin in the year before',
  ),
  predictors: field(
    z
      .array(
        z.strictObject({
          label: field(text, 'the name of the group'),
          parameter: field(text, 'Snow Water Equivalent'),
          sites: field(sites, 'the sites of the group'),
        }),
      )
      .check(z.minLength(1, 'expected at least one group')),
    'groups of sites with Snow Water Equivalent; a site is listed once',
  ),
  official: field(
    z.optional(text),
    'the site whose NRCS forecasts are imported and shown beside the outlook',
  ),
});

/** Reservoirs whose fill depends on the volume at a point; their capacities are those of the sites. */
const FillGroup = z.strictObject({
  id: field(outlookId, 'a word for addresses'),
  label: field(text, 'the name of the group'),
  point: field(outlookId, 'the point whose volume fills the reservoirs'),
  parameter: field(text, 'storage in AF'),
  sites: field(sites, 'reservoirs that are filled together, each with `capacity_af`'),
});

/** The outlook of the season's volume, and what it takes to fill, in the order of the screen. */
export const BasinOutlook = z.strictObject({
  points: field(
    z.array(OutlookPoint).check(z.minLength(1, 'expected at least one point')),
    'points whose volume is forecast',
  ),
  fill: field(z.optional(z.array(FillGroup)), 'groups of reservoirs'),
});
export type BasinOutlook = z.output<typeof BasinOutlook>;

/** What leaves or enters a river between the site `below` which it does and the next one, in downstream order. */
const RiverBranches = z.strictObject({
  below: field(text, 'the site below which they leave or enter, above the next one'),
  sites: field(sites, 'ids of the canals or returns, in downstream order'),
});

/**
 * Sites along a river, in downstream order. `joins` is the first site of another river below the place where this one
 * flows into it. A river with `line` is drawn with its sites. `reaches` says at which site the gain of a reach begins; it
 * ends at the site after its place in `sites`.
 */
export const BasinRiver = z.strictObject({
  name: field(text, 'the name of the river, unique in the list'),
  line: field(
    z.optional(z.boolean('expected true or false')),
    'whether the page River draws it with its sites',
  ),
  sites: field(sites, 'ids in downstream order; a site is on one river at most'),
  joins: field(
    z.optional(text),
    'the first site of another river below the place where this one flows into it',
  ),
  diversions: field(z.optional(z.array(RiverBranches)), 'the canals that leave it, in downstream order'),
  returns: field(z.optional(z.array(RiverBranches)), 'what enters it and is no river, in downstream order'),
  reaches: field(
    z.optional(
      z.array(
        z.strictObject({
          site: field(text, 'the reach, a site of the river'),
          from: field(
            text,
            'the site at which the reach begins; it ends at the one after its place in the river',
          ),
        }),
      ),
    ),
    'the reaches whose gain is compared',
  ),
});
export type BasinRiver = z.output<typeof BasinRiver>;

const SourceName = oneOf(sourceNames);

/** One limit of the quality rules; `none` takes away that of the basin at a site. */
const limit = <Schema extends z.ZodMiniType>(schema: Schema, expected: string) =>
  z.optional(z.union([z.literal('none'), schema], `expected ${expected}, or none`));
const shareLimit = limit(share, 'a share from 0 to 1');
const positiveLimit = limit(positive, 'a number above 0');

/**
 * The quality rules for values of a parameter, in its units. Rules that are left out, or are `none`, are not applied.
 * `low` and `high` bound a value. Storage may exceed the capacity by `over_capacity_share`. `spike`, or `spike_share`
 * of the capacity, is the largest jump that may be reversed the next day; `rate`, or `rate_share` of the capacity, the
 * largest change in a day. An instrument counts as stuck after `flat_days` days with the same value other than 0.
 */
export const QualityFields = z.strictObject({
  low: field(limit(number('a number'), 'a number'), 'flags a value below; `none` where flow may be negative'),
  high: field(limit(number('a number'), 'a number'), 'flags a value above'),
  over_capacity_share: field(shareLimit, 'flags storage more than this share above `capacity_af`'),
  spike: field(positiveLimit, 'flags a jump by more than this that is undone at once'),
  spike_share: field(shareLimit, 'the same, as a share of the capacity'),
  rate: field(positiveLimit, 'flags a change by more than this in one day'),
  rate_share: field(shareLimit, 'the same, as a share of the capacity'),
  flat_days: field(
    limit(z.int('expected a whole number').check(z.gte(2, 'expected 2 or more')), 'a whole number'),
    'flags the same value, other than 0, on this many days',
  ),
});
export type QualityFields = z.output<typeof QualityFields>;

const SiteQuality = z.union(
  [z.literal('none'), QualityFields],
  'expected none, or rules such as { low: 0, high: 100 }',
);

/** The agency's own name for the series, by source. Values are imported from the first source. */
const SeriesKeys = z.partialRecord(SourceName, text).check((context) => {
  for (const name of sourceNames) {
    const rule = agencyOf(name)?.key;
    const key = context.value[name];
    if (key === undefined || !rule || rule.pattern.test(key)) continue;
    context.issues.push({ code: 'custom', input: key, path: [name], message: `expected ${rule.expected}` });
  }
});

/** What a day of an own site is computed from. */
const OwnTerms = z.strictObject(
  {
    limit_minutes: field(
      z.int('expected a whole number of minutes').check(z.gte(1), z.lte(10_080)),
      'readings farther apart leave the time between them uncovered; a day needs 80 % of its time',
    ),
  },
  'expected { limit_minutes: 120 }',
);

/** A place with records. Degrees are WGS 84; `line` is the course of a stream reach as `[longitude, latitude]`. */
export const BasinSite = z.strictObject({
  id: field(text, 'the agency’s id; it never changes, and case does not matter'),
  name: field(text, 'the name on the screens'),
  type: field(text, 'one of the built-in types or of `location_types`'),
  provider: field(text, 'who provides the data: one of the built-in providers or of `providers`'),
  lat: field(latitude, 'degrees of WGS 84'),
  lon: field(longitude, 'degrees of WGS 84'),
  elevation_ft: field(z.optional(number('a number of feet')), 'elevation'),
  huc8: field(text, 'one of `huc8s`'),
  huc10: field(z.optional(digits('ten digits', /^\d{10}$/)), 'a watershed within it'),
  district: field(z.optional(text), 'one of `ground_water_districts`'),
  url: field(z.optional(httpUrl), 'a page about the site; the default is the agency’s page'),
  capacity_af: field(z.optional(positive), 'the active capacity of a reservoir'),
  dead_storage_af: field(
    z.optional(number('a number of acre-feet', 0)),
    'of a reservoir with a series of `nrcs`: what to subtract from AWDB’s storage, 0 if it has no dead storage. Without it, that storage is refused',
  ),
  own: field(
    z.optional(OwnTerms),
    'people, loggers and files of your own write its readings, of the parameters in `series`',
  ),
  line: field(
    z.optional(z.array(z.tuple([longitude, latitude])).check(z.minLength(2, 'expected at least two points'))),
    'of a stream reach: its course, as points of longitude and latitude',
  ),
  quality: field(
    z.optional(z.record(text, SiteQuality)),
    'the site’s own rules by parameter, field by field; a field or all of them may be `none`',
  ),
  series: field(
    z.record(text, SeriesKeys),
    'its parameters, each with its name at the sources; `{}` without an importer',
  ),
});
export type BasinSite = z.output<typeof BasinSite>;

/** An agency whose service the basin uses. `address` is its service, if not the agency's own one. */
const Agency = z.strictObject(
  {
    address: field(
      z.optional(httpUrl),
      'the service, if not the agency’s own; an environment variable takes precedence',
    ),
  },
  'expected {}, or an address such as { address: https://example.org }',
);

/** `approved_only` leaves values that may still be revised out of the statistics of the normal period. */
const Statistics = z.strictObject(
  {
    approved_only: field(
      z.optional(z.boolean('expected true or false')),
      'true: provisional values are left out of the statistics, from the next start on',
    ),
  },
  'expected { approved_only: true }',
);

/** A parameter beyond those that every portal has. `reversed` draws its axis with 0 at the top. */
const OwnParameter = z.strictObject({
  name: field(text, 'the name on the screens'),
  units: field(text, 'the unit of the values'),
  reversed: field(z.optional(z.boolean('expected true or false')), 'true: the axis has 0 at the top'),
});

/** A data provider beyond those that every portal has. */
const OwnProvider = z.strictObject({
  name: field(text, 'the name on the screens'),
  url: field(z.optional(httpUrl), 'its page about a site, whose id takes the place of `{id}`'),
});

/** A subbasin. */
const Huc8 = z.strictObject({
  code: field(digits('eight digits', /^\d{8}$/), 'the hydrologic unit code'),
  name: field(text, 'the name of the subbasin'),
});

/** Whom people ask for help. */
const Contact = z.strictObject({
  name: field(text, 'a person, an office or a company'),
  telephone: field(
    z.optional(text.check(z.regex(/^[+(\d][\d ().-]{5,30}$/, 'expected a telephone number'))),
    'such as (208) 555-0142, without letters',
  ),
  mail: field(
    z.optional(text.check(z.regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/, 'expected an address of e-mail'))),
    'an address of e-mail',
  ),
});

/** Where the maps open, and what they show. */
const BasinMap = z.strictObject({
  center: field(z.tuple([latitude, longitude]), 'the initial view'),
  zoom: field(
    number('a zoom level from 0 to 22', 0, 22),
    'the zoom level of the tools’ maps; the public map and the maps of tributaries and forms are one level closer',
  ),
  models_center: field(
    z.optional(z.tuple([latitude, longitude])),
    'the initial view of the maps in the models’ forms, if not `center`',
  ),
  search_box: field(
    z.tuple([longitude, latitude, longitude, latitude]),
    'west, north, east, south: the area that the place search prefers, the public map’s view while it lists ids, and, with a margin, that of the state and county lines without basemaps',
  ),
  shapes: field(z.optional(text), 'the file with what is drawn beneath the sites, relative to this one'),
});

const yearExpected = 'expected a water year such as 1977';

/**
 * The places and rules of one portal, in the shape of its basin file; sites stay in the file's order. Whether the
 * parts agree with each other is checked by `ConsistentBasin`.
 */
export const Basin = z.strictObject({
  name: field(text, 'the basin’s name, on the landing page and in the descriptions of pages'),
  organization: field(
    z.optional(text),
    'whose portal it is, at the head of printed pages unless the account names another; `name` by default',
  ),
  hydrologic_units: field(
    z
      .array(digits('a hydrologic unit code of 2 to 8 digits', /^\d{2,8}$/))
      .check(z.minLength(1, 'expected at least one code')),
    'codes whose areas the importer of boundaries requests',
  ),
  contact: field(z.optional(Contact), 'whom people ask for help, on the page Support'),
  map: field(BasinMap, 'the maps'),
  time_zone: field(
    z.optional(text.check(z.refine(isTimeZone, 'expected a time zone such as America/Boise'))),
    'the zone of days and clocks, `America/Denver` by default. Set it before the first import: stored days do not move',
  ),
  huc8s: field(z.array(Huc8), 'the subbasins'),
  ground_water_districts: field(z.array(text), 'their names'),
  agencies: field(
    z.optional(z.partialRecord(SourceName, Agency)),
    'the agencies that are imported and that sites can name; all by default',
  ),
  parameters: field(
    z.optional(z.array(OwnParameter)),
    'parameters beyond the built-in ones, filled by `usbr`, by pcode, and by own records. Add new ones at the end: their ids, from 101 on, follow the order',
  ),
  location_types: field(z.optional(z.array(text)), 'types beyond the built-in ones; add new ones at the end'),
  providers: field(
    z.optional(z.array(OwnProvider)),
    'data providers beyond the built-in ones; add new ones at the end',
  ),
  miners_inches_per_cfs: field(
    z.optional(positive),
    'how many miner’s inches the law of the state calls 1 cfs: 50 in Idaho. Without it, they are refused',
  ),
  feeds: field(
    z.optional(z.record(anchor('gates'), z.record(text, z.unknown()))),
    'files and services of your own, by name: `npm run ingest -- feed NAME` reads one',
  ),
  quality: field(z.record(text, QualityFields), 'quality rules by parameter'),
  statistics: field(z.optional(Statistics), 'what the statistics rest on'),
  sites: field(z.array(BasinSite), 'the places with records'),
  open_providers: field(
    z.optional(z.array(text)),
    'providers whose values anyone may see without signing in, latest values included; those that publish the values themselves. None by default',
  ),
  drought_years: field(
    z.optional(z.array(z.int(yearExpected).check(z.gte(1800, yearExpected), z.lte(2199, yearExpected)))),
    'water years of well-known droughts, offered to compare with where a chart has them',
  ),
  brief: field(z.optional(BasinBrief), 'what Today shows, and the landing page leads with'),
  forecast: field(z.optional(BasinForecast), 'the graphs of the forecast screens'),
  outlook: field(z.optional(BasinOutlook), 'the supply outlook, and what it takes to fill'),
  rivers: field(
    z.optional(z.array(BasinRiver)),
    'the order of the sites along rivers, for the pages of sites',
  ),
});
/** `shapes` holds what the file `map.shapes` says, if there is one. */
export type Basin = z.output<typeof Basin> & { readonly shapes?: BasinShapes | undefined };
