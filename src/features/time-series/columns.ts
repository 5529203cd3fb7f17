import type { DailySeries } from '#contract/time-series.ts';
import { americanDay, dayNumber, formatDay } from '#domain/calendar.ts';
import { standingOfValue } from '#domain/qualifiers.ts';
import type { Column } from '#kits/table/index.ts';
import type { SideSeries } from './series.ts';

/** One value: its series and its place in it. */
export type ValueRow = {
  readonly parameterName: string;
  readonly daily: DailySeries;
  readonly first: number;
  readonly at: number;
};

/** Every value of both axes, series by series, in the order of their days. */
export function rowsOf(both: readonly SideSeries[]): readonly ValueRow[] {
  const rows: ValueRow[] = [];
  for (const { parameterName, series } of both) {
    for (const daily of series) {
      const first = dayNumber(daily.start);
      for (let at = 0; at < daily.dates.length; at += 1) rows.push({ parameterName, daily, first, at });
    }
  }
  return rows;
}

export const tableTitle = 'Daily Groundwater Elevation Timeseries Table';

export const columns: readonly Column<ValueRow>[] = [
  { id: 'huc8', header: 'HUC8', kind: 'text', filter: 'among', value: ({ daily }) => daily.huc8 },
  {
    id: 'parameter',
    header: 'Parameter Name',
    kind: 'text',
    filter: 'among',
    value: ({ parameterName }) => parameterName,
  },
  {
    id: 'location',
    header: 'Location Name',
    kind: 'text',
    filter: 'among',
    value: ({ daily }) => daily.loc_name,
  },
  {
    id: 'result',
    header: 'Result',
    kind: 'number',
    value: ({ daily, at }) => daily.values[at] ?? null,
    format: (value) => value.toFixed(2),
    note: ({ daily, at }) => standingOfValue(daily.approval[at], daily.qualifiers[String(daily.dates[at])]),
  },
  { id: 'units', header: 'Units', kind: 'text', value: ({ daily }) => daily.units_name },
  {
    id: 'report',
    header: 'Last Report',
    kind: 'date',
    value: ({ daily, first, at }) => formatDay(first + (daily.dates[at] ?? 0)),
    sortKey: ({ daily, first, at }) => first + (daily.dates[at] ?? 0),
    format: lastReport,
  },
  {
    id: 'provider',
    header: 'Data Provider Name',
    kind: 'text',
    filter: 'among',
    value: ({ daily }) => daily.data_provider_name,
  },
  {
    id: 'type',
    header: 'Location Type Name',
    kind: 'text',
    filter: 'among',
    value: ({ daily }) => daily.loc_type_name,
  },
  { id: 'huc10', header: 'HUC10', kind: 'text', value: ({ daily }) => daily.huc10 },
];

/** `MM/DD/YYYY, h:mm A`. A daily value stands for its day, which begins at midnight. */
function lastReport(day: string): string {
  return `${americanDay(day)}, 12:00 AM`;
}
