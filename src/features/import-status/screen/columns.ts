import type { ImportSource, RunStatus } from '#contract/imports.ts';
import type { RecordFreshness, SourceStatus } from '#contract/ingest-status.ts';
import { agencyOf, type SourceName } from '#domain/agencies.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { mapPathOfSite } from '#domain/page-paths.ts';
import type { Column } from '#kits/table/index.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { among, dateColumn, inCsv, numberColumn, textColumn } from '#lib/table/columns.ts';

/** What imports are called that are of no agency. */
const ownLabels: Readonly<Record<Exclude<ImportSource, SourceName>, { label: string; shortLabel?: string }>> =
  {
    all: { label: 'All sources' },
    boundaries: { label: 'Boundaries of hydrologic units', shortLabel: 'Boundaries' },
    official: { label: 'Official statistics and forecasts', shortLabel: 'Official' },
    now: { label: 'Readings of the last hours', shortLabel: 'Readings' },
  };

const labelsOf = (source: string) =>
  agencyOf(source) ?? Object.entries(ownLabels).find(([name]) => name === source)?.[1];

/** The label of a source; a name that is not known stays as it is. */
export function sourceLabel(source: string): string {
  return labelsOf(source)?.label ?? source;
}

/** The same where a table has less room than the list. */
export function shortSourceLabel(source: string): string {
  return labelsOf(source)?.shortLabel ?? sourceLabel(source);
}

export const statusLabels: Readonly<Record<RunStatus, string>> = {
  running: 'Running',
  succeeded: 'Succeeded',
  partial: 'Partial',
  failed: 'Failed',
  cancelled: 'Canceled',
  interrupted: 'Interrupted',
};

/** Formats an instant by the clock in the basin's time zone; `none` if it is null. */
function formatRunTime(instant: string | null, none: string): string {
  return instant === null ? none : formatMoment(instant);
}

/** The last run of each source. */
export const sourceColumns: readonly Column<SourceStatus>[] = [
  textColumn('source', 'Source', (row) => shortSourceLabel(row.source)),
  textColumn('status', 'Last Run', (row) => statusLabels[row.status], among),
  textColumn('started', 'Started', (row) => formatRunTime(row.started_at, ''), {
    sortKey: (row) => row.started_at,
  }),
  textColumn('succeeded', 'Last Success', (row) => formatRunTime(row.succeeded_at, 'never'), {
    sortKey: (row) => row.succeeded_at,
  }),
  numberColumn('read', 'Read', (row) => row.rows_read),
  numberColumn('written', 'Written', (row) => row.rows_written),
  numberColumn('unchanged', 'Unchanged', (row) => row.rows_unchanged),
  numberColumn('rejected', 'Rejected', (row) => row.rows_rejected),
  numberColumn('flagged', 'Flagged', (row) => row.rows_flagged),
  textColumn('failures', 'Failures', (row) => describeProblems(row.failures)),
  textColumn('incomplete', 'Incomplete', (row) => describeProblems(row.incomplete)),
];

const maxProblems = 3;

/** Lists the first few failures or gaps of a run; null if there are none. */
export function describeProblems(problems: SourceStatus['failures']): string | null {
  if (problems.length === 0) return null;
  const shown = problems.slice(0, maxProblems).map(({ name, message }) => `${name}: ${message}`);
  const more = problems.length - shown.length;
  return more > 0 ? `${shown.join('; ')}; and ${more} more` : shown.join('; ');
}

/** The age of each record. */
export const recordColumns: readonly Column<RecordFreshness>[] = [
  textColumn('name', 'Location', (row) => row.loc_name, {
    link: (row) => ({ href: mapPathOfSite(row.loc_ndx), label: `${row.loc_name} on the map` }),
  }),
  textColumn('parameter', 'Parameter', (row) => row.parameter_name, among),
  textColumn('provider', 'Data Provider', (row) => row.data_provider, among),
  textColumn(
    'source',
    'Source',
    ({ data_provider: provider, source }) => delivererOf({ provider, source }),
    inCsv,
  ),
  dateColumn('last', 'Last Value', (row) => row.por_end),
  numberColumn('lag', 'Lag', (row) => row.lag_days, { unit: 'days' }),
  numberColumn('interval', 'Usual Interval', (row) => row.interval_days, { unit: 'days' }),
  textColumn('state', 'State', (row) => stateLabels[row.state], {
    ...among,
    sortKey: (row) => urgency[row.state] * maxLagDays - (row.lag_days ?? 0),
  }),
];

const stateLabels = { none: 'No value yet', current: 'Current', late: 'Late', ended: 'Ended' } as const;

/** Sort order: records that need attention first, the longest overdue on top. */
const urgency = { late: 0, none: 1, ended: 2, current: 3 } as const;
const maxLagDays = 1_000_000;

/** "4 of 520 records late, 2 ended" */
export function describeLateRecords(records: readonly RecordFreshness[]): string {
  const count = (state: RecordFreshness['state']) => records.filter((each) => each.state === state).length;
  const noun = records.length === 1 ? 'record' : 'records';
  return `${count('late')} of ${records.length} ${noun} late, ${count('ended')} ended`;
}
