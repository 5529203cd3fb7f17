import * as z from 'zod/mini';
import { sourceNames } from '#domain/agencies.ts';

/** An agency, boundaries, official statistics, or all of them, one after the other; `now` are the readings of the last hours. */
export const importSources = [...sourceNames, 'boundaries', 'official', 'now', 'all'] as const;
export const ImportSource = z.enum(importSources, `expected one of ${importSources.join(', ')}`);
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
export const ImportSites = z
  .array(z.string().check(z.trim(), z.minLength(1, 'expected the name of a site'), z.maxLength(100)))
  .check(z.minLength(1, 'expected at least one site, or no list at all'), z.maxLength(maxSites));

/** An import that is running or has just ended. Times are ISO 8601 in UTC. */
export const ImportProgress = z.object({
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

/** How often the portal may import by itself. */
export const scheduleIntervals = ['off', '30m', '1h', '3h', '6h', '12h', '1d', '7d'] as const;
const ScheduleInterval = z.enum(scheduleIntervals, `expected one of ${scheduleIntervals.join(', ')}`);
export type ScheduleInterval = z.output<typeof ScheduleInterval>;

export const ScheduleRequest = z.strictObject({
  every: ScheduleInterval,
  source: ImportSource,
  sites: z.optional(ImportSites),
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
