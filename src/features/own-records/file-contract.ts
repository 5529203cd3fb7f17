import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { nameOf, siteFields } from '#contract/record-fields.ts';
import { Mapping } from './rules/mapping.ts';
import { idParams, RefusedLine } from './shapes.ts';

const signedIn = { access: 'signed-in', maxAge: 'never' } as const;

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
  /** Only so many bytes of a large file were read; storing reads all. Null if all of it was. */
  read_bytes: z.nullable(z.int()),
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
