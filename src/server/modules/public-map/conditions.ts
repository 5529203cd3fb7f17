import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { FindingAnswer } from '#contract/finding.ts';
import type { ConditionSeason, SiteCondition } from '#contract/public-map.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { carriedDays, usualInterval } from '#domain/freshness.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import type { BasinShare } from '#domain/snow/snowpack.ts';
import { noByte, packBytes } from '#domain/statistics/condition-bytes.ts';
import { conditionBytes, snowClassOf, weekTrendOf } from '#domain/statistics/condition-season.ts';
import { percentOf } from '#domain/statistics/percent-of.ts';
import { medianOfSorted } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear, lastDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { type FindingScope, readMainFindings, readMainRecords } from '../../db/findings.ts';
import type { Queryable } from '../../db/queryable.ts';
import { allDays, noValues, readExtremesByDate, readRecords, type SeriesKey } from '../../db/records.ts';
import type { SortedValues } from '../../db/sorted-values.ts';
import { readRankedDays } from '../../db/statistic-day.ts';

/** The first water year with days since 1980. */
const firstYear = 1980;

/** So many sites are read by one statement, so that others get their turn at the embedded database between them. */
const sitesPerStatement = 100;
/** Of values fewer. */
const recordsPerStatement = 20;

/** No value is carried so far. */
const maxCarriedDays = 3 * 366;

const Site = z.object({ loc_ndx: z.int(), loc_id: z.string(), huc8_name: z.nullable(z.string()) });
type Site = z.output<typeof Site>;

function readSites(from: Queryable): Promise<Site[]> {
  return from.query(
    sql`select l.loc_ndx, l.loc_id, h.huc8_name from location l left join huc8 h using (huc8_ndx)
      where l.is_shown order by l.loc_ndx`,
    Site,
  );
}

/** Reads what is said of the main record of each site on the map. */
export async function readConditions(
  from: Queryable,
  today: string,
  scope: FindingScope,
): Promise<SiteCondition[]> {
  const sites = await readSites(from);
  const findings: FindingAnswer[] = [];
  for (const some of inParts(sites, sitesPerStatement)) {
    const found = await readMainFindings(
      from,
      some.map(({ loc_ndx }) => loc_ndx),
      { ...scope, recentDays: 0 },
    );
    findings.push(...found);
  }
  const unitOf = new Map(sites.map(({ loc_ndx, huc8_name }) => [loc_ndx, huc8_name]));
  const bySnow = Map.groupBy(findings.filter(isSnow), ({ loc_ndx }) => unitOf.get(loc_ndx));
  const snow = new Map([...bySnow].map(([unit, some]) => [unit, snowClassOf(some.map(toShare(today)))]));
  return findings.map((finding) => {
    const ofUnit = isSnow(finding) ? snow.get(unitOf.get(finding.loc_ndx)) : undefined;
    return toCondition(finding, today, ofUnit);
  });
}

const isSnow = ({ parameter_ndx, is_withheld }: FindingAnswer) =>
  parameter_ndx === parameterNdx.swe && !is_withheld;

const toShare =
  (today: string) =>
  (finding: FindingAnswer): BasinShare => {
    const isCurrent = describeFinding(finding, { today }).state === 'current';
    return isCurrent ? { value: finding.value ?? undefined, median: finding.of?.median } : nothing;
  };
const nothing: BasinShare = { value: undefined, median: undefined };

/** What a row of the map's list says of a finding. */
export function toCondition(
  finding: FindingAnswer,
  today: string,
  huc8_snow: number | null = null,
): SiteCondition {
  const { value, standing, bar, class: text } = describeFinding(finding, { today });
  const { loc_ndx, parameter_ndx, rdate, is_withheld, capacity, week_before } = finding;
  const name = text ? finding.class : null;
  const ofBefore = percentOf(finding.value ?? 0, week_before ?? undefined, parameter_ndx);
  return {
    loc_ndx,
    parameter_ndx,
    value,
    rdate,
    standing,
    class: name,
    percentile: bar?.percentile ?? null,
    record: bar?.record ?? null,
    year_before: bar?.yearBefore ?? null,
    is_late: bar?.isLate ?? false,
    is_withheld,
    week: bar?.isLate ? null : weekTrendOf(ofBefore, name),
    capacity,
    full: capacity === null || finding.value === null ? null : Math.round((100 * finding.value) / capacity),
    huc8_snow,
  };
}

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
  const sites = new Map((await readSites(from)).map((site) => [site.loc_ndx, site]));
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

function inParts<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}
