import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import {
  ImportProgress,
  ImportSchedule,
  ImportSites,
  ImportSource,
  problemLists,
  RunStatus,
  rowCounts,
  ScheduleRequest,
} from '#contract/imports.ts';

const shared = { access: 'developer', maxAge: 'never' } as const;

const ImportRequest = z.strictObject({
  source: ImportSource,
  sites: z.optional(ImportSites),
  /** Days before this one are skipped, `YYYY-MM-DD`. */
  since: z.optional(z.iso.date('expected a day such as 2026-04-07')),
  /** Values are stored even if they seem to be in another unit than the stored record. */
  accept_magnitude: z.optional(z.boolean()),
});

export const CurrentImport = z.object({ import: z.nullable(ImportProgress) });

export const startImport = defineEndpoint({
  ...shared,
  summary: 'Starts an import from the services of an agency, or of all; 409 while another one is running',
  method: 'POST',
  path: '/api/imports',
  body: ImportRequest,
  successStatus: 202,
  location: '/api/imports/current',
  response: CurrentImport,
  errors: [409],
});

export const readCurrentImport = defineEndpoint({
  ...shared,
  summary: 'The import that is running, or the last one since the portal was started, with its progress',
  method: 'GET',
  path: '/api/imports/current',
  response: CurrentImport,
});

export const cancelImport = defineEndpoint({
  ...shared,
  summary: 'Ends the import that is running; the series that it has done stay so',
  method: 'DELETE',
  path: '/api/imports/current',
  response: CurrentImport,
  errors: [404, 409],
});

export const readImportSchedule = defineEndpoint({
  ...shared,
  summary: 'How often the portal imports by itself, and when it does next',
  method: 'GET',
  path: '/api/imports/schedule',
  response: ImportSchedule,
});

export const saveImportSchedule = defineEndpoint({
  ...shared,
  summary: 'Sets how often the portal imports by itself; `off` ends it',
  method: 'PUT',
  path: '/api/imports/schedule',
  body: ScheduleRequest,
  response: ImportSchedule,
});

/** A run of one source; an import of all sources has several. */
export const ImportRun = z.object({
  id: z.int(),
  source: z.string(),
  sites: z.nullable(z.array(z.string())),
  status: RunStatus,
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Null for runs of earlier versions. */
  started_by: z.nullable(z.string()),
  ...rowCounts,
  rows_revised: z.int(),
  /** Days that are no longer shown, because the agency withdrew them or another source took over. */
  rows_removed: z.int(),
  series: z.int(),
  ...problemLists,
});
export type ImportRun = z.output<typeof ImportRun>;

const ImportRunsQuery = z.object({
  /** From 1, the newest. */
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'expected the number of a page, from 1'))),
});

/** Runs in a page of the history. */
export const runsPerPage = 50;

const ImportRuns = z.object({ total: z.int(), runs: z.array(ImportRun) });
export type ImportRuns = z.output<typeof ImportRuns>;

export const listImportRuns = defineEndpoint({
  ...shared,
  summary: 'The history of imports, newest first, page by page',
  method: 'GET',
  path: '/api/imports',
  query: ImportRunsQuery,
  response: ImportRuns,
});

const Reasons = z.array(z.object({ reason: z.string(), count: z.int() }));

/** What a run changed in one series. */
export const ImportRunSeries = z.object({
  name: z.string(),
  loc_name: z.string(),
  parameter_ndx: z.int(),
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
  read: z.int(),
  written: z.int(),
  unchanged: z.int(),
  revised: z.int(),
  removed: z.int(),
  rejected: Reasons,
  flagged: Reasons,
  notes: z.array(z.string()),
});
export type ImportRunSeries = z.output<typeof ImportRunSeries>;

const ImportRunDetail = z.object({
  run: ImportRun,
  series: z.array(ImportRunSeries),
  unknown: z.array(z.string()),
});
export type ImportRunDetail = z.output<typeof ImportRunDetail>;

export const readImportRun = defineEndpoint({
  ...shared,
  summary: 'A run of the history with what it changed in each series',
  method: 'GET',
  path: '/api/imports/:id',
  params: z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'expected the number of a run')) }),
  response: ImportRunDetail,
  errors: [404],
});
