import type { WaterYearRecord } from '#contract/season/water-year.ts';
import { bridgeGaps, sumRecords } from '#domain/bridge-gaps.ts';
import { deliveriesOfRecords, describeDeliverers } from '#domain/deliverer.ts';
import { describeShare, describeStorage } from '#domain/finding/group-text.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import { type DayStatistic, evenStatistics } from '#domain/statistics/daily-statistics.ts';
import { isNormal, normalsBeside } from '#domain/statistics/normals.ts';
import { daysOfStatistics } from '#domain/statistics/record-statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear, lastDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { type DayNumber, dayNumber, formatDay, formatUsDate } from '#lib/calendar.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { type DayRange, mergeRanges, readRecords, type SeriesKey } from '#server/db/records.ts';
import { noFigures, readFiguresOfDay } from '#server/findings/basin-figures.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { comparisonOf } from '#server/water-year/comparison.ts';
import type { Figure } from '../contract.ts';
import { type FigureContext, todayPath, toFigureBar, withheldFigure } from './figure-context.ts';

/**
 * Reads the storage of the system up to a day, today by default: its water year and the one before over the statistics of the
 * sums.
 * @throws HttpProblem 400 for a day in the future
 * @throws HttpProblem 404 without a system, and without a total of the last 30 days
 * @throws HttpProblem 403 for values that are not open
 */
export async function readStorageFigure(
  context: FigureContext,
  { on: asked }: { readonly on?: string | undefined } = {},
): Promise<Figure> {
  const { from, brief, on: today, scope } = context;
  const on = asked === undefined ? today : dayNumber(asked);
  if (on > today) throw new HttpProblem(400, `on must not be after ${formatDay(today)}.`);
  if (!brief.storage) throw new HttpProblem(404, 'The portal has no system of reservoirs.');
  const { storage } = await readFiguresOfDay(from, { ...noFigures, storage: brief.storage }, on, scope);
  const members = storage?.members ?? [];
  if (storage?.is_withheld) throw withheldFigure(storage.label);
  if (!storage?.total) {
    throw new HttpProblem(404, 'On no day of the last 30 do all of the reservoirs have a value.');
  }
  const { label, parameter_name, units_name, capacity, total } = storage;
  const day = dayNumber(total.rdate);
  const parts = await readParts(from, members, daysOfSummedSeason(day));
  const { value, fullness, changes, standing, comparison, yearChange, rank, bar } = describeStorage(storage);
  const comparisons = [standing, comparison, yearChange, rank].filter((each) => each !== undefined);
  const source = describeDeliverers(deliveriesOfRecords(members));
  const amount = [value, fullness, describeShare(total.provisional)]
    .filter((each) => each !== undefined)
    .join(', ');
  return {
    title: label,
    bar: toFigureBar(bar),
    text: `On ${formatUsDate(total.rdate)}: ${[amount, ...comparisons].join('; ')}.`,
    facts: [
      { label: `Storage, ${formatUsDate(total.rdate)}`, value: amount },
      { label: 'Change', value: changes.join('; ') },
      { label: 'Compared with other years', value: comparisons.join('; ') },
      { label: 'Reservoirs', value: members.map(({ loc_name }) => loc_name).join(', ') },
    ],
    source,
    through: total.rdate,
    path: asked === undefined ? todayPath : `${todayPath}?on=${asked}`,
    season: {
      ...{ parameter_ndx: parameterNdx.storage, is_reversed: false, capacity },
      ...seasonOfSum(parts, day, { parameter_name, loc_name: label, units_name }),
    },
  };
}

/** Two water years, and the statistics that are their ground. */
export type YearsOverNormals = {
  readonly records: WaterYearRecord[];
  readonly normals: WaterYearRecord[];
};

type Names = Pick<WaterYearRecord, 'parameter_name' | 'loc_name' | 'units_name'>;

export type PartColumns = Pick<StoredSeries, 'days' | 'values' | 'approval'>;

/** The days of the water year of a day and of the one before. */
export function daysOfBothYears(day: DayNumber): DayRange {
  const year = waterYear(day);
  return [firstDayOfWaterYear(year - 1), lastDayOfWaterYear(year)];
}

/** Reads the same days of several records. */
export function readParts(
  from: Queryable,
  records: readonly SeriesKey[],
  ranges: readonly DayRange[],
): Promise<readonly StoredSeries[]> {
  const merged = mergeRanges(ranges);
  return readRecords(
    from,
    records.map(({ loc_ndx, parameter_ndx }) => ({ loc_ndx, parameter_ndx, ranges: merged })),
  );
}

/** The days that the season of a sum needs, with its statistics. */
function daysOfSummedSeason(day: DayNumber): readonly DayRange[] {
  return [daysOfStatistics, daysOfBothYears(day)];
}

/**
 * The water year of a day, up to that day, and the one before of the sum of records, over the statistics of the sums. The
 * statistics bridge the short gaps of each record, the lines of the years do not.
 */
function seasonOfSum(parts: readonly PartColumns[], day: DayNumber, names: Names): YearsOverNormals {
  const { statistics } = evenStatistics(sumRecords(parts.map(bridgeGaps)), 'water');
  return seasonOf({ ...upTo(sumRecords(parts), day), ...names, statistics }, day, normalsBeside([]));
}

function upTo({ days, values, approval }: Required<PartColumns>, last: DayNumber): Required<PartColumns> {
  const count = days.filter((day) => day <= last).length;
  return { days: days.slice(0, count), values: values.slice(0, count), approval: approval.slice(0, count) };
}

/** The water year of a day and the one before of what no agency reports, over `normals` of its statistics. */
export function seasonOf(
  record: PartColumns & Names & { readonly statistics: readonly DayStatistic[] },
  day: DayNumber,
  normals: readonly string[],
): YearsOverNormals {
  const year = waterYear(day);
  const compared = { ...record, qualifiers: new Map(), estimatedDays: undefined };
  return divideNormals(comparisonOf(compared, [String(year), String(year - 1), ...normals], 'water'));
}

export function divideNormals(all: readonly WaterYearRecord[]): YearsOverNormals {
  return { records: all.filter((each) => !isNormal(each)), normals: all.filter(isNormal) };
}
