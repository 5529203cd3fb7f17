import type { WaterYearRecord } from '#contract/water-year.ts';
import { describeValueStatus } from '#domain/qualifiers.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { countOf } from '#lib/count-text.ts';
import { formatFixed } from '#lib/format-number.ts';
import type { Column } from '#lib/table/types.ts';

/** In every CSV, and in the table on demand, which they would crowd. */
const inCsv = { hidden: true, alwaysInCsv: true } as const;

export const columns: readonly Column<WaterYearRecord>[] = [
  { id: 'parameter', header: 'Parameter', kind: 'text', value: (row) => row.parameter_name },
  { id: 'location', header: 'Location', kind: 'text', value: (row) => row.loc_name },
  { id: 'series', header: 'Series', kind: 'text', filter: 'among', value: (row) => row.series_desc },
  {
    id: 'date',
    header: 'Date',
    kind: 'text',
    value: (row) => row.day_desc,
    sortKey: (row) => row.day_order,
  },
  { id: 'day', header: 'Day', kind: 'number', value: (row) => row.day_order },
  {
    id: 'result',
    header: 'Result',
    kind: 'number',
    value: (row) => row.rvalue,
    format: (value, { units_name: unit }) =>
      unit === 'cfs' || unit === 'AF' ? formatQuantity(value, unit) : formatFixed(value, 2),
    note: remarks,
  },
  { id: 'units', header: 'Units', kind: 'text', value: (row) => row.units_name },
  { ...inCsv, id: 'count', header: 'Number of Years', kind: 'number', value: (row) => row.count },
  {
    ...inCsv,
    id: 'first-year',
    header: 'First Year',
    kind: 'number',
    value: (row) => row.first_year,
  },
  {
    ...inCsv,
    id: 'last-year',
    header: 'Last Year',
    kind: 'number',
    value: (row) => row.last_year,
  },
  {
    ...inCsv,
    id: 'estimated-days',
    header: 'Estimated Days',
    kind: 'number',
    value: (row) => row.estimated_days,
  },
  // The text of a result's tooltip, as a column for the CSV.
  { ...inCsv, id: 'remarks', header: 'Remarks', kind: 'text', value: (row) => remarks(row) ?? null },
];

function remarks({ approval, qualifier, estimated_days }: WaterYearRecord): string | undefined {
  const notes = [
    describeValueStatus(approval, qualifier ?? undefined),
    estimated_days ? `${countOf(estimated_days, 'day')} estimated` : undefined,
  ];
  return notes.filter(Boolean).join('; ') || undefined;
}
