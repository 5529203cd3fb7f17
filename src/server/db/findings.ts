import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { FindingAnswer } from '#contract/finding.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { noValue } from '#domain/finding/finding.ts';
import { placeOf, yearBeforeOf } from '#domain/finding/place.ts';
import { type FindingReading, readingOf } from '#domain/finding/reading.ts';
import { sameDateLastYear } from '#domain/finding/same-date.ts';
import { usualInterval } from '#domain/freshness.ts';
import { mainRecordOf } from '#domain/parameters.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import { latestOf } from '#domain/statistics/percentile-class.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { wellState } from '#domain/well-change.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import type { Caller } from '../access/access-control.ts';
import { intArraySql, type Queryable } from './queryable.ts';
import { readLastReadings } from './readings.ts';
import { type RecordHead, readHeads } from './record-heads.ts';
import {
  type DayRange,
  mergeRanges,
  nameOfSeries,
  noValues,
  rangesOfPeers,
  readLatest,
  readRecords,
  type SeriesKey,
} from './records.ts';

/** What findings depend on other than the values: who reads them, and what only the basin file knows. */
export type FindingScope = {
  /** Who reads them, for caches: anybody, or somebody who has signed in. */
  readonly reader: 'anybody' | 'account';
  /** Whether the reader may see the values of a site, by its `loc_ndx`. */
  readonly isReadable: (location: number) => boolean;
  /** In AF, by the agencies' ids. */
  readonly capacities: ReadonlyMap<string, number>;
};

/** The scope of a caller. */
export type ScopeOf = (caller: Caller | undefined) => Promise<FindingScope>;

type FindingOptions = FindingScope & {
  /** Only values up to this day; all by default. */
  readonly on?: DayNumber | undefined;
  /** The length of the small line, up to the last value. */
  readonly recentDays: number;
  /** With the latest reading of each, which is one of now and not of `on`. */
  readonly withReadings?: boolean | undefined;
};

const weekDays = 7;
/** Days of a record of few readings among which that of a year before is looked for. */
const sparseDays = 730;

/** Reads what is said of records, in the order of the keys. Those of sites that the portal does not show are left out. */
export async function readFindings(
  from: Queryable,
  keys: readonly SeriesKey[],
  { on, recentDays, withReadings = false, isReadable, capacities }: FindingOptions,
): Promise<readonly FindingAnswer[]> {
  if (keys.length === 0) return [];
  const latest = await readLatest(from, { keys, on, withPrevious: true });
  const rows = (await readHeads(from, keys, latest)).filter((head) => head !== undefined);
  const parts = rows.map((row) => ({
    ...row,
    ranges: isReadable(row.loc_ndx) ? rangesOf(row, recentDays) : [],
  }));
  const columns = await readRecords(from, parts);
  const readings = withReadings ? await readLatestReadings(from, rows, isReadable) : undefined;
  return rows.map((row, at) => {
    const own = isReadable(row.loc_ndx) ? (columns[at] ?? noValues) : undefined;
    const reading = readings?.get(nameOfSeries(row));
    return { ...toFinding(row, own, { recentDays, capacities }), ...(reading && { reading }) };
  });
}

/** Reads the latest readings that are no older than the last day of their record, by `nameOf`. */
async function readLatestReadings(
  from: Queryable,
  rows: readonly RecordHead[],
  isReadable: FindingScope['isReadable'],
): Promise<ReadonlyMap<string, FindingReading>> {
  const readable = rows.filter(({ loc_ndx }) => isReadable(loc_ndx));
  const lastOf = new Map(readable.map((row) => [nameOfSeries(row), row.last]));
  const found = (await readLastReadings(from, readable)).flatMap((recent) => {
    const reading = readingOf(recent);
    const day = reading && dayNumber(todayInBasin(new Date(reading.time)));
    const isOlder = day !== undefined && day < (lastOf.get(nameOfSeries(recent)) ?? day);
    return reading && !isOlder ? [[nameOfSeries(recent), reading] as const] : [];
  });
  return new Map(found);
}

/** Whether there is something to say of a record: a value, although the reader may not see it. */
export function hasValue({ rdate, is_withheld }: FindingAnswer): boolean {
  return rdate !== null || is_withheld;
}

const MainRecord = z.object({
  loc_ndx: z.int(),
  parameter_ndx: z.int(),
  rdate: z.string(),
  num_days: z.int(),
  total_samples: z.int(),
});

