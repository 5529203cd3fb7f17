import type { ReachGainRecord } from '#contract/water-year.ts';
import { cfsDaysToAcreFeet } from '#domain/reach-gains.ts';
import type { Column } from '#kits/table/index.ts';
import { formatGain, gainUnit } from './gains-chart.ts';

export const columns: readonly Column<ReachGainRecord>[] = [
  { id: 'location', header: 'Location', kind: 'text', value: (row) => row.loc_name },
  { id: 'series', header: 'Series', kind: 'text', filter: 'among', value: (row) => row.year_num },
  { id: 'month', header: 'Month', kind: 'text', filter: 'among', value: (row) => row.month_abbrev },
  {
    id: 'result',
    header: 'Result',
    unit: gainUnit,
    kind: 'number',
    value: (row) => cfsDaysToAcreFeet(row.reach_gain_cfs),
    format: formatGain,
    note: (row) => (row.complete ? undefined : 'Incomplete: days are missing in this month'),
  },
];
