import { carriedDays, usualInterval } from '#domain/freshness.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import { noByte, packBytes } from '#domain/statistics/condition-bytes.ts';
import { conditionBytes, snowClassOf } from '#domain/statistics/condition-season.ts';
import { medianOfSorted } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear, lastDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { type FindingScope, readMainRecords } from '#server/db/findings.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { allDays, noValues, readExtremesByDate, readRecords, type SeriesKey } from '#server/db/records.ts';
import type { SortedValues } from '#server/db/sorted-values.ts';
import { readRankedDays } from '#server/db/statistic-day.ts';
import { inParts, readShownSites } from '#server/findings/shown-sites.ts';
import type { ConditionSeason } from '../contract.ts';

/** The first water year with days since 1980. */
const firstYear = 1980;

/** Of values fewer are read by one statement, so that others get their turn at the embedded database between them. */
const recordsPerStatement = 20;

/** No value is carried so far. */
const maxCarriedDays = 3 * 366;

/** The conditions of the days of a season by site, whoever may see them. */
export type WholeSeason = Omit<ConditionSeason, 'snow'> & {
  readonly snow: readonly (ConditionSeason['snow'][number] & { readonly sites: readonly number[] })[];
};

/** Whether there is a season of a water year: since 1980, and not in the future. */
export function isSeason(year: number, today: string): boolean {
  return year >= firstYear && year <= waterYear(dayNumber(today));
}

/** What a reader may see of a season; the snow of a HUC8 only with all of its stations. */
export function readableSeason(season: WholeSeason, { isReadable }: FindingScope): ConditionSeason {
  return {
    ...season,
    sites: season.sites.filter(({ loc_ndx }) => isReadable(loc_ndx)),
    snow: season.snow
      .filter(({ sites }) => sites.every(isReadable))
      .map(({ huc8_name, classes }) => ({ huc8_name, classes })),
  };
}

/** Computes the conditions of each day of a water year, of the main record of each site. */
export async function computeSeason(
  from: Queryable,
  year: number,
  today: string,
  capacities: FindingScope['capacities'],
): Promise<WholeSeason> {
  const first = firstDayOfWaterYear(year);
  const last = Math.min(lastDayOfWaterYear(year), dayNumber(today));
  const sites = new Map((await readShownSites(from)).map((site) => [site.loc_ndx, site]));
  const all = await readMainRecords(from, [...sites.keys()]);
  const records = all.filter(({ rdate }) => dayNumber(rdate) + maxCarriedDays >= first);
  const found: WholeSeason['sites'][number][] = [];
  const snow = new Map<string, SnowStation[]>();
  // The database reads the next records while the bytes of these are computed.
  const parts = inParts(records, recordsPerStatement);
  const readPart = (at: number) => parts[at] && readSeasonRecords(from, parts[at], first, last);
  let next = readPart(0);
  for (const at of parts.keys()) {
    const read = await next;
    next = readPart(at + 1);
    // Its failure is met where it is awaited; without this, one beside another failure would end the process.
    next?.catch(() => {});
    for (const { record, values, period, sortedAt, extremes } of read ?? []) {
      const site = sites.get(record.loc_ndx);
      if (!site) continue;
      const bytes = conditionBytes(values, {
        sortedAt,
        period,
        parameter: record.parameter_ndx,
        interval: usualInterval(record),
        first,
        last,
        extremes,
      });
      const capacity =
        record.parameter_ndx === parameterNdx.storage ? capacities.get(site.loc_id) : undefined;
      found.push({
        loc_ndx: site.loc_ndx,
        percentiles: packBytes(bytes),
        full: capacity === undefined ? null : packBytes(fullnessBytes(values, capacity, first, last)),
      });
      if (record.parameter_ndx === parameterNdx.swe && site.huc8_name !== null) {
        const stations = snow.get(site.huc8_name) ?? [];
        stations.push({ loc_ndx: site.loc_ndx, values: valuesByDay(values, first, last), sortedAt });
        snow.set(site.huc8_name, stations);
      }
    }
  }
  return {
    year,
    start: formatDay(first),
    days: last - first + 1,
    sites: found,
    snow: [...snow].map(([huc8_name, stations]) => ({
      huc8_name,
      sites: stations.map(({ loc_ndx }) => loc_ndx),
      classes: packBytes(snowBytes(stations, first, last)),
    })),
  };
}

type MainRecord = Awaited<ReturnType<typeof readMainRecords>>[number];

/**
 * Reads what the classes of a season need of records: their statistics, the values of the season and of the water year of
 * those before it that are carried into it, and the extremes of the years before. Few readings are read whole, because
 * their extremes are those of months.
 */
async function readSeasonRecords(
  from: Queryable,
  records: readonly MainRecord[],
  first: DayNumber,
  last: DayNumber,
) {
  const all = await readRankedDays(from, records);
  const starts = records.map((record, at) => {
    const isMonthly = all[at]?.period === 'month';
    const carried = carriedDays(usualInterval(record), record.parameter_ndx);
    return isMonthly ? undefined : firstDayOfWaterYear(waterYear(first - carried));
  });
  const hasClass = (at: number) => all[at]?.sortedAt !== undefined;
  const classed = records.flatMap((record, at) => {
    const before = starts[at];
    return before === undefined || !hasClass(at) ? [] : { ...record, before };
  });
  const isRead = (parameter: number, at: number) =>
    hasClass(at) || parameter === parameterNdx.storage || parameter === parameterNdx.swe;
  const [columns, found] = await Promise.all([
    readRecords(
      from,
      records.map((record, at) => ({
        ...record,
        ranges: isRead(record.parameter_ndx, at) ? [[starts[at] ?? allDays[0], last]] : [],
      })),
    ),
    readExtremesByDate(from, classed),
  ]);
  const extremes = new Map(found.map((each, at) => [classed[at]?.loc_ndx, each]));
  return records.map((record, at) => ({
    record,
    values: columns[at] ?? noValues,
    period: all[at]?.period ?? 'day',
    sortedAt: all[at]?.sortedAt ?? (() => undefined),
    extremes: extremes.get(record.loc_ndx),
  }));
}

type SnowStation = Pick<SeriesKey, 'loc_ndx'> & {
  readonly values: ReadonlyMap<DayNumber, number>;
  readonly sortedAt: SortedValues;
};

function valuesByDay({ days, values }: StoredSeries, first: DayNumber, last: DayNumber) {
  const entries = days.map((day, at): [DayNumber, number] => [day, values[at] ?? 0]);
  return new Map(entries.filter(([day]) => day >= first && day <= last));
}

function snowBytes(stations: readonly SnowStation[], first: DayNumber, last: DayNumber): Uint8Array {
  return Uint8Array.from({ length: last - first + 1 }, (_, at) => {
    const order = dayOrderOf(first + at, 'water');
    const shares = stations.map(({ values, sortedAt }) => ({
      value: values.get(first + at),
      median: medianOfSorted(sortedAt(order) ?? []),
    }));
    return snowClassOf(shares) ?? noByte;
  });
}

function fullnessBytes(
  record: StoredSeries,
  capacity: number,
  first: DayNumber,
  last: DayNumber,
): Uint8Array {
  const values = valuesByDay(record, first, last);
  return Uint8Array.from({ length: last - first + 1 }, (_, at) => {
    const value = values.get(first + at);
    return value === undefined ? noByte : Math.min(100, Math.max(0, Math.round((100 * value) / capacity)));
  });
}