/** Reads the main record of each site, in the order of the sites; sites without a value have none. */
export async function readMainRecords(
  from: Queryable,
  sites: readonly number[],
): Promise<z.output<typeof MainRecord>[]> {
  const rows = await from.query(
    sql`select loc_ndx, parameter_ndx, por_end::text as rdate, num_days, total_samples from location_parameter
      where loc_ndx = any(${intArraySql(sites)}) and total_samples > flagged`,
    MainRecord,
  );
  const bySite = Map.groupBy(rows, ({ loc_ndx }) => loc_ndx);
  return sites.flatMap((site) => mainRecordOf(bySite.get(site) ?? []) ?? []);
}

/** Reads the finding of each site's main parameter, in the order of the sites; sites without a value have none. */
export async function readMainFindings(
  from: Queryable,
  sites: readonly number[],
  options: FindingOptions,
): Promise<readonly FindingAnswer[]> {
  if (sites.length === 0) return [];
  const findings = await readFindings(from, await readMainRecords(from, sites), options);
  return findings.filter(hasValue);
}

/** The days that a finding needs: the same day or month of all years, and those before the last value. */
function rangesOf(row: RecordHead, recentDays: number): DayRange[] {
  const { first, last, period } = row;
  if (first === null || last === null) return [];
  // Few readings are far apart.
  const before = usualInterval(row) > 1 ? sparseDays : Math.max(recentDays, weekDays);
  return mergeRanges([
    ...rangesOfPeers(first, last, period ?? 'day'),
    [sameDateLastYear(last), sameDateLastYear(last)],
    [last - before, last],
  ]);
}

/** Says of a record what its reader may know. Without `columns`, the values are withheld. */
function toFinding(
  row: RecordHead,
  columns: StoredSeries | undefined,
  { recentDays, capacities }: Pick<FindingOptions, 'recentDays' | 'capacities'>,
): FindingAnswer {
  const { last, parameter_ndx, statistic } = row;
  const none: FindingAnswer = {
    loc_ndx: row.loc_ndx,
    loc_id: row.loc_id,
    loc_name: row.loc_name,
    parameter_ndx,
    parameter_name: row.parameter_name,
    units_name: row.units_name,
    delivered_by: delivererOf(row),
    is_withheld: last !== null && columns === undefined,
    por_start: row.por_start,
    interval_days: usualInterval(row),
    capacity: parameter_ndx === parameterNdx.storage ? (capacities.get(row.loc_id) ?? null) : null,
    ...noValue,
    recent: { start: formatDay((last ?? 0) - recentDays), days: [], values: [] },
  };
  if (last === null || columns === undefined) return none;
  const upTo = columns.days.findLastIndex((day) => day <= last) + 1;
  const days = columns.days.slice(0, upTo);
  const values = columns.values.slice(0, upTo);
  const period = row.period ?? 'day';
  const latest = latestOf({ days, values }, 'water', period);
  const start = last - recentDays;
  const recent = days.flatMap((day, at) => (day >= start ? [at] : []));
  return {
    ...none,
    rdate: formatDay(last),
    value: tidyOrNull(row.value),
    approval: row.approval,
    previous: row.previous && {
      rdate: formatDay(row.previous.day),
      value: tidyNumber(row.previous.value),
    },
    week_before: tidyOrNull(values[days.indexOf(last - weekDays)]),
    ...(latest &&
      placeOf(latest.value, { statistic, peers: latest.peers, parameter: parameter_ndx, period })),
    year_before: yearBeforeOf(yearBefore(row, days, values), statistic, parameter_ndx),
    recent: {
      start: formatDay(start),
      days: recent.map((at) => (days[at] ?? 0) - start),
      values: recent.map((at) => tidyNumber(values[at] ?? 0)),
    },
  };
}

/** The value of the same date a year before; of few readings the nearest one. */
function yearBefore(row: RecordHead, days: readonly DayNumber[], values: readonly number[]) {
  if (usualInterval(row) > 1) {
    const { before: day, change = 0, value = 0 } = wellState(days, values) ?? {};
    return day === undefined ? undefined : { rdate: formatDay(day), value: value - change };
  }
  const day = sameDateLastYear(row.last ?? 0);
  const value = values[days.indexOf(day)];
  return value === undefined ? undefined : { rdate: formatDay(day), value };
}
