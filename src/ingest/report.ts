import type { BasinSite } from '#contract/basin/basin.ts';
import type { RunStatus } from '#contract/imports.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';

const examplesPerReason = 5;

/** Values rejected or flagged for one reason, with the first of them as examples. */
export type ReasonCount = {
  reason: string;
  count: number;
  examples: { date: string; value: string }[];
};

/** The result of one series. `read` counts values, rejected ones included, but not days without a value. */
export type SeriesReport = {
  name: string;
  loc_id: string;
  loc_name: string;
  parameter_ndx: ParameterNdx;
  first: string | null;
  last: string | null;
  read: number;
  written: number;
  unchanged: number;
  missing: number;
  rejected: ReasonCount[];
  /** Values that fail a quality rule; they are stored with a flag. */
  flagged: ReasonCount[];
  /** Values that replaced a different one, which is in the history. */
  revised: number;
  /** Days that are no longer shown, because the agency withdrew them or another source took over; they are in the history. */
  removed: number;
  notes: readonly string[];
};

/** The report of a series of which nothing was read yet. */
export function emptySeriesReport(name: string, site: BasinSite, parameter: ParameterNdx): SeriesReport {
  return {
    name,
    loc_id: site.id.toUpperCase(),
    loc_name: site.name,
    parameter_ndx: parameter,
    first: null,
    last: null,
    read: 0,
    written: 0,
    unchanged: 0,
    missing: 0,
    rejected: [],
    flagged: [],
    revised: 0,
    removed: 0,
    notes: [],
  };
}

export type IngestReport = {
  source: string;
  /** Every record, or every record of the named sites, was requested from its beginning. */
  is_whole: boolean;
  sites: readonly string[] | null;
  /** `partial`: nothing was refused, but less arrived than was asked for. */
  status: Exclude<RunStatus, 'running'>;
  rows_read: number;
  rows_written: number;
  rows_unchanged: number;
  rows_rejected: number;
  rows_flagged: number;
  rows_revised: number;
  rows_removed: number;
  series: SeriesReport[];
  unknown_columns: string[];
  failures: { name: string; message: string }[];
  /** What was asked for and did not arrive, with numbers. */
  incomplete: { name: string; message: string }[];
};

export function emptyReport(source: string): IngestReport {
  return {
    source,
    is_whole: true,
    sites: null,
    status: 'succeeded',
    rows_read: 0,
    rows_written: 0,
    rows_unchanged: 0,
    rows_rejected: 0,
    rows_flagged: 0,
    rows_revised: 0,
    rows_removed: 0,
    series: [],
    unknown_columns: [],
    failures: [],
    incomplete: [],
  };
}

/** What a run ends with: it has succeeded only if all came that was asked for. */
export function statusOf({ failures, incomplete }: Pick<IngestReport, 'failures' | 'incomplete'>) {
  if (failures.length > 0) return 'failed';
  return incomplete.length > 0 ? 'partial' : 'succeeded';
}

export function addSeriesReport(report: IngestReport, series: SeriesReport): void {
  report.series.push(series);
  report.rows_read += series.read;
  report.rows_written += series.written;
  report.rows_unchanged += series.unchanged;
  report.rows_rejected += totalCount(series.rejected);
  report.rows_flagged += totalCount(series.flagged);
  report.rows_revised += series.revised;
  report.rows_removed += series.removed;
}

/** Adds another source's report to `report`. */
export function mergeReport(report: IngestReport, other: IngestReport): void {
  report.series.push(...other.series);
  report.rows_read += other.rows_read;
  report.rows_written += other.rows_written;
  report.rows_unchanged += other.rows_unchanged;
  report.rows_rejected += other.rows_rejected;
  report.rows_flagged += other.rows_flagged;
  report.rows_revised += other.rows_revised;
  report.rows_removed += other.rows_removed;
  report.unknown_columns.push(...other.unknown_columns);
  report.failures.push(...other.failures);
  report.incomplete.push(...other.incomplete);
  report.is_whole &&= other.is_whole;
  report.status = statusOf(report);
}

function totalCount(counted: readonly ReasonCount[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** A value with the reason why it is not stored, or has a flag; its day as a text where that may be none. */
type Reasoned = { readonly day: DayNumber | string; readonly value: string; readonly reason: string };

/** Groups values by reason, most frequent first. */
export function countByReason(rejections: readonly Reasoned[]): ReasonCount[] {
  const groups = Map.groupBy(rejections, ({ reason }) => reason);
  return [...groups]
    .map(([reason, found]) => ({
      reason,
      count: found.length,
      examples: found
        .slice(0, examplesPerReason)
        .map(({ day, value }) => ({ date: typeof day === 'string' ? day : formatDay(day), value })),
    }))
    .sort((a, b) => b.count - a.count);
}

export const formatDayOrNull = (day: DayNumber | undefined) => (day === undefined ? null : formatDay(day));

/** Formats a report as lines of text. */
export function describeReport(report: IngestReport): string[] {
  const lines = report.series.flatMap((series) => [
    `${series.name}: ${series.loc_name}, ${series.first ?? 'no day'} to ${series.last ?? 'no day'}: ${series.read} read, ${series.written} written, ${series.unchanged} unchanged, ${series.revised} revised${describeRemoved(series.removed)}, ${totalCount(series.rejected)} rejected${series.missing > 0 ? `, ${series.missing} days without a value` : ''}`,
    ...series.notes.map((note) => `  ${note}`),
    ...series.rejected.map((each) => `  ${each.count} rejected: ${each.reason} (${examplesOf(each)})`),
    ...series.flagged.map((each) => `  ${each.count} stored. ${each.reason} (${examplesOf(each)})`),
  ]);
  const refused = new Set(report.failures.map(({ name }) => name));
  const unlisted = report.unknown_columns.filter((name) => !refused.has(name));
  if (unlisted.length > 0) {
    lines.push(`Not imported, because the basin file does not list them: ${unlisted.join(', ')}`);
  }
  lines.push(...report.failures.map(describeFailure));
  lines.push(...report.incomplete.map(({ name, message }) => `Incomplete: ${name}: ${message}`));
  lines.push(
    `${report.source}: ${report.status === 'partial' ? 'partial, ' : ''}${report.rows_read} read, ${report.rows_written} written, ${report.rows_unchanged} unchanged, ${report.rows_revised} revised${describeRemoved(report.rows_removed)}, ${report.rows_rejected} rejected, ${report.rows_flagged} flagged.`,
  );
  return lines;
}

const describeRemoved = (days: number) => (days === 0 ? '' : `, ${days} no longer shown`);

export function describeFailure({ name, message }: IngestReport['failures'][number]): string {
  return `Refused: ${name}: ${message}`;
}

function examplesOf({ examples, count }: ReasonCount): string {
  const shown = examples.map(({ date, value }) => `${date}: ${value}`).join('; ');
  return count > examples.length ? `${shown}; …` : shown;
}
