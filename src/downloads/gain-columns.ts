import type { ReachGainRecord } from '#contract/water-year.ts';
import { formatGain, gainUnit } from '#domain/gain-units.ts';
import { describeValueStatus } from '#domain/qualifiers.ts';
import { cfsDaysToAcreFeet } from '#domain/reach-gains.ts';
import { countOf } from '#lib/count-text.ts';
import type { Column } from '#lib/table/types.ts';

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
    note: remarks,
  },
  basisColumn('days-missing', 'Days Missing', (row) => row.days_missing),
  basisColumn('days-estimated', 'Days Estimated', (row) => row.days_estimated),
  basisColumn('count', 'Number of Years', (row) => row.count),
  basisColumn('first-year', 'First Year', (row) => row.first_year),
  basisColumn('last-year', 'Last Year', (row) => row.last_year),
  {
    id: 'remarks',
    header: 'Remarks',
    kind: 'text',
    hidden: true,
    alwaysInCsv: true,
    value: (row) => remarks(row) ?? null,
  },
];

function remarks({
  days_missing: missing,
  days_estimated: estimated,
  approval,
}: ReachGainRecord): string | undefined {
  const notes = [
    missing > 0 ? `Incomplete: ${countOf(missing, 'day')} missing` : undefined,
    estimated > 0 ? `${countOf(estimated, 'day')} estimated` : undefined,
    describeValueStatus(approval, undefined),
  ];
  return notes.filter(Boolean).join('; ') || undefined;
}

/** What a result rests on, hidden at first and always in the CSV. */
function basisColumn(
  id: string,
  header: string,
  value: (row: ReachGainRecord) => number | null,
): Column<ReachGainRecord> {
  return { id, header, kind: 'number', hidden: true, alwaysInCsv: true, value };
}
