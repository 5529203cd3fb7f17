import type { WaterYearRecord } from '#contract/water-year.ts';
import { standingOfValue } from '#domain/qualifiers.ts';
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
    note: (row) => standingOfValue(row.approval, undefined),
  },
  { id: 'units', header: 'Units', kind: 'text', value: (row) => row.units_name },
];
