import * as z from 'zod/mini';

/** The coordinates of every geometry: longitude and latitude, WGS 84. */
export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
/** The Gregorian calendar. */
export const gregorian = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

export const Link = z.looseObject({
  href: z.string(),
  rel: z.string(),
  type: z.string(),
  title: z.optional(z.string()),
});
export type Link = z.output<typeof Link>;
const links = z.array(Link);

export const LandingPage = z.object({ title: z.string(), description: z.string(), links });

/** `conformsTo` are the addresses of conformance classes. */
export const Conformance = z.object({ conformsTo: z.array(z.string()) });

const number = z.number();
const label = z.object({ en: z.string() });

/** A parameter of EDR and CoverageJSON. The unit has a symbol of UCUM where one is certain, otherwise only its label. */
export const OgcParameter = z.object({
  type: z.literal('Parameter'),
  description: z.optional(label),
  observedProperty: z.object({
    id: z.string(),
    label,
    categories: z.optional(z.array(z.object({ id: z.string(), label }))),
  }),
  unit: z.optional(
    z.object({ label, symbol: z.optional(z.object({ value: z.string(), type: z.string() })) }),
  ),
  categoryEncoding: z.optional(z.record(z.string(), z.int())),
});
export type OgcParameter = z.output<typeof OgcParameter>;

const DataQuery = z.object({
  link: z.extend(Link, { variables: z.looseObject({ query_type: z.string() }) }),
});

/**
 * A collection as both OGC API – Features 1.0 and EDR 1.1 describe it. `bbox` is west, south, east, north; `interval`
 * are the instants at which the first day begins and the last one ends.
 */
export const Collection = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  links,
  itemType: z.literal('feature'),
  extent: z.object({
    spatial: z.object({ bbox: z.tuple([z.tuple([number, number, number, number])]), crs: z.literal(crs84) }),
    temporal: z.optional(
      z.object({ interval: z.tuple([z.tuple([z.string(), z.string()])]), trs: z.literal(gregorian) }),
    ),
  }),
  crs: z.array(z.string()),
  output_formats: z.array(z.string()),
  parameter_names: z.record(z.string(), OgcParameter),
  data_queries: z.record(z.string(), DataQuery),
});
export type Collection = z.output<typeof Collection>;

export const Collections = z.object({ links, collections: z.array(Collection) });

const Geometry = z.nullable(z.looseObject({ type: z.string() }));

/** A GeoJSON feature; only one that is asked for by itself has links. */
export const OgcFeature = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: Geometry,
  properties: z.record(z.string(), z.unknown()),
  links: z.optional(links),
});
export type OgcFeature = z.output<typeof OgcFeature>;

export const OgcFeatures = z.object({
  type: z.literal('FeatureCollection'),
  timeStamp: z.string(),
  numberMatched: z.int(),
  numberReturned: z.int(),
  links,
  features: z.array(OgcFeature),
});

const axis = z.object({ values: z.array(number) });
const NdArray = z.object({
  type: z.literal('NdArray'),
  dataType: z.enum(['float', 'integer']),
  axisNames: z.tuple([z.literal('t')]),
  shape: z.tuple([z.int()]),
  values: z.array(z.nullable(number)),
});

/** A CoverageJSON PointSeries. `t` has every day, `YYYY-MM-DD`, from the first value to the last one. */
export const PointSeries = z.object({
  type: z.literal('Coverage'),
  domain: z.object({
    type: z.literal('Domain'),
    domainType: z.literal('PointSeries'),
    axes: z.object({ x: axis, y: axis, t: z.object({ values: z.array(z.string()) }) }),
    referencing: z.array(
      z.object({ coordinates: z.array(z.string()), system: z.looseObject({ type: z.string() }) }),
    ),
  }),
  parameters: z.record(z.string(), OgcParameter),
  ranges: z.record(z.string(), NdArray),
});
export type PointSeries = z.output<typeof PointSeries>;
