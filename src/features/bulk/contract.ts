import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';

/** The media type of Parquet files. */
export const parquetType = 'application/vnd.apache.parquet';

/** A file with all values of one parameter, of the sites of open providers, sorted by site number and day. */
export const BulkFile = z.object({
  /** The name, e.g. `streamflow.parquet`. */
  file: z.string(),
  parameter_name: z.string(),
  units_name: z.string(),
  /** The names of the providers whose values it has. */
  providers: z.array(z.string()),
  rows: z.int(),
  bytes: z.int(),
  /** Of the whole file, in hexadecimal. */
  sha256: z.string(),
  /** `YYYY-MM-DD` in the basin's time zone, both included. */
  first_day: z.string(),
  last_day: z.string(),
  /** How many sites have values. */
  sites: z.int(),
});
export type BulkFile = z.output<typeof BulkFile>;

/** `manifest.json` of a set of files, all of one state of the database. */
export const BulkManifest = z.object({
  /** The state of the data; it rises with every change. */
  data_version: z.string(),
  /** ISO 8601 in UTC. */
  generated_at: z.string(),
  /** The IANA name of the zone of days. */
  time_zone: z.string(),
  /** What whoever uses the values has to know. */
  note: z.string(),
  /** The providers that were open when the files were written. */
  open_providers: z.array(z.string()),
  files: z.array(BulkFile),
});
export type BulkManifest = z.output<typeof BulkManifest>;

/** `ready`: there are files; `writing`: new ones are being written, and the present ones stay until then. */
const bulkStates = ['ready', 'writing', 'none'] as const;

/** Files that are being written. `series_done` is null while another process writes them. */
const BulkProgress = z.object({
  started_at: z.nullable(z.string()),
  series_done: z.nullable(z.int()),
  series_total: z.nullable(z.int()),
});

export const BulkStatus = z.object({
  state: z.enum(bulkStates),
  progress: z.nullable(BulkProgress),
  /** Why the last attempt since the start of the portal wrote no files, and when it ended. */
  failure: z.nullable(z.object({ at: z.string(), message: z.string() })),
  manifest: z.nullable(
    z.extend(BulkManifest, {
      files: z.array(
        z.extend(BulkFile, {
          /** The address of exactly these bytes, until an hour after new files have taken their place. */
          url: z.string(),
        }),
      ),
    }),
  ),
});
export type BulkStatus = z.output<typeof BulkStatus>;

const status = { path: '/api/bulk', maxAge: 'never', response: BulkStatus } as const;

export const readBulk = defineEndpoint({
  ...status,
  summary: 'The Parquet files with all values of open providers: names, sizes, hashes, and how new they are',
  method: 'GET',
  access: 'open',
});

export const writeBulk = defineEndpoint({
  ...status,
  successStatus: 202,
  location: '/api/bulk',
  summary: 'Starts to write the Parquet files now; 409 while they are being written',
  method: 'POST',
  access: 'developer',
  errors: [409],
});

export const cancelBulk = defineEndpoint({
  ...status,
  summary: 'Ends the writing of the Parquet files; the files that there are stay',
  method: 'DELETE',
  access: 'developer',
  errors: [404, 409],
});

/**
 * Sends a file, or the part of it that `Range` asks for. With `sha256`, the bytes with that hash: those of the present
 * file, or of the one before it for an hour.
 */
export const downloadBulkFile = defineEndpoint({
  summary: 'Downloads a Parquet file, or a range of its bytes',
  method: 'GET',
  path: '/api/bulk/:file',
  access: 'open',
  params: z.object({
    file: z
      .string()
      .check(z.regex(/^[a-z\d-]{1,100}\.parquet$/, 'must be the name of a file, such as streamflow.parquet')),
  }),
  query: z.object({
    sha256: z.optional(z.string().check(z.regex(/^[\da-f]{64}$/, 'must be 64 hexadecimal digits'))),
  }),
  response: z.unknown(),
  errors: [404],
});
