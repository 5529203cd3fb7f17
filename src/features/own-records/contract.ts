import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { locationNumber, nameOf, parameterNumber, siteFields } from '#contract/record-fields.ts';
import { FileReference } from '#contract/records/fields.ts';
import { Day } from '#contract/time-series.ts';
import { Mapping } from './rules/mapping.ts';

/** The height of the water at a gage, in ft: no parameter of the portal, but what a rating table turns into a flow. */
export const stage = { parameter_ndx: 0, parameter_name: 'Stage', units_name: 'ft' } as const;

const signedIn = { access: 'signed-in', maxAge: 'never' } as const;
const administrator = { access: 'administrator', maxAge: 'never' } as const;

const siteParams = z.object({ loc_ndx: locationNumber });
const idParams = z.object({ id: z.uuid('must be an id') });
/** An instant with its offset: `2026-04-07T08:15:00-06:00`. */
const Instant = z.iso.datetime({
  offset: true,
  error: 'expected an instant such as 2026-04-07T08:15:00-06:00',
});
const note = z.string().check(z.trim(), z.maxLength(500));
const reason = z.string().check(z.trim(), z.minLength(3, 'Say why.'), z.maxLength(500));
const unit = z.string().check(z.trim(), z.maxLength(40));

/** What can be entered at a site: a parameter, or the stage where a parameter has rating tables or is a flow. */
const OwnParameter = z.object({
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  /** The units that its values may be entered in; the first one is that of the parameter. */
  units: z.array(z.string()),
});

/** A site whose readings people enter, push or upload. */
export const OwnSite = z.object({
  ...siteFields,
  /** Readings farther apart, in minutes, leave the time between them uncovered. */
  limit_minutes: z.int(),
  parameters: z.array(OwnParameter),
  /** Whether the caller may write its readings. */
  can_write: z.boolean(),
});
export type OwnSite = z.output<typeof OwnSite>;

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

/** A line that was not understood, and why. */
const RefusedLine = z.object({ line: z.int(), text: z.string(), reason: z.string() });
export type RefusedLine = z.output<typeof RefusedLine>;

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

export const maxOwnFileBytes = 250_000_000;

/** A file that is read, but not stored yet. It is forgotten after a day. */
export const OwnFile = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.int(),
  /** The first lines as they are. */
  head: z.array(z.string()),
  format: z.enum(['csv', 'json']),
  /** What the columns are called if the header is in the line that seems to be it. */
  columns: z.array(z.string()),
  /** What the file itself says; what it does not say is asked. */
  suggested: Mapping,
});
export type OwnFile = z.output<typeof OwnFile>;

export const uploadOwnFile = defineEndpoint({
  ...signedIn,
  summary: `Uploads a file of own records, as application/octet-stream, up to ${maxOwnFileBytes / 1e6} MB; nothing is stored of it yet`,
  method: 'POST',
  path: '/api/own-records/files',
  isUpload: true,
  query: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
  response: OwnFile,
  errors: [413],
});

/** A question about a file that must be answered before anything can be read. */
const Question = z.object({ field: z.string(), question: z.string(), choices: z.array(z.string()) });

const UnderstoodRow = z.object({
  line: z.int(),
  loc_name: z.string(),
  /** An instant, or a day. */
  at: z.string(),
  /** As it is stored. */
  value: z.nullable(z.number()),
  unit: z.string(),
  text: z.string(),
});

const FileChange = z.object({
  ...siteFields,
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  first: z.string(),
  last: z.string(),
  rows: z.int(),
  /** Of the rows: not stored yet, stored with this value, stored with another one. */
  new: z.int(),
  same: z.int(),
  revised: z.int(),
  notes: z.array(z.string()),
});

export const FilePreview = z.object({
  questions: z.array(Question),
  columns: z.array(z.string()),
  /** The first 20. */
  rows: z.array(UnderstoodRow),
  /** The first 200, and how many there are. */
  refused: z.array(RefusedLine),
  refused_count: z.int(),
  /** Cells without a value. */
  missing: z.int(),
  changes: z.array(FileChange),
  /** Only so many bytes of a large file were read; storing reads all. */
  read_bytes: z.int(),
});
export type FilePreview = z.output<typeof FilePreview>;

export const previewOwnFile = defineEndpoint({
  ...signedIn,
  summary:
    'Reads an uploaded file: what is asked, the first rows as understood, the refused lines, what would change',
  method: 'POST',
  path: '/api/own-records/files/:id/preview',
  changesState: false,
  params: idParams,
  body: z.strictObject({ mapping: Mapping }),
  response: FilePreview,
  errors: [404],
});

/** What an import of a file has done so far. */
export const OwnFileState = z.object({
  status: z.enum(['uploaded', 'running', 'succeeded', 'partial', 'failed', 'cancelled', 'interrupted']),
  rows_read: z.int(),
  rows_written: z.int(),
  rows_unchanged: z.int(),
  rows_rejected: z.int(),
  /** Refusals with their lines, and remarks. */
  messages: z.array(z.string()),
});
export type OwnFileState = z.output<typeof OwnFileState>;

export const storeOwnFile = defineEndpoint({
  ...signedIn,
  summary: 'Stores what was understood of an uploaded file; 409 while an import is running',
  method: 'POST',
  path: '/api/own-records/files/:id/store',
  params: idParams,
  body: z.strictObject({ mapping: Mapping, accept_magnitude: z.optional(z.boolean()) }),
  successStatus: 202,
  response: OwnFileState,
  errors: [404, 409],
});

