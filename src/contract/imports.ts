import * as z from 'zod/mini';
import { sourceNames } from '#domain/agencies.ts';
import { defineEndpoint } from './endpoint.ts';

const shared = { access: 'developer', maxAge: 'never' } as const;

/** An agency, boundaries, official statistics, or all of them, one after the other; `now` are the readings of the last hours. */
export const importSources = [...sourceNames, 'boundaries', 'official', 'now', 'all'] as const;
const ImportSource = z.enum(importSources, `expected one of ${importSources.join(', ')}`);
export type ImportSource = z.output<typeof ImportSource>;

/**
 * `partial`: nothing was refused, but less arrived than was asked for. `interrupted`: the process ended, or the portal
 * was stopped, before the import had finished.
 */
export const runStatuses = ['running', 'succeeded', 'partial', 'failed', 'cancelled', 'interrupted'] as const;
export const RunStatus = z.enum(runStatuses);
export type RunStatus = z.output<typeof RunStatus>;

/** What a run did with the rows it read. Flagged ones are written, although they fail a quality rule. */
export const rowCounts = {
  rows_read: z.int(),
  rows_written: z.int(),
  rows_unchanged: z.int(),
  rows_rejected: z.int(),
  rows_flagged: z.int(),
};

const Remarks = z.array(z.object({ name: z.string(), message: z.string() }));

/** What was refused, and what was asked for and did not arrive, with numbers. */
export const problemLists = { failures: Remarks, incomplete: Remarks };

const maxSites = 500;
/** Sites in the agency's own names, e.g. `heii`. */
const Sites = z
  .array(z.string().check(z.trim(), z.minLength(1, 'expected the name of a site'), z.maxLength(100)))
  .check(z.minLength(1, 'expected at least one site, or no list at all'), z.maxLength(maxSites));

const ImportRequest = z.strictObject({
  source: ImportSource,
  sites: z.optional(Sites),
  /** Days before this one are skipped, `YYYY-MM-DD`. */
  since: z.optional(z.iso.date('expected a day such as 2026-04-07')),
  /** Values are stored even if they seem to be in another unit than the stored record. */
  accept_magnitude: z.optional(z.boolean()),
});

/** An import that is running or has just ended. Times are ISO 8601 in UTC. */
const ImportProgress = z.object({
  source: z.string(),
  sites: z.nullable(z.array(z.string())),
  since: z.nullable(z.string()),
  /** The `sub` claim of a person's token, `schedule` or `command line`. */
  started_by: z.string(),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  status: RunStatus,
  /** Someone has cancelled it, and the series that is being written is finished first. */
  is_stopping: z.boolean(),
  /** It runs in another process, which shows its messages, and which can end it. */
  is_elsewhere: z.boolean(),
  series_done: z.int(),
  /** Null where it is not known in advance. */
  series_total: z.nullable(z.int()),
  seconds_left: z.nullable(z.int()),
  /** The last lines, oldest first. */
  messages: z.array(z.string()),
});
export type ImportProgress = z.output<typeof ImportProgress>;

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

/** How often the portal may import by itself. */
export const scheduleIntervals = ['off', '30m', '1h', '3h', '6h', '12h', '1d', '7d'] as const;
const ScheduleInterval = z.enum(scheduleIntervals, `expected one of ${scheduleIntervals.join(', ')}`);
export type ScheduleInterval = z.output<typeof ScheduleInterval>;

const ScheduleRequest = z.strictObject({
  every: ScheduleInterval,
  source: ImportSource,
  sites: z.optional(Sites),
});
export type ScheduleRequest = z.output<typeof ScheduleRequest>;

export const ImportSchedule = z.object({
  every: ScheduleInterval,
  source: ImportSource,
  sites: z.nullable(z.array(z.string())),
  next_at: z.nullable(z.string()),
  changed_at: z.nullable(z.string()),
  changed_by: z.nullable(z.string()),
});
export type ImportSchedule = z.output<typeof ImportSchedule>;

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
