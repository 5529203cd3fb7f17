import type { RecordFreshness, SourceStatus } from '#contract/ingest-status.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { originLabel } from '#domain/demonstration.ts';
import { mapPathOfSite } from '#domain/page-paths.ts';
import type { Column } from '#kits/table/index.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import { shortSourceLabel, statusLabels } from './labels.ts';

/** Formats an instant by the clock in the basin's time zone; `none` if it is null. */
function formatRunTime(instant: string | null, none: string): string {
  return instant === null ? none : formatInstant(instant, dateFormats.shortDateTime);
}

/** The last run of each source. */
export const sourceColumns: readonly Column<SourceStatus>[] = [
  { id: 'source', header: 'Source', kind: 'text', value: (row) => shortSourceLabel(row.source) },
  {
    id: 'status',
    header: 'Last Run',
    kind: 'text',
    filter: 'among',
    value: (row) => statusLabels[row.status],
  },
  {
    id: 'started',
    header: 'Started',
    kind: 'text',
    value: (row) => formatRunTime(row.started_at, ''),
    sortKey: (row) => row.started_at,
  },
  {
    id: 'succeeded',
    header: 'Last Success',
    kind: 'text',
    value: (row) => formatRunTime(row.succeeded_at, 'never'),
    sortKey: (row) => row.succeeded_at,
  },
  { id: 'read', header: 'Read', kind: 'number', value: (row) => row.rows_read },
  { id: 'written', header: 'Written', kind: 'number', value: (row) => row.rows_written },
  { id: 'unchanged', header: 'Unchanged', kind: 'number', value: (row) => row.rows_unchanged },
  { id: 'rejected', header: 'Rejected', kind: 'number', value: (row) => row.rows_rejected },
  { id: 'flagged', header: 'Flagged', kind: 'number', value: (row) => row.rows_flagged },
  {
    id: 'failures',
    header: 'Failures',
    kind: 'text',
    value: (row) => row.failures.map(({ name, message }) => `${name}: ${message}`).join('; '),
  },
];

/** The age of each record. */
export const recordColumns: readonly Column<RecordFreshness>[] = [
  {
    id: 'name',
    header: 'Location',
    kind: 'text',
    value: (row) => row.loc_name,
    link: (row) => ({ href: mapPathOfSite(row.loc_ndx), label: `${row.loc_name} on the map` }),
  },
  { id: 'parameter', header: 'Parameter', kind: 'text', filter: 'among', value: (row) => row.parameter_name },
  {
    id: 'provider',
    header: 'Data Provider',
    kind: 'text',
    filter: 'among',
    value: (row) => row.data_provider,
  },
  {
    id: 'source',
    header: 'Source',
    kind: 'text',
    hidden: true,
    alwaysInCsv: true,
    value: ({ data_provider: provider, source }) => delivererOf({ provider, source }),
  },
  {
    id: 'values',
    header: 'Values',
    kind: 'text',
    hidden: true,
    alwaysInCsv: true,
    value: (row) => originLabel(row.is_demonstration),
  },
  { id: 'last', header: 'Last Value', kind: 'date', value: (row) => row.por_end },
  { id: 'lag', header: 'Lag', kind: 'number', unit: 'days', value: (row) => row.lag_days },
  {
    id: 'interval',
    header: 'Usual Interval',
    kind: 'number',
    unit: 'days',
    value: (row) => row.interval_days,
  },
  {
    id: 'state',
    header: 'State',
    kind: 'text',
    filter: 'among',
    value: (row) => stateLabels[row.state],
    sortKey: (row) => urgency[row.state] * maxLagDays - (row.lag_days ?? 0),
  },
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
