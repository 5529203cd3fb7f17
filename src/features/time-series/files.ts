import type { DailySeries, FlaggedValue } from '#contract/daily-data.ts';
import { delivererOf, sourceOfValue } from '#domain/deliverer.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { describeFlag, describeValueStatus, flagNote } from '#domain/qualifiers.ts';
import { dayNumber, formatDay, formatShortDate, formatUsDate } from '#lib/calendar.ts';
import { formatFixed } from '#lib/format-number.ts';
import { among, type DataColumn, dateColumn, numberColumn, textColumn } from '#lib/table/columns.ts';

/** Series of one parameter. */
type ParameterSeries = { readonly parameterName: string; readonly series: readonly DailySeries[] };

/** One value: its series with its index, or the flagged value itself. `first` is the day number of offset 0. */
type ValueRow = {
  readonly parameterName: string;
  readonly daily: DailySeries;
  readonly first: number;
} & ({ readonly at: number; readonly flagged?: never } | { readonly flagged: FlaggedValue });

/** Lists every value by series, then by day. */
export function toValueRows(all: readonly ParameterSeries[]): readonly ValueRow[] {
  const rows: ValueRow[] = [];
  for (const { parameterName, series } of all) {
    for (const daily of series) {
      const first = dayNumber(daily.start);
      const { dates, flagged } = daily;
      let next = 0;
      const pushFlaggedBefore = (day: number) => {
        for (let each = flagged[next]; each && each.day < day; each = flagged[next]) {
          rows.push({ parameterName, daily, first, flagged: each });
          next += 1;
        }
      };
      for (let at = 0; at < dates.length; at += 1) {
        pushFlaggedBefore(dates[at] ?? 0);
        rows.push({ parameterName, daily, first, at });
      }
      pushFlaggedBefore(Number.POSITIVE_INFINITY);
    }
  }
  return rows;
}

export function resultOf(row: ValueRow): number | undefined {
  return row.flagged ? row.flagged.value : row.daily.values[row.at];
}

export function dayOf(row: ValueRow): number {
  return row.first + (row.flagged ? row.flagged.day : (row.daily.dates[row.at] ?? 0));
}

export function approvalOf(row: ValueRow): string | undefined {
  return row.flagged ? row.flagged.approval : row.daily.approval[row.at];
}

export function qualifierOf(row: ValueRow): string | undefined {
  return row.daily.qualifiers[String(dayOf(row) - row.first)];
}

function noteOf(row: ValueRow): string | undefined {
  const { daily, flagged } = row;
  if (flagged) return describeFlaggedValue(flagged, daily.qualifiers[String(flagged.day)]);
  return describeValueStatus(daily.approval[row.at], daily.qualifiers[String(daily.dates[row.at])]);
}

export const tableTitle = 'Daily Groundwater Elevation Timeseries Table';

export const columns: readonly DataColumn<ValueRow>[] = [
  textColumn('huc8', 'HUC8', ({ daily }) => daily.huc8, among),
  textColumn('parameter', 'Parameter Name', ({ parameterName }) => parameterName, among),
  textColumn('location', 'Location Name', ({ daily }) => daily.loc_name, {
    ...among,
    // A computed series has no page.
    link: ({ daily }) =>
      daily.loc_ndx < 0
        ? undefined
        : { href: pathOfSite(daily.loc_ndx), label: `All about ${daily.loc_name}` },
  }),
  textColumn('number', 'Site Number', ({ daily }) => daily.loc_id, { onlyInCsv: true }),
  numberColumn('result', 'Result', (row) => resultOf(row) ?? null, {
    format: (value) => formatFixed(value, 2),
    note: noteOf,
    mark: ({ flagged }) => flagged && 'flagged',
  }),
  textColumn('units', 'Units', ({ daily }) => daily.units_name),
  textColumn('flag', 'Flag', ({ flagged }) => (flagged ? describeFlag(flagged.flag) : null), among),
  textColumn('approval', 'Approval', (row) => (approvalOf(row) === 'A' ? 'Approved' : 'Provisional'), {
    onlyInCsv: true,
  }),
  textColumn('qualifier', 'Qualifier', (row) => qualifierOf(row) ?? null, { onlyInCsv: true }),
  textColumn('changed', 'Changed', describeChange),
  dateColumn('report', 'Last Report', (row) => formatDay(dayOf(row)), {
    sortKey: dayOf,
    format: formatLastReport,
  }),
  textColumn('provider', 'Data Provider Name', ({ daily }) => daily.data_provider_name, among),
  textColumn('type', 'Location Type Name', ({ daily }) => daily.loc_type_name, among),
  textColumn('huc10', 'HUC10', ({ daily }) => daily.huc10),
  textColumn(
    'source',
    'Source',
    (row) =>
      delivererOf({
        provider: row.daily.data_provider_name,
        source: sourceOfValue(row.daily.source, qualifierOf(row)),
      }),
    { onlyInCsv: true },
  ),
];

/** Whether a series has something to show in a column that is otherwise left out. */
const optionalColumns: Readonly<Record<string, (daily: DailySeries) => boolean>> = {
  flag: ({ flagged }) => flagged.length > 0,
  changed: ({ changes }) => Object.keys(changes).length > 0,
};

/** The columns; those for flagged and for changed values are shown only if there are some. Files have all of them. */
export function columnsFor(both: readonly ParameterSeries[]): readonly DataColumn<ValueRow>[] {
  const all = both.flatMap(({ series }) => series);
  return columns.map((column) => {
    const hasContent = optionalColumns[column.id];
    return !hasContent || all.some(hasContent) ? column : { ...column, onlyInCsv: true };
  });
}

/** `On 04/07/2026, from 11.00` */
function describeChange(row: ValueRow): string | null {
  const change = row.daily.changes[String(dayOf(row) - row.first)];
  return change ? `On ${formatUsDate(change.on)}, from ${change.from.toFixed(2)}` : null;
}

/** `MM/DD/YYYY, h:mm A`. A daily value has the time at which its day begins. */
function formatLastReport(day: string): string {
  return `${formatShortDate(day)}, 12:00 AM`;
}

/** `Flagged: a jump that is undone within days. Provisional, …` */
export function describeFlaggedValue(
  { flag, approval }: FlaggedValue,
  qualifier: string | undefined,
): string {
  const status = describeValueStatus(approval, qualifier);
  return status === undefined ? flagNote(flag) : `${flagNote(flag)}. ${status}`;
}
