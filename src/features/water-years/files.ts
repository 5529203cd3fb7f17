import type { WaterYearRecord } from '#contract/season/water-year.ts';
import { describeValueStatus } from '#domain/qualifiers.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { countOf } from '#lib/count-text.ts';
import { formatFixed } from '#lib/format-number.ts';
import { among, type Column, inCsv, numberColumn, textColumn } from '#lib/table/columns.ts';

export const columns: readonly Column<WaterYearRecord>[] = [
  textColumn('parameter', 'Parameter', (row) => row.parameter_name),
  textColumn('location', 'Location', (row) => row.loc_name),
  textColumn('series', 'Series', (row) => row.series_desc, among),
  textColumn('date', 'Date', (row) => row.day_desc, { sortKey: (row) => row.day_order }),
  numberColumn('day', 'Day', (row) => row.day_order),
  numberColumn('result', 'Result', (row) => row.rvalue, {
    format: (value, { units_name: unit }) =>
      unit === 'cfs' || unit === 'AF' ? formatQuantity(value, unit) : formatFixed(value, 2),
    note: remarks,
  }),
  textColumn('units', 'Units', (row) => row.units_name),
  numberColumn('count', 'Number of Years', (row) => row.count, inCsv),
  numberColumn('first-year', 'First Year', (row) => row.first_year, inCsv),
  numberColumn('last-year', 'Last Year', (row) => row.last_year, inCsv),
  numberColumn('estimated-days', 'Estimated Days', (row) => row.estimated_days, inCsv),
  // The text of a result's tooltip, as a column for the CSV.
  textColumn('remarks', 'Remarks', (row) => remarks(row) ?? null, inCsv),
];

function remarks({ approval, qualifier, estimated_days }: WaterYearRecord): string | undefined {
  const notes = [
    describeValueStatus(approval, qualifier ?? undefined),
    estimated_days ? `${countOf(estimated_days, 'day')} estimated` : undefined,
  ];
  return notes.filter(Boolean).join('; ') || undefined;
}