export const readOwnFile = defineEndpoint({
  ...signedIn,
  summary: 'How far the import of an uploaded file is',
  method: 'GET',
  path: '/api/own-records/files/:id',
  params: idParams,
  response: OwnFileState,
  errors: [404],
});

export const NamedMapping = z.object({
  name: z.string(),
  mapping: Mapping,
  changed_at: z.string(),
  changed_by: z.string(),
});
export type NamedMapping = z.output<typeof NamedMapping>;
const Mappings = z.object({ mappings: z.array(NamedMapping) });

export const listMappings = defineEndpoint({
  ...signedIn,
  summary: 'What files mean, under the names that people have given it',
  method: 'GET',
  path: '/api/own-records/mappings',
  response: Mappings,
});

export const saveMapping = defineEndpoint({
  ...signedIn,
  summary: 'Saves what a file means under a name, or removes it with the mapping null',
  method: 'PUT',
  path: '/api/own-records/mappings',
  body: z.strictObject({ name: nameOf(60), mapping: z.nullable(Mapping) }),
  response: Mappings,
});

export const maxPushedReadings = 10_000;

/** An answer for each reading, in their order. */
const PushAnswer = z.object({
  line: z.int(),
  id: z.nullable(z.string()),
  status: z.enum(['stored', 'same', 'revised', 'refused']),
  reason: z.optional(z.string()),
});

/**
 * The body is a JSON array of readings, or one reading on each line (application/x-ndjson):
 * `{"id": "a1", "parameter": "Diversion", "at": "2026-04-07T08:15:00-06:00", "value": 12.5, "unit": "cfs"}`. `id` is the
 * sender's own: the same one again changes nothing.
 */
export const pushReadings = defineEndpoint({
  summary: `Adds up to ${maxPushedReadings} readings of one site, with a write token of the site, as JSON or NDJSON; each gets an answer`,
  method: 'POST',
  path: '/api/readings',
  access: 'open',
  hasOwnTokens: true,
  maxBodyBytes: 4_000_000,
  body: z.union(
    [z.array(z.unknown()), z.string()],
    'must be a list of readings, or one reading on each line',
  ),
  response: z.object({
    stored: z.int(),
    same: z.int(),
    revised: z.int(),
    refused: z.int(),
    readings: z.array(PushAnswer),
  }),
  errors: [413],
});

const Writer = z.object({ subject: z.string(), loc_ndx: z.nullable(z.int()) });

/** A token that writes the readings of one site, and does nothing else. */
export const WriteToken = z.object({
  id: z.uuid(),
  loc_ndx: z.int(),
  name: z.string(),
  starts_with: z.string(),
  ends_on: Day,
  has_ended: z.boolean(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type WriteToken = z.output<typeof WriteToken>;

/** A writer of all own sites has the `loc_ndx` null. Administrators may write all of them. */
export const OwnAdministration = z.object({
  sites: z.array(OwnSite),
  writers: z.array(Writer),
  tokens: z.array(WriteToken),
  /** People who have signed in, to choose writers from. */
  people: z.array(z.object({ subject: z.string() })),
  /** What a new site can be. */
  types: z.array(z.string()),
  providers: z.array(z.string()),
  parameters: z.array(
    z.object({ parameter_ndx: z.int(), parameter_name: z.string(), units_name: z.string() }),
  ),
});
export type OwnAdministration = z.output<typeof OwnAdministration>;

export const readOwnAdministration = defineEndpoint({
  ...administrator,
  summary: 'The own sites, who may write their readings, and their write tokens',
  method: 'GET',
  path: '/api/own-records/administration',
  response: OwnAdministration,
});

const ownFields = {
  parameters: z.array(z.int()).check(z.minLength(1, 'Choose a parameter.'), z.maxLength(20)),
  limit_minutes: z.int().check(z.gte(1), z.lte(10_080)),
};

export const createOwnSite = defineEndpoint({
  ...administrator,
  summary: 'Creates an own site, as a published content record of a location',
  method: 'POST',
  path: '/api/own-records/sites',
  body: z.strictObject({
    loc_id: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    loc_name: nameOf(120),
    loc_type: z.string(),
    data_provider: z.string(),
    latitude_dd: z.number(),
    longitude_dd: z.number(),
    ...ownFields,
  }),
  successStatus: 201,
  response: OwnSite,
  errors: [409],
});

export const saveOwnSite = defineEndpoint({
  ...administrator,
  summary: 'Makes a site of the portal an own one, or changes what can be entered at it',
  method: 'PUT',
  path: '/api/own-records/sites/:loc_ndx',
  params: siteParams,
  body: z.strictObject(ownFields),
  response: OwnSite,
  errors: [404],
});

export const saveWriters = defineEndpoint({
  ...administrator,
  summary: 'Says who may write the readings of a site, or of all own sites with the loc_ndx null',
  method: 'PUT',
  path: '/api/own-records/writers',
  body: z.strictObject({
    loc_ndx: z.nullable(z.int()),
    subjects: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(200)),
  }),
  response: z.object({ writers: z.array(Writer) }),
  errors: [404],
});

export const createWriteToken = defineEndpoint({
  ...administrator,
  summary: 'Creates a token that writes the readings of one site; its secret is shown this once',
  method: 'POST',
  path: '/api/own-records/tokens',
  body: z.strictObject({ loc_ndx: z.int(), name: nameOf(60), ends_on: Day }),
  successStatus: 201,
  response: z.object({ ...WriteToken.shape, secret: z.string() }),
  hasSecret: true,
  errors: [404, 409],
});

export const revokeWriteToken = defineEndpoint({
  ...administrator,
  summary: 'Revokes a write token at once',
  method: 'DELETE',
  path: '/api/own-records/tokens/:id',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: [404],
});
