import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { parameterNumber } from '#contract/record-fields.ts';
import { FileReference } from '#contract/records/fields.ts';
import { Day } from '#contract/time-series.ts';
import { OwnSite, RefusedLine, siteParams } from './shapes.ts';

export * from './administration-contract.ts';
export * from './file-contract.ts';
export * from './shapes.ts';

const signedIn = { access: 'signed-in', maxAge: 'never' } as const;
/** An instant with its offset: `2026-04-07T08:15:00-06:00`. */
const Instant = z.iso.datetime({
  offset: true,
  error: 'expected an instant such as 2026-04-07T08:15:00-06:00',
});
const note = z.string().check(z.trim(), z.maxLength(500));
const reason = z.string().check(z.trim(), z.minLength(3, 'Say why.'), z.maxLength(500));
const unit = z.string().check(z.trim(), z.maxLength(40));

/** By hand, over the API, from a file of a person, or from a feed of the basin file. */
export const ways = ['hand', 'push', 'file', 'feed'] as const;

const ReadingVersion = z.object({
  version: z.int(),
  /** In the unit of the parameter; null for a withdrawn one. */
  value: z.nullable(z.number()),
  /** As it was entered. */
  entered: z.nullable(z.object({ value: z.number(), unit: z.string() })),
  way: z.enum(ways),
  /** Of a person, a token, a file or a feed. */
  by: z.string(),
  known_from: z.string(),
  note: z.nullable(z.string()),
  /** Why it was corrected or withdrawn. */
  reason: z.nullable(z.string()),
  photo: z.nullable(FileReference),
});

/** A reading is what a parameter, or the stage, was at an instant; its latest version is the first one of the list. */
export const OwnReading = z.object({
  parameter_ndx: z.int(),
  at: z.string(),
  versions: z.array(ReadingVersion).check(z.minLength(1)),
  /** What the rating table of that time makes of a stage: null outside its ends. */
  flow: z.optional(
    z.object({ parameter_ndx: z.int(), value: z.nullable(z.number()), table_version: z.int() }),
  ),
});
export type OwnReading = z.output<typeof OwnReading>;

/** Points are stage in ft and flow in cfs, ascending. */
export const RatingTable = z.object({
  parameter_ndx: z.int(),
  version: z.int(),
  /** It holds from this instant until that of the next table. */
  valid_from: z.string(),
  /** Subtracted from the stage before its logarithm is taken, in ft. */
  offset_ft: z.number(),
  points: z.array(z.tuple([z.number(), z.number()])),
  note: z.nullable(z.string()),
  by: z.string(),
  known_from: z.string(),
});
export type RatingTable = z.output<typeof RatingTable>;

/** Of an address that is no own site, `site` is null. The readings are the latest 50. */
export const OwnRecord = z.object({
  site: z.nullable(OwnSite),
  time_zone: z.string(),
  readings: z.array(OwnReading),
  tables: z.array(RatingTable),
  /** What the first own record removes, of a portal that is a demonstration. */
  notice: z.nullable(z.string()),
});
export type OwnRecord = z.output<typeof OwnRecord>;

export const listOwnSites = defineEndpoint({
  ...signedIn,
  summary: 'The own sites, and whether the caller may write their readings',
  method: 'GET',
  path: '/api/own-records/sites',
  response: z.object({ sites: z.array(OwnSite), can_write_all: z.boolean() }),
});

export const readOwnRecord = defineEndpoint({
  ...signedIn,
  summary: 'The latest readings of a site with their versions, and its rating tables',
  method: 'GET',
  path: '/api/own-records/sites/:loc_ndx',
  params: siteParams,
  response: OwnRecord,
});

export const readReadings = defineEndpoint({
  ...signedIn,
  summary:
    'Up to 1,000 readings of a site before an instant, the latest first, as they were known at another one',
  method: 'GET',
  path: '/api/own-records/sites/:loc_ndx/readings',
  params: siteParams,
  query: z.object({
    parameter: z.optional(z.union([z.literal('0'), parameterNumber])),
    before: z.optional(Instant),
    as_of: z.optional(Instant),
  }),
  response: z.object({ readings: z.array(OwnReading) }),
  errors: [404],
});

/** The same `client_id` again changes nothing and gets the reading that is stored. */
export const addReading = defineEndpoint({
  ...signedIn,
  summary: 'Adds a reading by hand; 409 if another value is stored for its time, which is corrected instead',
  method: 'POST',
  path: '/api/own-records/sites/:loc_ndx/readings',
  params: siteParams,
  body: z.strictObject({
    client_id: z.uuid('must be an id'),
    parameter_ndx: z.int(),
    at: Instant,
    value: z.number('Enter a number.'),
    unit,
    note: z.optional(note),
    photo: z.optional(z.uuid()),
  }),
  successStatus: 201,
  response: OwnReading,
  errors: [404, 409],
});

/** `version` is the one that the caller has seen. */
export const correctReading = defineEndpoint({
  ...signedIn,
  summary:
    'Corrects a reading, or withdraws it with the value null; the former versions stay; 409 if it has changed since',
  method: 'PUT',
  path: '/api/own-records/sites/:loc_ndx/readings',
  params: siteParams,
  body: z.strictObject({
    parameter_ndx: z.int(),
    at: Instant,
    version: z.int(),
    value: z.nullable(z.number()),
    unit,
    reason,
  }),
  response: OwnReading,
  errors: [404, 409],
});

export const uploadPhoto = defineEndpoint({
  ...signedIn,
  summary: 'Uploads the photo of a reading, a JPEG, PNG or WebP as application/octet-stream',
  method: 'POST',
  path: '/api/own-records/sites/:loc_ndx/photos',
  isUpload: true,
  params: siteParams,
  query: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
  response: FileReference,
  errors: [404, 413],
});

/** What a rating table changes, or would change. */
const RatingEffect = z.object({
  points: z.array(z.tuple([z.number(), z.number()])),
  /** A table with one of these is not stored. */
  refused: z.array(RefusedLine),
  /** Readings of the stage that it covers in time, and how many of them are beyond its ends. */
  readings: z.int(),
  beyond: z.int(),
  /** Days that get another value, a first one, or none. */
  days: z.int(),
  first: z.nullable(Day),
  last: z.nullable(Day),
  table: z.nullable(RatingTable),
});
export type RatingEffect = z.output<typeof RatingEffect>;

/** `points` is text: a stage in ft and a flow in cfs on each line, with a comma, a semicolon, a tab or blanks between. */
export const writeRatingTable = defineEndpoint({
  ...signedIn,
  summary:
    'Says what a new version of a rating table recomputes; with `store`, stores it and recomputes that',
  method: 'POST',
  path: '/api/own-records/sites/:loc_ndx/ratings',
  params: siteParams,
  body: z.strictObject({
    parameter_ndx: z.int(),
    valid_from: Instant,
    offset_ft: z.number('Enter a number.'),
    points: z.string().check(z.maxLength(200_000)),
    note: z.optional(note),
    store: z.boolean(),
  }),
  response: RatingEffect,
  errors: [404, 409],
});
