import type { ReachGainRecord } from '#contract/season/water-year.ts';
import { describeValueStatus } from '#domain/qualifiers.ts';
import { formatGain, gainUnit } from '#domain/season/gain-units.ts';
import { cfsDaysToAcreFeet } from '#domain/season/reach-gains.ts';
import { countOf } from '#lib/count-text.ts';
import { among, type Column, inCsv, numberColumn, textColumn } from '#lib/table/columns.ts';

export const columns: readonly Column<ReachGainRecord>[] = [
  textColumn('location', 'Location', (row) => row.loc_name),
  textColumn('series', 'Series', (row) => row.year_num, among),
  textColumn('month', 'Month', (row) => row.month_abbrev, among),
  numberColumn('result', 'Result', (row) => cfsDaysToAcreFeet(row.reach_gain_cfs), {
    unit: gainUnit,
    format: formatGain,
    note: remarks,
  }),
  numberColumn('days-missing', 'Days Missing', (row) => row.days_missing, inCsv),
  numberColumn('days-estimated', 'Days Estimated', (row) => row.days_estimated, inCsv),
  numberColumn('count', 'Number of Years', (row) => row.count, inCsv),
  numberColumn('first-year', 'First Year', (row) => row.first_year, inCsv),
  numberColumn('last-year', 'Last Year', (row) => row.last_year, inCsv),
  textColumn('remarks', 'Remarks', (row) => remarks(row) ?? null, inCsv),
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
