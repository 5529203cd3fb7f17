import type { WaterYearRecord } from '#contract/water-year.ts';
import { describeValueStatus } from '#domain/qualifiers.ts';
import type { Column } from '#kits/table/index.ts';

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
    format: (value) => value.toFixed(2),
    note: remarks,
  },
  { id: 'units', header: 'Units', kind: 'text', value: (row) => row.units_name },
  // The text of a result's tooltip, as a column for the CSV.
  { id: 'remarks', header: 'Remarks', kind: 'text', hidden: true, value: (row) => remarks(row) ?? null },
];

function remarks({ approval, qualifier }: WaterYearRecord): string | undefined {
  return describeValueStatus(approval, qualifier ?? undefined);
}
