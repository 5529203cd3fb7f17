import type { ReachGainRecord, ReachGainToDate } from '#contract/season/water-year.ts';
import {
  columnHeader,
  formatGain,
  type GainUnit,
  type PercentWithheld,
  whyNoPercent,
  withheldReasons,
} from '#domain/season/gain-units.ts';
import {
  cfsDaysToAcreFeet,
  daysOfPeriod,
  type GainPeriod,
  monthPeriods,
  periodsToDate,
  rankGain,
  totalPeriods,
} from '#domain/season/reach-gains.ts';
import { isYear, type YearKind } from '#domain/season/season.ts';
import { dayNumber } from '#lib/calendar.ts';
import { type CsvCell, toCsvFile, toTsv } from '#lib/csv.ts';
import { formatPercent } from '#lib/format-number.ts';
import { describeBasis, describeDates, describeDays } from './gains-text.ts';
import { type GainCell, shadesOf } from './shades.ts';

/** A sum in percent of the median of its row, or why it has no percentage. */
type PercentCell =
  | { readonly percent: number; readonly withheld?: undefined }
  | { readonly withheld: PercentWithheld };

/** A row of the table: a month or a longer part of the year, and for each column a cell. */
export type GainRow = {
  readonly name: string;
  readonly cells: readonly GainCell[];
  readonly shades: readonly (number | undefined)[];
  /** What a statistic rests on, and for years with missing or estimated days, how many: `203 of 365 days`. */
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
type GainsTable = {
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
  const latest = columns.indexOf(toDate[0]?.year_num ?? '');
  /** Shades the sum of a period that is not over as that of the same days of other years. */
  const shadeRunning = <Row extends GainRow>(row: Row, { from }: GainPeriod): Row => {
    const periods = through === undefined ? [] : periodsToDate(dayNumber(through), kind);
    const shade = rowsToDate[periods.findIndex((each) => each.from === from)]?.shades[latest];
    const isRunning = (row.cells[latest]?.daysMissing ?? 0) > 0;
    return isRunning ? { ...row, shades: row.shades.with(latest, shade) } : row;
  };
  const through = toDate.at(-1)?.through;
  const rowsToDate = through === undefined ? [] : periodsToDate(dayNumber(through), kind).map(totalOf);
  return {
    columns,
    basis: columns.map((column) =>
      describeBasis(months.flatMap(({ name }) => byCell.get(`${column} ${name}`) ?? [])),
    ),
    months: months.map((period) => shadeRunning(rowOf(period), period)),
    totals: totalPeriods(kind).map((period) => shadeRunning(totalOf(period), period)),
    toDate: rowsToDate,
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
        daysEstimated: each.days_estimated,
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
      return each && describeDays(each, period, kind);
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

/** A cell as it is shown. `value` is rounded as in `text`, null where nothing is shown. */
type ShownCell = {
  readonly value: number | null;
  readonly text: string;
  /** Why there is no percentage. */
  readonly withheld?: string;
};

/** Shows a cell of a row. The median itself stays in acre-feet: it is what the others are percentages of. */
export function shownCell(
  { cells, percents }: Pick<GainRow, 'cells' | 'percents'>,
  at: number,
  column: string,
  unit: GainUnit,
): ShownCell {
  const cell = cells[at];
  if (!cell) return { value: null, text: '' };
  const percent = percents[at];
  if (unit === 'volume' || column === 'Median' || !percent)
    return { value: cell.value, text: formatGain(cell.value) };
  if (percent.withheld !== undefined)
    return { value: null, text: '–', withheld: `no percentage: ${withheldReasons[percent.withheld]}` };
  return { value: Math.round(percent.percent) || 0, text: formatPercent(percent.percent) };
}

/** Exports the table as shown, in acre-feet or percent of the median. The lines of `comment` come first, each after `# `. */
export function toGainsCsv(table: GainsTable, comment: readonly string[], unit: GainUnit): string {
  return toCsvFile(comment, toGainsLines(table, unit));
}

/** Exports the same for the clipboard. */
export function toGainsTsv(table: GainsTable, unit: GainUnit): string {
  return toTsv(toGainsLines(table, unit));
}

/** The cells of the table, its header first. Below each row of sums is another with what they rest on, and below the totals are their ranks. */
export function toGainsLines({ columns, months, totals, toDate }: GainsTable, unit: GainUnit): CsvCell[][] {
  const gainLines = (row: GainRow) => linesOfRow(row, columns, unit);
  return [
    ['Month', ...columns.map((column) => columnHeader(column, unit))],
    ...months.flatMap(gainLines),
    ...[...totals, ...toDate].flatMap((row) => {
      const name = row.dates === undefined ? row.name : `${row.name} (${row.dates})`;
      const rankName = `${name}: rank of ${row.rankedYears} complete years`;
      return [...gainLines({ ...row, name }), [rankName, ...row.ranks.map((rank) => rank ?? null)]];
    }),
  ];
}

function linesOfRow(row: GainRow, columns: readonly string[], unit: GainUnit): CsvCell[][] {
  const { name, cells, basis } = row;
  const shown = columns.map((column, at) => shownCell(row, at, column, unit));
  return [
    [name, ...shown.map(({ value }) => value)],
    [
      `${name}: based on`,
      ...basis.map((text, at) =>
        [text ?? (cells[at] && 'all days'), cells[at]?.isProvisional && 'provisional', shown[at]?.withheld]
          .filter(Boolean)
          .join(', '),
      ),
    ],
  ];
}
