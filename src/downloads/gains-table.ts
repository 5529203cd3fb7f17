import type { ReachGainRecord, ReachGainToDate } from '#contract/water-year.ts';
import { type PercentWithheld, whyNoPercent } from '#domain/gain-percent.ts';
import {
  cfsDaysToAcreFeet,
  daysOfPeriod,
  type GainPeriod,
  monthPeriods,
  periodsToDate,
  rankGain,
  totalPeriods,
} from '#domain/reach-gains.ts';
import type { YearKind } from '#domain/season.ts';
import { dayNumber } from '#lib/calendar.ts';
import { describeBasis, describeDates, describeDaysPresent } from './gains-text.ts';
import { type GainCell, isYear, shadesOf } from './shades.ts';

/** A sum in percent of the median of its row, or why it has no percentage. */
export type PercentCell =
  | { readonly percent: number; readonly withheld?: undefined }
  | { readonly withheld: PercentWithheld };

/** A row of the table: a month or a longer part of the year, and for each column a cell. */
export type GainRow = {
  readonly name: string;
  readonly cells: readonly GainCell[];
  readonly shades: readonly (number | undefined)[];
  /** What a statistic rests on, and for years with missing days, how many they have: `203 of 365 days`. */
  readonly basis: readonly (string | undefined)[];
  /** By column; undefined where there is no sum. */
  readonly percents: readonly (PercentCell | undefined)[];
  /** Why no sum of the row has a percentage. */
  readonly withheld: PercentWithheld | undefined;
};

/** A row of sums of several months, with the rank of each complete year. */
export type TotalRow = GainRow & {
  /** The dates of a period that ends with the record: `May 1 – Aug 14`. */
  readonly dates: string | undefined;
  readonly ranks: readonly (number | undefined)[];
  /** How many years are complete, and so have a rank. */
  readonly rankedYears: number;
};

/** Gains by year: a column for each statistic and year in the order of the records. */
export type GainsTable = {
  readonly columns: readonly string[];
  /** What the statistics of the months rest on, by column; undefined for years. */
  readonly basis: readonly (string | undefined)[];
  readonly months: readonly GainRow[];
  readonly totals: readonly TotalRow[];
  readonly toDate: readonly TotalRow[];
};

type GainsData = {
  /** The statistics and all years, with totals. */
  readonly all: readonly ReachGainRecord[];
  readonly toDate: readonly ReachGainToDate[];
};

export function toGainsTable({ all, toDate }: GainsData, kind: YearKind): GainsTable {
  const columns = [...new Set(all.map((each) => each.year_num))];
  const records = [...all, ...toDate.flatMap(({ gains }) => gains)];
  const byCell = new Map(records.map((each) => [`${each.year_num} ${each.month_abbrev}`, each]));
  const recordsOf = ({ name }: GainPeriod) => columns.map((column) => byCell.get(`${column} ${name}`));
  const rowOf = (period: GainPeriod) => toRow(period, recordsOf(period), columns, kind);
  const totalOf = (period: GainPeriod) => ({
    ...rowOf(period),
    ...rankYears(recordsOf(period)),
    dates: describeDates(toDate.find(({ month_abbrev }) => month_abbrev === period.name)),
  });
  const months = monthPeriods(kind);
  const through = toDate.at(-1)?.through;
  return {
    columns,
    basis: columns.map((column) =>
      describeBasis(months.flatMap(({ name }) => byCell.get(`${column} ${name}`) ?? [])),
    ),
    months: months.map(rowOf),
    totals: totalPeriods(kind).map(totalOf),
    toDate: through === undefined ? [] : periodsToDate(dayNumber(through), kind).map(totalOf),
  };
}

type CellRecords = readonly (ReachGainRecord | undefined)[];

function toRow(
  period: GainPeriod,
  records: CellRecords,
  columns: readonly string[],
  kind: YearKind,
): GainRow {
  const cells = records.map(
    (each): GainCell =>
      each && {
        value: cfsDaysToAcreFeet(each.reach_gain_cfs),
        daysMissing: each.days_missing,
        isProvisional: each.approval === 'P',
      },
  );
  const withheld = whyNoPercent(baseOf(records, columns), daysOf(period, kind));
  const median = records[columns.indexOf('Median')]?.reach_gain_cfs ?? Number.NaN;
  return {
    name: period.name,
    cells,
    percents: records.map((each) => each && percentCell(each, median, withheld)),
    withheld,
    shades: shadesOf(cells, columns),
    basis: records.map((each, at) => {
      if (!isYear(columns[at])) return each ? describeBasis([each]) : 'too few complete years';
      if (!each || each.complete) return undefined;
      return describeDaysPresent(each, period, kind);
    }),
  };
}

/** The statistics of a row in cfs·days. Undefined without them. */
function baseOf(records: CellRecords, columns: readonly string[]) {
  const [median, minimum, maximum] = ['Median', 'Minimum', 'Maximum'].map(
    (name) => records[columns.indexOf(name)]?.reach_gain_cfs,
  );
  if (median === undefined || minimum === undefined || maximum === undefined) return undefined;
  return { median, minimum, maximum };
}

/** The days of a period in a year without February 29. */
function daysOf(period: GainPeriod, kind: YearKind): number {
  const { first, last } = daysOfPeriod(period, 2001, kind);
  return last - first + 1;
}

function percentCell(
  { reach_gain_cfs: sum, complete }: ReachGainRecord,
  median: number,
  withheld: PercentWithheld | undefined,
): PercentCell {
  if (withheld !== undefined) return { withheld };
  return complete ? { percent: (100 * sum) / median } : { withheld: 'incomplete' };
}

/** Ranks the complete years: 1 is the largest gain. */
function rankYears(records: CellRecords): Pick<TotalRow, 'ranks' | 'rankedYears'> {
  const isRanked = (each: ReachGainRecord) => each.complete && isYear(each.year_num);
  const complete = records.flatMap((each) => (each && isRanked(each) ? each.reach_gain_cfs : []));
  return {
    ranks: records.map((each) =>
      each && isRanked(each) ? rankGain(each.reach_gain_cfs, complete) : undefined,
    ),
    rankedYears: complete.length,
  };
}
